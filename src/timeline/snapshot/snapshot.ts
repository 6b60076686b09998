/** The state of a debate at one event, and what is drawn of it. Nothing here knows what came later. */
import { computeAccounts } from "../../domain/journal/accounts.ts";
import { readCurrentLimits } from "../../domain/journal/current-limits.ts";
import { findPauseDetail } from "../../domain/journal/transcript.ts";
import type {
  DebateSnapshot,
  DebateTimeline,
  PersonQuestion,
  SeatCard,
  TimelineTurn,
} from "../debate-timeline.ts";
import { hideLaterAnswer } from "../questions.ts";
import { takeUntilEvent, indexNewestTurns } from "../timeline-index.ts";
import { describeEndingsAt } from "./possible-endings.ts";
import { computeStepAt, listPendingInStep } from "./steps-at.ts";

export {
  type PositionChart,
  type PositionChartCell,
  buildPositionChart,
} from "./position-chart.ts";
export { type ChallengeSnapshot, listChallengesAt, findChallengeFate } from "./challenges-at.ts";
export { type ScoreTable, type ScoreRow, buildScoreTableAt } from "./score-table.ts";
export { cutTimelineAt } from "./cut-timeline.ts";
export { type LaneCount, type TallySnapshot, computeTallyAt } from "./tally-at.ts";
export { type ScrubberSegment, type ScrubberTick, buildScrubberTrack } from "./scrubber-track.ts";

export function computeSnapshotAt(timeline: DebateTimeline, at: number): DebateSnapshot {
  const now = Math.min(Math.max(Math.trunc(at), 0), timeline.last);
  const events = timeline.events.slice(0, now + 1);
  const turns = takeUntilEvent(timeline.turns, now);
  const step = takeUntilEvent(timeline.steps, now).at(-1);
  const accounts = computeAccounts(events);
  const ended = timeline.end !== null && timeline.end.at <= now;
  const questions = ended ? [] : listOpenQuestions(timeline, now);
  const pausedBecause = ended ? null : findPauseDetail(events);
  return {
    at: now,
    atMs: events.at(-1)?.atMs ?? timeline.openedMs,
    status: computeDebateStatus({
      ended,
      paused: pausedBecause !== null,
      asks: questions.length > 0,
    }),
    step: step ? computeStepAt(timeline, step, now) : null,
    pending: ended ? [] : listPendingSeats(timeline, now),
    held: indexNewestTurns(turns.filter(({ said }) => Boolean(said?.position))),
    newest: indexNewestTurns(turns),
    limits: readCurrentLimits(events),
    spentUsd: accounts.costUsd,
    spentBy: new Map(Object.entries(accounts.seats).map(([seat, { costUsd }]) => [seat, costUsd])),
    calls: accounts.calls,
    tokens: accounts.inputTokens + accounts.outputTokens,
    elapsedMs: accounts.wallMs,
    pausedBecause,
    questions,
    endings: describeEndingsAt(timeline, now),
    outcome: ended ? (timeline.end?.outcome ?? null) : null,
    decisions: takeUntilEvent(timeline.decisions, now),
  };
}

function computeDebateStatus(now: {
  ended: boolean;
  paused: boolean;
  asks: boolean;
}): DebateSnapshot["status"] {
  if (now.ended) return "ended";
  if (now.paused) return "paused";
  return now.asks ? "waiting" : "running";
}

function listPendingSeats(timeline: DebateTimeline, at: number): string[] {
  return [
    ...new Set(
      takeUntilEvent(timeline.steps, at).flatMap((step) => listPendingInStep(timeline, step, at)),
    ),
  ];
}

function listOpenQuestions({ questions }: DebateTimeline, at: number): PersonQuestion[] {
  return takeUntilEvent(questions, at)
    .map((question) => hideLaterAnswer(question, at))
    .filter(({ answered }) => answered === null);
}

/** What a seat said would change its mind. */
interface ChangeCondition {
  readonly seat: SeatCard;
  readonly words: string;
  /** The turn in which it said so; its mind may have changed since. */
  readonly turn: TimelineTurn;
}

/** The newest of each, in seat order; seats without one are left out. */
export function listChangeConditions(timeline: DebateTimeline, at: number): ChangeCondition[] {
  const newest = new Map<string, TimelineTurn>();
  for (const turn of takeUntilEvent(timeline.turns, at))
    if (turn.said?.wouldChange) newest.set(turn.seat, turn);
  return timeline.seats.flatMap((seat) => {
    const turn = newest.get(seat.id);
    return turn?.said?.wouldChange ? [{ seat, words: turn.said.wouldChange, turn }] : [];
  });
}
