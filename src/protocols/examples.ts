/** What people and agents are told of the commands of protocols before they know them; needs no other file. */
import { BLIND_FIRST_FLAG, challengeExamples } from "./challenge/command/declare-examples.ts";
import { mergeExamples } from "./merge/command/declare-examples.ts";
import { reviewExamples } from "./review/command/declare-examples.ts";

/** Lines of what `dissent` alone prints. */
export const FIRST_SCREEN_EXAMPLES = [
  challengeExamples.firstScreen,
  reviewExamples.firstScreen,
  mergeExamples.firstScreen,
];

/** Lines of `dissent --help`. */
export const HELP_EXAMPLES = [mergeExamples.help];

/** Old names of their commands, with what each is called now. */
export const RENAMED_PROTOCOL_COMMANDS: Readonly<Record<string, string>> = mergeExamples.renamed;

/** What agents call, by what it takes. */
export const PLAN_CALLS = [challengeExamples.agentCall];
export const DRAFT_CALLS = [mergeExamples.agentCall];

/** Flags of every command that takes a brief, though only some protocols have them. */
export const BRIEF_FLAGS = [BLIND_FIRST_FLAG];
