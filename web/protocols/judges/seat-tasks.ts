/** What a person in a seat of `judges` is asked to do, step by step. */
import { findStepTask } from "../seat-tasks.ts";

const TASKS = {
  recommendation: "Choose one option, give your reasons with quotes, and rate every option.",
  openings:
    "Choose one option, give your reasons with quotes, and rate every option. Nobody sees another vote before all have voted.",
  responses:
    "Say what is wrong with a point of another judge and what is right with one, then keep your vote or change it.",
} as const;

export const describeJudgesTask = (step: string): string | null => findStepTask(TASKS, step);
