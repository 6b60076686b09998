/** `dissent review`, as the command tree has it. */
import type { Command } from "commander";

import {
  addDebateFlags,
  addPageFlag,
  COMMON_RUN_FLAGS,
  showOnlyCommonFlags,
} from "../../../cli/program/debate-flags.ts";
import type { BindCommand } from "../../../cli/program/program.ts";

const OWN_FLAGS = ["base", "staged", "pr", "author", "quick", "deep", "fresh"];

export function addReviewCommand(program: Command, on: BindCommand): void {
  const review = program
    .command("review")
    .description("Have a change attacked before it is merged")
    .argument("[change]", "a range, a commit, a patch file or -; else the working tree")
    .option("--base <branch>", "compare the working tree with this branch or commit")
    .option("--staged", "review what is staged")
    .option("--pr <number>", "review a pull request of this checkout's origin")
    .option("--author <model>", "who answers for the change: person, host or a model")
    .option("--quick", "two reviewers and one cross-examination")
    .option("--deep", "five reviewers")
    .option("--fresh", "forget what earlier reviews of this branch settled");
  on(
    showOnlyCommonFlags(addDebateFlags(addPageFlag(review)), [...OWN_FLAGS, ...COMMON_RUN_FLAGS]),
    async () => (await import("./review.ts")).runReviewCommand,
  );
}
