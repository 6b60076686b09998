/** Plans a fork: the exact step, and what that part used the first time. */
import { findLastArguedStep } from "../../src/domain/journal/steps.ts";
import type { DebateTimeline, TimelineStep } from "../../src/timeline/debate-timeline.ts";

/** As `fork` takes it: the step's name, or the event it begins with where several asks make up the step. */
export function formatForkPoint({ events }: DebateTimeline, step: TimelineStep): string {
  const fact = events[step.at]?.fact;
  const isNamed = fact?.type === "asks-committed" && fact.step === step.step;
  return isNamed ? step.step : String(step.at);
}

/** What was asked from this event on, and what it cost. */
export function sumUsageSince(
  { turns }: DebateTimeline,
  at: number,
): { calls: number; usd: number; unpriced: boolean } {
  const later = turns.filter(({ askedAt }) => askedAt >= at);
  return {
    calls: later.reduce((sum, { rejected }) => sum + 1 + rejected.length, 0),
    usd: later.reduce((sum, { costUsd }) => sum + costUsd, 0),
    unpriced: later.some(({ unpriced }) => unpriced),
  };
}

/** The step in which a new fact can still change minds. */
export function findForkableStep({ events, steps }: DebateTimeline): TimelineStep | null {
  const argued = findLastArguedStep(events);
  return steps.find(({ step }) => step === argued) ?? null;
}

// The price in a refusal, so that a person can agree to exactly what was said.

/** Its upper end: 1.4 in “This may cost $0.60-1.40, cap $2.00, which is above $1.00”; null where none is named. */
export function parseRefusedPrice(message: string): number | null {
  const [, low, high] = /\$([\d.]+\d)(?:-([\d.]+\d))?/.exec(message) ?? [];
  const end = high ?? low;
  return end === undefined ? null : Number(end);
}

/** Refused only because nobody has agreed to the price yet. */
export function isPriceRefusal(code: string): boolean {
  return code === "needs-confirmation" || code === "price-changed";
}
