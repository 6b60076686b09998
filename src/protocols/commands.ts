/** The commands and flags that protocols bring along. What a command does is loaded when it is called. */
import type { Command } from "commander";

import type { BindCommand } from "../cli/program/program.ts";
import { addBoardFlags, BOARD_FLAG_VALUES } from "./board/command/declare-flags.ts";
import { addChallengeCommand } from "./challenge/command/declare-command.ts";
import {
  addBlameCommand,
  addMergeCommand,
  MERGE_FLAG_VALUES,
} from "./merge/command/declare-commands.ts";
import { addReviewCommand } from "./review/command/declare-command.ts";
import { addRoundtableFlags } from "./roundtable/command/declare-flags.ts";

/** Flags of `dissent run`. */
export function addProtocolFlags(run: Command): Command {
  return addRoundtableFlags(addBoardFlags(run));
}

/** Commands that run a debate. */
export function addProtocolDebateCommands(program: Command, on: BindCommand): void {
  addChallengeCommand(program, on);
  addReviewCommand(program, on);
  addMergeCommand(program, on);
}

/** Commands that look at what came of one. */
export function addProtocolInspectCommands(program: Command, on: BindCommand): void {
  addBlameCommand(program, on);
}

/** The possible values of their flags, for completion. */
export const PROTOCOL_FLAG_VALUES: Readonly<Record<string, readonly string[]>> = {
  ...BOARD_FLAG_VALUES,
  ...MERGE_FLAG_VALUES,
};
