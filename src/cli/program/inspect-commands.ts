/** The commands that audit debates and follow up on decisions. */
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
      .option("--run", "run the commands noted here or signed by a known key")
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

// The commands that carry journals from one store to another.

export function addJournalCommands(program: Command, on: BindCommand): void {
  on(
    program
      .command("export")
      .description("Write journals to files, with the texts they name; nothing is changed")
      .argument("[debate]", "its id or the start or end of it, or last", "last")
      .option("--all", "every debate, each into a file of the directory after -o")
      .option("-o, --out <path>", "a .jsonl file, or a directory; standard output, without")
      .option("-y, --yes", "overwrite files that Dissent did not write"),
    async () => (await import("../commands/export.ts")).runExportCommand,
  );
  on(
    program
      .command("import")
      .description("Take journals in from files; what is here already is left as it is")
      .argument("<path>", "a .jsonl journal, or a directory of them"),
    async () => (await import("../commands/import.ts")).runImportCommand,
  );
}

// The command that shows debates on a page, and the flag that shows one while it runs.

export function addPageFlag(command: Command): Command {
  return command.option("--open", "show it on a page in the browser while it is held");
}

export function addViewCommand(program: Command, on: BindCommand): void {
  on(
    program
      .command("view")
      .description("The page: all debates of this project, or one, until Ctrl-C")
      .argument("[debate]", "its id, last, a .jsonl journal or an .html report; all, without")
      .option("--port <n>", "exactly this port; 4747 or the next free one, without")
      .option("--no-open", "print the address, and open no browser")
      .option("--bundle <dir>", "write the pages to this directory instead, to be sent or hosted"),
    async () => (await import("../commands/view.ts")).runViewCommand,
  );
}
