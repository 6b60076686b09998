/** The flags of `dissent run` that only a board has. */
import type { Command } from "commander";

export function addBoardFlags(run: Command): Command {
  return run
    .option("--preset <name>", "board: board, planning-1, planning-2 or planning-3")
    .option("--class <class>", "board: strategic, technical or hotfix");
}

/** The possible values of these flags, for completion. */
export const BOARD_FLAG_VALUES = {
  preset: ["board", "planning-1", "planning-2", "planning-3"],
  class: ["strategic", "technical", "hotfix"],
} as const;
