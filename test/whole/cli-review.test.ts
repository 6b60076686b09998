/** `dissent review` as people meet it: in a checkout, with reviewers who speak by script. */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { stripColours } from "../../src/cli/terminal/terminal-style.ts";
import {
  expectHarmless,
  ndjson,
  NO_TERMINAL,
  run,
  runInTerminal,
  renderTerminalScreen,
} from "../support/processes/cli.ts";
import { REVIEW, reviewProject, ROUNDED, SEATS } from "../support/protocols/review-project.ts";
import { finds } from "../support/protocols/review.ts";

const QUIET = Object.fromEntries(SEATS.map((seat) => [`findings/${seat}`, finds()]));

describe.skipIf(NO_TERMINAL !== undefined)("in a terminal", () => {
  test("it ends with the findings, and below them the one verdict, in 80 columns", async () => {
    const { code, stdout } = await runInTerminal(reviewProject(), REVIEW);
    const lines = renderTerminalScreen(stdout);
    const from = lines.findIndex((line) => line.startsWith("Severity"));

    expect(code).toBe(11);
    expect(lines.slice(from, from + 9)).toEqual([
      "Severity Result      Where                     Found by         Refuted by",
      "major    confirmed   src/pay.js:3 gone         Correctness +1   -",
      "  The limit of an order is no longer checked.",
      "minor    confirmed   src/pay.js:4              Correctness      -",
      "  The total may be a fraction of a cent, and charge takes whole cents.",
      "major    refuted     src/pay.js:2              Operations       Correctness +1",
      "  The comment is wrong about prices below zero.",
      "",
      "Changes needed: 1 confirmed finding must be dealt with before this is merged.",
    ]);
    expect(lines.filter((line) => line.startsWith("Changes needed"))).toHaveLength(1);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });

  test("nothing found needs no table", async () => {
    const { code, stdout } = await runInTerminal(reviewProject(QUIET), REVIEW);
    const shown = stripColours(renderTerminalScreen(stdout).join("\n"));

    expect(code).toBe(0);
    expect(shown).toMatch(/Approved\s+The reviewers found nothing\./);
    expect(shown).not.toContain("Severity");
  });
});

test("--dry-run says what is reviewed and what it costs, and asks nobody", async () => {
  const { code, stdout } = await run(reviewProject(), [...REVIEW, "--dry-run"]);

  expect(code).toBe(0);
  expect(stdout).toContain("where it left main, to the working tree: 1 file, +1 -1");
  expectHarmless(stdout);
});

test("show has the same table afterwards, and JSON has every field of a finding", async () => {
  const at = reviewProject();
  const done = ndjson((await run(at, [...REVIEW, "--json"])).stdout).at(-1);
  const shown = await run(at, ["show", "last"]);
  const json = JSON.parse((await run(at, ["report", "last", "-f", "json"])).stdout) as {
    debate_result: { findings: unknown[] };
  };

  expect(done).toMatchObject({ event: "done", outcome: "CHANGES_NEEDED", exit: 11 });
  expect(shown.stdout).toContain("major    refuted     src/pay.js:2");
  expect(json.debate_result.findings[0]).toMatchObject({
    id: "correctness-1",
    fate: "confirmed",
    severity: "major",
    path: "src/pay.js",
    side: "old",
    first_line: 3,
    last_line: 3,
    quote: expect.stringContaining("order.limit") as string,
    claim: "The limit of an order is no longer checked.",
    found_by: ["correctness", "security"],
    confirmed_by: ["operations"],
    refuted_by: [],
  });
});

test("L10 a suggestion is a patch that git applies; the results verify with and without it", async () => {
  const at = reviewProject();
  await run(at, REVIEW);
  const [folder = ""] = readdirSync(join(at.dir, ".dissent", "debates"));
  const results = join(".dissent", "debates", folder);
  const patch = join(results, "suggestions", "correctness-2.patch");
  const verified = await run(at, ["verify", results]);

  at.git("apply", patch);
  expect(at.read("src/pay.js")).toContain(ROUNDED);

  // what lies on disk is another state now, so it is not offered again
  rmSync(join(at.dir, patch));
  const without = await run(at, ["verify", results]);
  expect([verified.code, without.code]).toEqual([0, 0]);
});

test("SARIF has what is confirmed at its lines, and a comment folds each finding away", async () => {
  const at = reviewProject();
  await run(at, [...REVIEW, "-o", "review.sarif"]);
  const sarif = JSON.parse(at.read("review.sarif")) as {
    runs: { results: { level: string; locations: object[] }[] }[];
  };
  const comment = (await run(at, ["report", "last", "-f", "comment"])).stdout;

  expect(sarif.runs[0]?.results).toMatchObject([
    {
      ruleId: "confirmed-finding",
      level: "warning",
      locations: [
        { physicalLocation: { artifactLocation: { uri: "src/pay.js" }, region: { startLine: 4 } } },
      ],
    },
    { ruleId: "confirmed-finding", level: "note" },
  ]);
  expect(comment).toMatch(/^<!-- dissent:review-work -->\n### Changes needed/);
  expect(comment.match(/<details>/g)).toHaveLength(4);
  expectHarmless(comment);
});

describe("as a gate", () => {
  const GATE = ["gate", "main...HEAD", "--protocol", "review", ...REVIEW.slice(1)];

  test("L8 confirmed findings fail the build, and the comment says that it failed", async () => {
    const at = reviewProject();
    const { code, stdout } = await run(at, [...GATE, "--comment", "comment.md", "--json"]);

    expect(code).toBe(11);
    expect(ndjson(stdout).at(-1)).toMatchObject({
      outcome: "CHANGES_NEEDED",
      gate: { passed: false, reasons: [{ kind: "disagreement", code: "refuted" }] },
    });
    expect(at.read("comment.md")).toContain("**Gate failed.**");
    expect(at.read("comment.md")).toContain("| major | src/pay.js:3 (removed) |");
  });

  test("nothing found passes, and an advisory gate tells and passes", async () => {
    const passed = await run(reviewProject(QUIET), [...GATE, "--json"]);
    const advised = await run(reviewProject(), [...GATE, "--advisory", "--json"]);

    expect(passed.code).toBe(0);
    expect(ndjson(passed.stdout).at(-1)).toMatchObject({ gate: { passed: true, reasons: [] } });
    expect(advised.code).toBe(0);
    expect(ndjson(advised.stdout).at(-1)).toMatchObject({ gate: { passed: false } });
  });

  test("a change that is not there is a mistake in the call", async () => {
    const { code, stderr } = await run(reviewProject(), ["gate", "nowhere", "-p", "review"]);

    expect(code).toBe(2);
    expect(stderr).toContain("There is no commit nowhere here.");
  });
});
