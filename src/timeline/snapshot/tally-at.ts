/** The votes at a given event, and how many are needed. */
import { resolveCountedPosition, hasTooFewVoices } from "../../domain/outcome/possible-endings.ts";
import { countVotesNeeded } from "../../domain/outcome/tally.ts";
import type { PositionLane, DebateTimeline } from "../debate-timeline.ts";
import { isThreadedSeat } from "../lanes.ts";
import { takeUntilEvent } from "../timeline-index.ts";
import { isStepAboutPositions, listPendingInStep } from "./steps-at.ts";

export interface TallySnapshot {
  readonly lanes: readonly LaneCount[];
  /** Votes: seats with a position, and those still to answer. */
  readonly cast: number;
  /** How many of them decide; null where no count does, and where too few are left. */
  readonly needed: number | null;
  /** The only lane that can carry, where it is one; null: any. */
  readonly settled: string | null;
  /** Asked and still to answer, whatever their position was before. */
  readonly pending: readonly string[];
  /** Absent when last asked for a position, and so without a voice. */
  readonly absent: readonly string[];
}

export interface LaneCount {
  readonly lane: PositionLane;
  readonly holding: readonly string[];
  /** Supported it last, and is still to answer. */
  readonly maybe: readonly string[];
}

export function computeTallyAt(timeline: DebateTimeline, at: number): TallySnapshot {
  const { held, absent } = collectPositionsAt(timeline, at);
  const pending = listPendingVoices(timeline, at);
  const isPending = (seat: string): boolean => pending.includes(seat);
  const inLane = (lane: PositionLane): string[] =>
    timeline.seats.map(({ id }) => id).filter((seat) => held.get(seat) === lane.id);
  const lanes = takeUntilEvent(timeline.lanes, at).map((lane) => ({
    lane,
    holding: inLane(lane).filter((seat) => !isPending(seat) && !absent.has(seat)),
    maybe: inLane(lane).filter(isPending),
  }));
  const cast = lanes.reduce((sum, { holding }) => sum + holding.length, pending.length);
  const { deciding } = timeline;
  // K4: who voted and is absent now counts for nothing, and is still one of all
  const silent = [...absent].filter((seat) => held.has(seat) && !isPending(seat)).length;
  return {
    lanes,
    cast: deciding?.by === "share" ? cast + silent : cast,
    needed: computeVotesNeeded(timeline, cast + silent, cast + absent.size),
    settled: deciding?.by === "withdrawal" ? deciding.settled : null,
    pending,
    absent: [...absent].filter((seat) => !isPending(seat)),
  };
}

function computeVotesNeeded(
  { deciding }: DebateTimeline,
  cast: number,
  asked: number,
): number | null {
  if (cast === 0) return null;
  if (deciding?.by === "share") {
    return hasTooFewVoices(cast, asked) ? null : countVotesNeeded(deciding.needed, cast);
  }
  return deciding?.by === "withdrawal" ? cast : null;
}

/** The votes that count of each seat's last position, and who was absent since. */
function collectPositionsAt(
  timeline: DebateTimeline,
  at: number,
): { held: Map<string, string>; absent: Set<string> } {
  const held = new Map<string, string>();
  const absent = new Set<string>();
  for (const { seat, step, said, unmet, absent: missing } of takeUntilEvent(timeline.turns, at)) {
    if (!isThreadedSeat(seat, timeline.deciding) || !isStepAboutPositions(timeline, step, at))
      continue;
    // an objection stays while its author is silent
    if (missing && !(timeline.deciding?.by === "withdrawal" && held.has(seat))) absent.add(seat);
    if (!said?.position) continue;
    absent.delete(seat);
    const taken = { position: said.position, unmet };
    held.set(seat, resolveCountedPosition(taken, held.get(seat), timeline.deciding));
  }
  return { held, absent };
}

function listPendingVoices(timeline: DebateTimeline, at: number): string[] {
  if (timeline.end !== null && timeline.end.at <= at) return [];
  return takeUntilEvent(timeline.steps, at)
    .filter(({ step }) => isStepAboutPositions(timeline, step, at))
    .flatMap((step) => listPendingInStep(timeline, step, at))
    .filter((seat) => isThreadedSeat(seat, timeline.deciding));
}
