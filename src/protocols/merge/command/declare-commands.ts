/** Declares the commands for merged documents. */
import type { Command } from "commander";

import {
  addPageFlag,
  addRunFlags,
  collectRepeatedFlag,
  showOnlyCommonFlags,
} from "../../../cli/program/debate-flags.ts";
import type { BindCommand } from "../../../cli/program/program.ts";
import { declareCommand } from "../../../cli/program/renamed-commands.ts";

export function addMergeCommand(program: Command, on: BindCommand): void {
  const merge = program
    .command("merge")
    .description("Merge drafts into one document with its sources")
    .argument("[drafts...]", "two to ten files; with --revert a merged document or a debate")
    .option("-g, --generate <type>", "have models write drafts first: roadmap, spec, design")
    .option("--source <file>", "the source to write drafts from, or compare them with")
    .option("--ancestor <file>", "the common older version; default: found in git")
    .option("--no-ancestor", "compare the drafts without an older version")
    .option(
      "-a, --agents <specs>",
      'comma-separated writers: model[:persona[:"instruction"]]',
      collectRepeatedFlag,
    )
    .option("-d, --depth <depth>", "quick, standard or deep: one, two or up to three rounds")
    .option("--convergence <share>", "share of points to agree on, 0.50 to 0.99")
    .option("-i, --interactive", "ask you after differences, debate, base and plan")
    .option("--focus <topics>", "comma-separated topics to debate", collectRepeatedFlag)
    .option("--blind", "name drafts by letter only, also in the results")
    .option("--base <variant>", "use this draft as the base: number, letter or file")
    .option("--prefer <variant>", "use this draft as the base if scores are close")
    .option("--show-authors", "show advocates file and model names, not only letters")
    .option("--no-comments", "leave out the source comments")
    .option(
      "--revert <changes>",
      "redo a merge without these planned changes, at no cost",
      collectRepeatedFlag,
    )
    .option("-m, --message <why>", "with --revert: why")
    .option("--blame <document>", "show where each paragraph of a merged document comes from")
    .option("--line <n>", "with --blame: only the paragraph at this line")
    .option(
      "-o, --out <path>",
      "the merged document, or a directory for everything",
      collectRepeatedFlag,
    );
  const whole = showOnlyCommonFlags(addRunFlags(addPageFlag(merge)), COMMON_FLAGS);
  on(whole, async () => (await import("./merge.ts")).runMergeCommand);
}

/** What `merge --help` shows. */
const COMMON_FLAGS = [
  "generate",
  "source",
  "depth",
  "interactive",
  "base",
  "revert",
  "blame",
  "out",
  "seat",
  "budget",
  "dry-run",
  "yes",
];

/** The possible values of its flags, for completion. */
export const MERGE_FLAG_VALUES = {
  generate: ["roadmap", "spec", "design"],
  depth: ["quick", "standard", "deep"],
} as const;

/** The old name of `merge --blame`. */
export function addBlameCommand(program: Command, on: BindCommand): void {
  on(
    declareCommand(program, "blame")
      .description("Show where each paragraph of a merged document comes from")
      .argument("<document>", "a document that dissent merge wrote")
      .option("--line <n>", "only the paragraph at this line"),
    async () => (await import("./blame.ts")).runBlameCommand,
  );
}
