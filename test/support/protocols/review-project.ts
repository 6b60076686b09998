/** A project that is a checkout, with a branch to review and three reviewers who speak by script. */
import { execFileSync } from "node:child_process";

import type { Script } from "../../../src/models/scripted.ts";
import { type Project, project } from "../processes/cli.ts";
import { CHARGE, defends, finding, finds, judges, PAID, verdict } from "./review.ts";

const BEFORE = PAID.replace("  // sums what is in the basket\n", "").replace(
  "  return charge",
  "  if (total > order.limit) throw new Error('limit');\n  return charge",
);

export const SEATS = ["correctness", "security", "operations"];
const SEAT_FLAGS = SEATS.flatMap((seat) => ["--seat", `${seat}=scripted/script.json`]);

/** The flags under which nothing is asked of a person. */
export const REVIEW = ["review", "--no-repo", "--yes", ...SEAT_FLAGS];

export const ROUNDED = "  return charge(order.card, Math.round(total * 100) / 100);";

/** One confirmed by another, one smaller with a suggestion that applies, one that two refute. */
export const MIXED: Script = {
  "findings/correctness": finds(
    finding({ severity: "blocker" }),
    finding({
      side: "new",
      first_line: 4,
      last_line: 4,
      quote: CHARGE,
      severity: "minor",
      claim: "The total may be a fraction of a cent, and charge takes whole cents.",
      scenario: "Two items of 0.1 and 0.2 sum to 0.30000000000000004.",
      replacement: ROUNDED,
    }),
  ),
  "findings/security": finds(
    finding({
      claim: "Nothing checks the limit of the order any longer.",
      scenario: "A stolen card is charged with any total.",
    }),
  ),
  "findings/operations": finds(
    finding({
      side: "new",
      first_line: 2,
      last_line: 2,
      quote: "// sums what is in the basket",
      claim: "The comment is wrong about prices below zero.",
      scenario: "An item of -5 lowers the sum.",
    }),
  ),
  "cross/correctness": judges(verdict("operations-1", "refute")),
  "cross/security": judges(
    verdict("correctness-2", "confirm", { severity: "minor" }),
    verdict("operations-1", "refute", {
      reason: "The basket checks the prices that operations-1 names before pay runs.",
    }),
  ),
  "cross/operations": judges(
    verdict("correctness-1", "confirm"),
    verdict("correctness-2", "cannot tell"),
  ),
  "defence/operations": defends("operations-1", "maintain"),
  "rulings/correctness": judges(verdict("operations-1", "refute")),
  "rulings/security": judges(
    verdict("operations-1", "refute", {
      reason: "The basket refuses the price that operations-1 names.",
    }),
  ),
};

export interface ReviewProject extends Project {
  git(...args: readonly string[]): string;
}

export function reviewProject(
  script: Script = MIXED,
  files: Readonly<Record<string, string>> = {},
): ReviewProject {
  const made = project({ "src/pay.js": BEFORE, ".gitignore": "script.json\n.dissent\n", ...files });
  made.write("script.json", JSON.stringify(script));
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], {
      cwd: made.dir,
      encoding: "utf8",
    });
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-q", "-m", "first");
  git("checkout", "-q", "-b", "work");
  made.write("src/pay.js", PAID);
  git("commit", "-q", "-a", "-m", "Simplify pay.");
  return { ...made, git };
}
