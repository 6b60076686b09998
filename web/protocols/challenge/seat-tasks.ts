/** What a person in a seat of `challenge` is asked to do, step by step. */
import { findStepTask } from "../seat-tasks.ts";

const TASKS = {
  blind: "Answer the question yourself, before you see the position.",
  opening: "Say why the position is right, and name its weaknesses and what it takes for granted.",
  challenges: "Attack the position. One point in each objection, the strongest first.",
  press: "You agreed. Say what you tested and why it held, or change your verdict.",
  final: "Attack the new version as a whole. If it holds, agree, and say what you tested.",
  response: "Answer every objection.",
  rebuttals: "Say of every answer whether it settles your objection.",
  remarks: "Say something about the objections that block nothing, if you like.",
  assumptions: "You still disagree. Say what you assume and the other side does not.",
} as const;

export const describeChallengeTask = (step: string): string | null => findStepTask(TASKS, step);
