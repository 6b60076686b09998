/** Steps as they were at a moment: who was asked by then, who had answered, and whether it is about positions. */
import { registerOf, until } from "./register.ts";
import type { Step, Story } from "./story.ts";
import { familyOf } from "./titles.ts";

/**
 * Steps in which seats are asked something other than what they hold. Only for the time before the first answer:
 * from then on the answers themselves tell.
 */
const ASKED_OTHERWISE: ReadonlySet<string> = new Set([
  "adr-draft",
  "adr-revision",
  "attestation",
  "blind",
  "compromise",
  "correction",
  "findings",
  "forward",
  "gate",
  "poll",
  "re-evaluation",
  "recheck",
  "remarks",
  "reverse",
  "reviews",
  "synthesis",
  "variants",
  "variants-again",
]);

/** A step without what came later. */
export function stepAt(story: Story, step: Step, at: number): Step {
  const { positionsFrom, scoresFrom } = registerOf(story);
  return {
    ...step,
    closedAt: step.closedAt !== null && step.closedAt <= at ? step.closedAt : null,
    asked: until(step.asked, at),
    takesPositions: isFrom(positionsFrom.get(step.step), at),
    takesScores: isFrom(scoresFrom.get(step.step), at),
  };
}

function isFrom(from: number | undefined, at: number): boolean {
  return from !== undefined && from <= at;
}

export function stepsAt(story: Story, at: number): Step[] {
  return until(story.steps, at).map((step) => stepAt(story, step, at));
}

/**
 * Someone with a thread was asked in it, and positions were taken, or nobody has answered yet and they are what is
 * asked for.
 */
export function isAboutPositions(story: Story, step: string, at: number): boolean {
  const { positionsFrom, repliesFrom, threadsFrom } = registerOf(story);
  if (!isFrom(threadsFrom.get(step), at)) return false;
  if (isFrom(positionsFrom.get(step), at)) return true;
  return !isFrom(repliesFrom.get(step), at) && !ASKED_OTHERWISE.has(familyOf(step).family);
}

/** Seats of a step that were asked and have not answered, in the order they were asked. */
export function pendingIn(story: Story, { step, asked }: Step, at: number): string[] {
  const turns = until(registerOf(story).turnsOf.get(step) ?? [], at);
  const heard = new Set(turns.map(({ seat }) => seat));
  return until(asked, at)
    .map(({ seat }) => seat)
    .filter((seat) => !heard.has(seat));
}
