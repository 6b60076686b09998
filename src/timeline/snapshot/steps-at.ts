/** Steps at a given event: who was asked by then, who had answered, and whether the step takes positions. */
import type { TimelineStep, DebateTimeline } from "../debate-timeline.ts";
import { parseStepFamily } from "../step-titles.ts";
import { findTimelineIndex, takeUntilEvent } from "../timeline-index.ts";

/**
 * Steps in which seats are asked for something other than a position. Only used before the first answer: from then on
 * the answers show it.
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
  "proposal",
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
export function computeStepAt(
  timeline: DebateTimeline,
  step: TimelineStep,
  at: number,
): TimelineStep {
  const { positionsFrom, scoresFrom } = findTimelineIndex(timeline);
  return {
    ...step,
    closedAt: step.closedAt !== null && step.closedAt <= at ? step.closedAt : null,
    asked: takeUntilEvent(step.asked, at),
    takesPositions: isKnownBy(positionsFrom.get(step.step), at),
    takesScores: isKnownBy(scoresFrom.get(step.step), at),
  };
}

function isKnownBy(from: number | undefined, at: number): boolean {
  return from !== undefined && from <= at;
}

export function listStepsAt(timeline: DebateTimeline, at: number): TimelineStep[] {
  return takeUntilEvent(timeline.steps, at).map((step) => computeStepAt(timeline, step, at));
}

/**
 * Someone with a thread was asked in it, and positions were taken, or nobody has answered yet and they are what is
 * asked for.
 */
export function isStepAboutPositions(timeline: DebateTimeline, step: string, at: number): boolean {
  const { positionsFrom, repliesFrom, threadsFrom } = findTimelineIndex(timeline);
  if (!isKnownBy(threadsFrom.get(step), at)) return false;
  if (isKnownBy(positionsFrom.get(step), at)) return true;
  return (
    !isKnownBy(repliesFrom.get(step), at) && !ASKED_OTHERWISE.has(parseStepFamily(step).family)
  );
}

/** Seats of a step that were asked and have not answered, in the order they were asked. */
export function listPendingInStep(
  timeline: DebateTimeline,
  { step, asked }: TimelineStep,
  at: number,
): string[] {
  const turns = takeUntilEvent(findTimelineIndex(timeline).turnsByStep.get(step) ?? [], at);
  const heard = new Set(turns.map(({ seat }) => seat));
  return takeUntilEvent(asked, at)
    .map(({ seat }) => seat)
    .filter((seat) => !heard.has(seat));
}
