/** How a debate could still end at a given event, in one sentence. */
import type { Event } from "../../domain/journal/event.ts";
import { describeRemainingEndings } from "../../domain/outcome/possible-endings.ts";
import type { DebateTimeline } from "../debate-timeline.ts";
import { findTimelineIndex, takeUntilEvent, indexNewestTurns } from "../timeline-index.ts";
import { isStepAboutPositions } from "./steps-at.ts";

/** Null once it has ended, before anyone was asked, and where the rules name nothing that decides. */
export function describeEndingsAt(timeline: DebateTimeline, at: number): string | null {
  const { deciding, end } = timeline;
  if (deciding === null || (end !== null && end.at <= at)) return null;
  const from = findLastChange(timeline, at);
  const { endings } = findTimelineIndex(timeline);
  const known = endings.get(from);
  if (known !== undefined) return known;
  const sentence = describeRemainingEndings(listDecisiveEvents(timeline, from), deciding);
  endings.set(from, sentence);
  return sentence;
}

/** The newest event that anything can follow from. */
function findLastChange({ events }: DebateTimeline, at: number): number {
  let place = at;
  while (place > 0 && !isDecisiveEvent(events[place])) place--;
  return place;
}

function isDecisiveEvent(event: Event | undefined): boolean {
  const type = event?.fact.type;
  return type === "asks-committed" || type === "reply-recorded" || type === "participant-absent";
}

/**
 * Only what the sentence depends on, since a reader who drags through a long debate needs it at every event: who was
 * asked last, and what each said last, or everything if an earlier position may count. Being asked to judge a draft or
 * to move on is not being asked for a vote.
 */
function listDecisiveEvents(timeline: DebateTimeline, at: number): Event[] {
  const isScored = timeline.deciding?.by === "scores";
  const isCounted = ({ step }: { step: string }): boolean =>
    isScored || isStepAboutPositions(timeline, step, at);
  const turns = takeUntilEvent(timeline.turns, at).filter(isCounted);
  const { deciding } = timeline;
  const isKept = deciding?.by === "withdrawal" || deciding?.by === "share";
  const scored = isScored ? turns.filter(({ said }) => typeof said?.confidence === "number") : [];
  const asked = takeUntilEvent(timeline.steps, at).findLast(isCounted)?.asked ?? [];
  const places = new Set([
    0,
    ...takeUntilEvent(asked, at).map((ask) => ask.at),
    ...[
      ...(isKept ? turns : indexNewestTurns(turns).values()),
      ...indexNewestTurns(scored).values(),
      ...indexNewestTurns(scored.toReversed()).values(),
    ].map((turn) => turn.at),
  ]);
  return [...places].sort((a, b) => a - b).flatMap((place) => timeline.events[place] ?? []);
}
