/** Shares with their denominators: nothing is printed without what it was counted over. */
import {
  computeWilsonInterval,
  type ConfidenceInterval,
} from "../../audit/statistics/statistics.ts";

export interface CountedShare {
  readonly count: number;
  readonly of: number;
  /** Null where nothing was counted over. */
  readonly share: number | null;
  readonly interval: ConfidenceInterval;
}

export function countShare(count: number, of: number): CountedShare {
  return {
    count,
    of,
    share: of === 0 ? null : count / of,
    interval: computeWilsonInterval(count, of),
  };
}

export function measureShare<One>(all: readonly One[], holds: (one: One) => boolean): CountedShare {
  return countShare(all.filter(holds).length, all.length);
}
