/** Why a debate is paused, and which limit it needs to continue. */
import type { Limits } from "../../src/domain/journal/event.ts";
import type { DebateSnapshot, DebateTimeline } from "../../src/timeline/debate-timeline.ts";

export interface PauseCause {
  readonly reason: "interrupted" | "limit" | "failed";
  /** As it was journaled. */
  readonly detail: string;
  /** The limit that was reached, where it is one that can be raised here. */
  readonly limit: "usd" | "calls" | null;
  /** What the limit is now. */
  readonly now: number | null;
}

/** The newest pause up to a moment; null where it never paused. */
export function findPauseCause(
  { events }: DebateTimeline,
  { at, limits }: Pick<DebateSnapshot, "at" | "limits">,
): PauseCause | null {
  const pause = events.findLast(
    ({ fact, sequence }) => sequence <= at && fact.type === "debate-paused",
  );
  if (pause?.fact.type !== "debate-paused") return null;
  const { reason, detail } = pause.fact;
  const limit = reason === "limit" ? parseReachedLimit(detail) : null;
  return { reason, detail, limit, now: limit === null ? null : limits[limit] };
}

function parseReachedLimit(detail: string): keyof Pick<Limits, "usd" | "calls"> | null {
  if (/\busd:/.test(detail)) return "usd";
  return /\bcalls:/.test(detail) ? "calls" : null;
}

export function describePauseCause({ reason, detail }: PauseCause): string {
  switch (reason) {
    case "interrupted":
      return "Someone paused it. Everything said so far is kept.";
    case "limit":
      return `A limit was reached (${detail}). Nothing is lost; it can go on with a higher one.`;
    case "failed":
      return `Something failed: ${detail}. What was said before is kept.`;
  }
}

/** A round number above what is there, as a first proposal. */
export function proposeRaisedLimit(now: number | null, limit: "usd" | "calls"): number {
  if (now === null || now <= 0) return limit === "usd" ? 1 : 20;
  return limit === "usd" ? Math.ceil(now * 200) / 100 : now * 2;
}
