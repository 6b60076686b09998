/** What a person in a seat of `roundtable` is asked to do, step by step. */
import { findStepTask } from "../seat-tasks.ts";

const TASKS = {
  positions: "Say what you hold and why, and what worries you about it.",
  proposal: "Write the answer that meets the most concerns.",
  discussion: "Answer the others, ask them, or raise a new concern.",
  scores: "Score the proposal, and say which of your concerns it settles.",
  "adr-draft": "Write the background and the consequences of the decision.",
  "adr-revision": "Correct the record where the reviews found something.",
  "adr-review": "Say whether the record is right.",
} as const;

export const describeRoundtableTask = (step: string): string | null => findStepTask(TASKS, step);
