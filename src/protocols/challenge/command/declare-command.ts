/** `dissent challenge`, as the command tree has it. */
import type { Command } from "commander";

import {
  addDebateFlags,
  addPageFlag,
  COMMON_RUN_FLAGS,
  showOnlyCommonFlags,
} from "../../../cli/program/debate-flags.ts";
import type { BindCommand } from "../../../cli/program/program.ts";

export function addChallengeCommand(program: Command, on: BindCommand): void {
  const challenge = program
    .command("challenge")
    .description("Have your own plan attacked")
    .argument("<plan>", "a file, the plan in quotes, or -")
    .option("--rewrite", "write new versions until no objection is open");
  on(
    showOnlyCommonFlags(addDebateFlags(addPageFlag(challenge)), ["rewrite", ...COMMON_RUN_FLAGS]),
    async () => (await import("./challenge.ts")).runChallengeCommand,
  );
}
