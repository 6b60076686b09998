/** What a person in a seat of `board` is asked to do, step by step. */
import { findStepTask } from "../seat-tasks.ts";

const TASKS = {
  statements: "Choose, and say why. Nobody sees another statement before all have spoken.",
  responses: "Say which points of the others you share, which you attack, and what you choose now.",
  gate: "Say of each round whether it brought anything new.",
  poll: "Vote on whether to move on to the synthesis.",
  synthesis: "Write what the board decides, and what becomes of each point that was rejected.",
  correction: "Correct what is wrong in the synthesis, and add what is missing.",
  reviews: "Say whether the synthesis is right about you, and whether you go along with it.",
  recheck:
    "Say whether the corrected synthesis is right about you, and whether you go along with it.",
} as const;

export const describeBoardTask = (step: string): string | null => findStepTask(TASKS, step);
