/** Declares the commands for merged documents. */
import type { Command } from "commander";

import { addRunFlags, collectRepeatedFlag } from "../../../cli/program/debate-flags.ts";
import { addPageFlag } from "../../../cli/program/inspect-commands.ts";
import type { BindCommand } from "../../../cli/program/program.ts";

export function addMergeCommand(program: Command, on: BindCommand): void {
  const merge = program
    .command("merge")
    .description("Merge several drafts into one document, every paragraph with its source")
    .argument("[drafts...]", "two to ten files; with --revert a merged document or a debate")
    .option("-g, --generate <type>", "have drafts written first: roadmap, spec, design")
    .option("--source <file>", "what drafts are written from, or given ones are measured against")
    .option("--ancestor <file>", "the common older version; found in git if it is there")
    .option("--no-ancestor", "compare the drafts without looking for an older version")
    .option(
      "-a, --agents <specs>",
      'comma-separated writers: model[:persona[:"instruction"]]',
      collectRepeatedFlag,
    )
    .option("-d, --depth <depth>", "quick, standard or deep: one, two or up to three rounds")
    .option("--convergence <share>", "share of points to agree on, 0.50 to 0.99")
    .option("-i, --interactive", "stop after differences, debate, base and plan")
    .option("--focus <topics>", "comma-separated topics to debate", collectRepeatedFlag)
    .option("--blind", "name drafts by letter only, also in the results")
    .option("--base <variant>", "merge into this one: its number, letter or file")
    .option("--prefer <variant>", "merge into this one where scores are close")
    .option("--show-authors", "tell advocates file and model names, not only letters")
    .option("--no-comments", "say in no comment where a section comes from")
    .option(
      "--revert <changes>",
      "redo a merge without these planned changes, at no cost",
      collectRepeatedFlag,
    )
    .option("-m, --message <why>", "with --revert: why")
    .option(
      "-o, --out <path>",
      "the merged document, or a directory for everything",
      collectRepeatedFlag,
    );
  on(addRunFlags(addPageFlag(merge)), async () => (await import("./merge.ts")).runMergeCommand);
}

/** The possible values of its flags, for completion. */
export const MERGE_FLAG_VALUES = {
  generate: ["roadmap", "spec", "design"],
  depth: ["quick", "standard", "deep"],
} as const;

export function addBlameCommand(program: Command, on: BindCommand): void {
  on(
    program
      .command("blame")
      .description("Where each paragraph of a merged document comes from, and what was left out")
      .argument("<document>", "a document that dissent merge wrote")
      .option("--line <n>", "only the paragraph at this line"),
    async () => (await import("./blame.ts")).runBlameCommand,
  );
}
