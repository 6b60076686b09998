/** Where things of a story are found quickly; made once for each story, since a reader goes back and forth in it. */
import { isThreaded } from "./lanes.ts";
import type { Link, Move, Step, Story, Turn } from "./story.ts";
import { givesScore, takesPosition } from "./turns.ts";

export interface Register {
  readonly turnsOf: ReadonlyMap<string, readonly Turn[]>;
  readonly stepNamed: ReadonlyMap<string, Step>;
  /** By the key of its turn. */
  readonly moveIn: ReadonlyMap<string, Move>;
  /** Links by the claim, lane or seat they point to. */
  readonly linksTo: ReadonlyMap<string, readonly Link[]>;
  /** Step to the turn that showed it to be one where positions are taken. */
  readonly positionsFrom: ReadonlyMap<string, number>;
  readonly scoresFrom: ReadonlyMap<string, number>;
  /** Step to its first reply; an absence is none. */
  readonly repliesFrom: ReadonlyMap<string, number>;
  /** Step to the first time someone with a thread was asked in it. */
  readonly threadsFrom: ReadonlyMap<string, number>;
  /** Sentences about possible endings, by the event that they follow from. */
  readonly endings: Map<number, string | null>;
}

const registers = new WeakMap<Story, Register>();

export function registerOf(story: Story): Register {
  const known = registers.get(story);
  if (known) return known;
  const register = registered(story);
  registers.set(story, register);
  return register;
}

function registered({ turns, steps, moves, links, deciding }: Story): Register {
  return {
    turnsOf: Map.groupBy(turns, ({ step }) => step),
    stepNamed: new Map(steps.map((step) => [step.step, step])),
    moveIn: new Map(moves.map((move) => [move.key, move])),
    linksTo: Map.groupBy(links, ({ to }) => to),
    positionsFrom: firstOf(turns.filter(takesPosition)),
    scoresFrom: firstOf(turns.filter((turn) => givesScore(turn, deciding))),
    repliesFrom: firstOf(turns.filter(({ absent }) => absent === null)),
    threadsFrom: new Map(
      steps.flatMap(({ step, asked }): [string, number][] => {
        const first = asked.find(({ seat }) => isThreaded(seat, deciding));
        return first ? [[step, first.at]] : [];
      }),
    ),
    endings: new Map(),
  };
}

function firstOf(turns: readonly Turn[]): Map<string, number> {
  const first = new Map<string, number>();
  for (const { step, at } of turns) if (!first.has(step)) first.set(step, at);
  return first;
}

/** The pieces that were there at a moment; they stand in the order of the journal. */
export function until<Piece extends { readonly at: number }>(
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
