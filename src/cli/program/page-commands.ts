/** The command that shows debates on a page, and the flag that shows one while it is held. */
import type { Command } from "commander";

import type { BindCommand } from "./program.ts";

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
