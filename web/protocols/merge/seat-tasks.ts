/** What a person in a seat of `merge` is asked to do, step by step. */
import { findStepTask } from "../seat-tasks.ts";

const TASKS = {
  variants: "Write the whole document.",
  findings: "Correct the list of differences, and add what it lacks.",
  statements: "Make the case for your draft, and say at every point whose words should stand.",
  rebuttals:
    "Answer each criticism of your draft. Change your vote where the others convinced you.",
  finals: "Say once more, at every point that is still open, whose words should stand.",
  forward: "Say of every draft whether it meets each criterion. Quote the words that show it.",
  reverse: "Say again of every draft whether it meets each criterion, in the other order.",
  "re-evaluation": "Your two verdicts differ on these. Look again, and give the final one.",
} as const;

export const describeMergeTask = (step: string): string | null => findStepTask(TASKS, step);
