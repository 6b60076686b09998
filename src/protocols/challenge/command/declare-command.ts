/** `dissent challenge`, as the command tree has it. */
import type { Command } from "commander";

import { addDebateFlags } from "../../../cli/program/debate-flags.ts";
import { addPageFlag } from "../../../cli/program/inspect-commands.ts";
import type { BindCommand } from "../../../cli/program/program.ts";

export function addChallengeCommand(program: Command, on: BindCommand): void {
  const challenge = program
    .command("challenge")
    .description("Have a plan of your own attacked: here is my position, what is wrong with it?")
    .argument("<plan>", "a file, the plan in quotes, or -")
    .option("--rewrite", "go on to new versions until no objection stands");
  on(
    addDebateFlags(addPageFlag(challenge)),
    async () => (await import("./challenge.ts")).runChallengeCommand,
  );
}
