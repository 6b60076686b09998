/** The commands that look at what debates were worth, and at what became of them. */
import { type Command, Option } from "commander";

import type { BindCommand } from "./program.ts";

export function addAuditCommands(program: Command, on: BindCommand): void {
  on(
    program
      .command("audit")
      .description("What a debate was worth: tallies, changes of mind, evidence, robustness")
      .argument("[debate]", "its id, last, or a .jsonl journal", "last"),
    async () => (await import("../commands/audit.ts")).runAuditCommand,
  );
  on(
    program.command("stats").description("What all debates of this project say together"),
    async () => (await import("../commands/stats.ts")).runStatsCommand,
  );
  on(
    program
      .command("check")
      .description("Whether decisions still stand on what they stood on; exit 11 when one does not")
      .argument(
        "[debate]",
        "its id or the start or end of it, or last; all that are looked after, without",
      )
      .option("--run", "run the commands noted on this machine; record what they find")
      .option("--set <footing>", "the assumption or crux that the flags below speak of: P1, P2…")
      .option("--owner <name>", "who looks after it")
      .option("--due <day>", "when it is to be looked at again: 2027-01-31")
      .option("--command <line>", "a program that ends with 0 while it holds; no shell runs it")
      .addOption(new Option("--state <state>", "what you found").choices(["holds", "lost"]))
      .option("-m, --message <text>", "how you found it"),
    async () => (await import("../commands/check.ts")).runCheckCommand,
  );
  on(
    program
      .command("outcome")
      .description("Record what became of a decision; calibration learns from it")
      .argument("<debate>", "its id or the start or end of it, or last")
      .argument("<verdict>", "right, wrong or partial")
      .option("-m, --message <text>", "what happened"),
    async () => (await import("../commands/outcome.ts")).runOutcomeCommand,
  );
}
