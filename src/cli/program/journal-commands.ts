/** The commands that carry journals from one store to another. */
import type { Command } from "commander";

import type { BindCommand } from "./program.ts";

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
