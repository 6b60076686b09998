/** Who stands where at a moment, and how many it takes. */
import { resolveCountedPosition, hasTooFewVoices } from "../domain/possible-endings.ts";
import { countVotesNeeded } from "../domain/tally.ts";
import type { PositionLane, DebateTimeline } from "./debate-timeline.ts";
import { isThreadedSeat } from "./lanes.ts";
import { isStepAboutPositions, listPendingInStep } from "./steps-at.ts";
import { takeUntilEvent } from "./timeline-index.ts";

export interface TallySnapshot {
  readonly lanes: readonly LaneCount[];
  /** Voices: those that hold something, and those still to speak. */
  readonly cast: number;
  /** How many of them decide; null where no count does, and where too few are left. */
  readonly needed: number | null;
  /** The only lane that can carry, where it is one; null: any. */
  readonly settled: string | null;
  /** Asked and still to speak, whatever they held before. */
  readonly pending: readonly string[];
  /** Absent when last asked for a position, and so without a voice. */
  readonly absent: readonly string[];
}

export interface LaneCount {
  readonly lane: PositionLane;
  readonly holding: readonly string[];
  /** Held it last, and is still to speak. */
  readonly maybe: readonly string[];
}

export function computeTallyAt(story: DebateTimeline, at: number): TallySnapshot {
  const { held, absent } = collectPositionsAt(story, at);
  const pending = listPendingVoices(story, at);
  const isPending = (seat: string): boolean => pending.includes(seat);
  const inLane = (lane: PositionLane): string[] =>
    story.seats.map(({ id }) => id).filter((seat) => held.get(seat) === lane.id);
  const lanes = takeUntilEvent(story.lanes, at).map((lane) => ({
    lane,
    holding: inLane(lane).filter((seat) => !isPending(seat) && !absent.has(seat)),
    maybe: inLane(lane).filter(isPending),
  }));
  const cast = lanes.reduce((sum, { holding }) => sum + holding.length, pending.length);
  const { deciding } = story;
  return {
    lanes,
    cast,
    needed: computeVotesNeeded(story, cast, cast + absent.size),
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

/** What counts of what each voice held last, and who was absent since. */
function collectPositionsAt(
  story: DebateTimeline,
  at: number,
): { held: Map<string, string>; absent: Set<string> } {
  const held = new Map<string, string>();
  const absent = new Set<string>();
  for (const { seat, step, said, unmet, absent: missing } of takeUntilEvent(story.turns, at)) {
    if (!isThreadedSeat(seat, story.deciding) || !isStepAboutPositions(story, step, at)) continue;
    // an objection stays while its author is silent
    if (missing && !(story.deciding?.by === "withdrawal" && held.has(seat))) absent.add(seat);
    if (!said?.position) continue;
    absent.delete(seat);
    const taken = { position: said.position, unmet };
    held.set(seat, resolveCountedPosition(taken, held.get(seat), story.deciding));
  }
  return { held, absent };
}

function listPendingVoices(story: DebateTimeline, at: number): string[] {
  if (story.end !== null && story.end.at <= at) return [];
  return takeUntilEvent(story.steps, at)
    .filter(({ step }) => isStepAboutPositions(story, step, at))
    .flatMap((step) => listPendingInStep(story, step, at))
    .filter((seat) => isThreadedSeat(seat, story.deciding));
}
