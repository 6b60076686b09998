/** What a person in a seat of `review` is asked to do, step by step. */
import { findStepTask } from "../seat-tasks.ts";

const TASKS = {
  evidence: "Name files, folders or words that you need to see beside the change, if any.",
  findings:
    "Name what fails in this change: the lines, a concrete case, and what should happen instead.",
  cross: "Say of each finding whether it is right. Confirm or refute it with a quote.",
  answers: "Say of each finding whether you accept it.",
  defence: "Others doubt your findings. Defend each, or withdraw it.",
  rulings: "You refuted these findings, and they were defended. Say what you see now.",
} as const;

export const describeReviewTask = (step: string): string | null => findStepTask(TASKS, step);
