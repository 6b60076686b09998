/** Indexes of a timeline, made once per timeline because readers move back and forth in it. */
import type {
  ArgumentLink,
  DebateTimeline,
  PositionMove,
  TimelineStep,
  TimelineTurn,
} from "./debate-timeline.ts";
import { isThreadedSeat } from "./lanes.ts";
import { isPositionTurn, isScoreTurn } from "./turns.ts";

export interface TimelineIndex {
  readonly turnsByStep: ReadonlyMap<string, readonly TimelineTurn[]>;
  readonly stepNamed: ReadonlyMap<string, TimelineStep>;
  /** By the key of its turn. */
  readonly moveIn: ReadonlyMap<string, PositionMove>;
  /** Links by the claim, lane or seat they point to. */
  readonly linksTo: ReadonlyMap<string, readonly ArgumentLink[]>;
  /** Step to the turn that showed it to be one where positions are taken. */
  readonly positionsFrom: ReadonlyMap<string, number>;
  readonly scoresFrom: ReadonlyMap<string, number>;
  /** Step to its first reply; an absence does not count. */
  readonly repliesFrom: ReadonlyMap<string, number>;
  /** Step to the first time someone with a thread was asked in it. */
  readonly threadsFrom: ReadonlyMap<string, number>;
  /** Sentences about possible endings, by the event that they follow from. */
  readonly endings: Map<number, string | null>;
}

const timelineIndexes = new WeakMap<DebateTimeline, TimelineIndex>();

export function findTimelineIndex(timeline: DebateTimeline): TimelineIndex {
  const known = timelineIndexes.get(timeline);
  if (known) return known;
  const register = createTimelineIndex(timeline);
  timelineIndexes.set(timeline, register);
  return register;
}

function createTimelineIndex({
  turns,
  steps,
  moves,
  links,
  deciding,
}: DebateTimeline): TimelineIndex {
  return {
    turnsByStep: Map.groupBy(turns, ({ step }) => step),
    stepNamed: new Map(steps.map((step) => [step.step, step])),
    moveIn: new Map(moves.map((move) => [move.key, move])),
    linksTo: Map.groupBy(links, ({ to }) => to),
    positionsFrom: indexFirstTurns(turns.filter(isPositionTurn)),
    scoresFrom: indexFirstTurns(turns.filter((turn) => isScoreTurn(turn, deciding))),
    repliesFrom: indexFirstTurns(turns.filter(({ absent }) => absent === null)),
    threadsFrom: new Map(
      steps.flatMap(({ step, asked }): [string, number][] => {
        const first = asked.find(({ seat }) => isThreadedSeat(seat, deciding));
        return first ? [[step, first.at]] : [];
      }),
    ),
    endings: new Map(),
  };
}

function indexFirstTurns(turns: readonly TimelineTurn[]): Map<string, number> {
  const first = new Map<string, number>();
  for (const { step, at } of turns) if (!first.has(step)) first.set(step, at);
  return first;
}

/** The parts that existed at a given event; they are in journal order. */
export function takeUntilEvent<Piece extends { readonly at: number }>(
  pieces: readonly Piece[],
  at: number,
): readonly Piece[] {
  let low = 0;
  let high = pieces.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((pieces[middle]?.at ?? Number.POSITIVE_INFINITY) <= at) low = middle + 1;
    else high = middle;
  }
  return low === pieces.length ? pieces : pieces.slice(0, low);
}

/** The last turn of each seat. */
export function indexNewestTurns(turns: readonly TimelineTurn[]): Map<string, TimelineTurn> {
  return new Map(turns.map((turn) => [turn.seat, turn]));
}
