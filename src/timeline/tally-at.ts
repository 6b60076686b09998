/** Who stands where at a moment, and how many it takes. */
import { countedPosition, isTooFew } from "../domain/endings.ts";
import { votesNeeded } from "../domain/tally.ts";
import { isThreaded } from "./lanes.ts";
import { until } from "./register.ts";
import { isAboutPositions, pendingIn } from "./steps-at.ts";
import type { Lane, Story } from "./story.ts";

export interface TallyNow {
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
  readonly lane: Lane;
  readonly holding: readonly string[];
  /** Held it last, and is still to speak. */
  readonly maybe: readonly string[];
}

export function tallyAt(story: Story, at: number): TallyNow {
  const { held, absent } = standingAt(story, at);
  const pending = pendingVoices(story, at);
  const isPending = (seat: string): boolean => pending.includes(seat);
  const inLane = (lane: Lane): string[] =>
    story.seats.map(({ id }) => id).filter((seat) => held.get(seat) === lane.id);
  const lanes = until(story.lanes, at).map((lane) => ({
    lane,
    holding: inLane(lane).filter((seat) => !isPending(seat) && !absent.has(seat)),
    maybe: inLane(lane).filter(isPending),
  }));
  const cast = lanes.reduce((sum, { holding }) => sum + holding.length, pending.length);
  const { deciding } = story;
  return {
    lanes,
    cast,
    needed: neededOf(story, cast, cast + absent.size),
    settled: deciding?.by === "withdrawal" ? deciding.settled : null,
    pending,
    absent: [...absent].filter((seat) => !isPending(seat)),
  };
}

function neededOf({ deciding }: Story, cast: number, asked: number): number | null {
  if (cast === 0) return null;
  if (deciding?.by === "share") {
    return isTooFew(cast, asked) ? null : votesNeeded(deciding.needed, cast);
  }
  return deciding?.by === "withdrawal" ? cast : null;
}

/** What counts of what each voice held last, and who was absent since. */
function standingAt(story: Story, at: number): { held: Map<string, string>; absent: Set<string> } {
  const held = new Map<string, string>();
  const absent = new Set<string>();
  for (const { seat, step, said, unmet, absent: missing } of until(story.turns, at)) {
    if (!isThreaded(seat, story.deciding) || !isAboutPositions(story, step, at)) continue;
    // an objection stays while its author is silent
    if (missing && !(story.deciding?.by === "withdrawal" && held.has(seat))) absent.add(seat);
    if (!said?.position) continue;
    absent.delete(seat);
    const taken = { position: said.position, unmet };
    held.set(seat, countedPosition(taken, held.get(seat), story.deciding));
  }
  return { held, absent };
}

function pendingVoices(story: Story, at: number): string[] {
  if (story.end !== null && story.end.at <= at) return [];
  return until(story.steps, at)
    .filter(({ step }) => isAboutPositions(story, step, at))
    .flatMap((step) => pendingIn(story, step, at))
    .filter((seat) => isThreaded(seat, story.deciding));
}
