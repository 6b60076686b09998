/** Batches incoming data and passes it on at most once per frame. */

export interface BatchTiming {
  /** Calls back before the next frame is painted. */
  readonly frame: (act: () => void) => void;
  readonly later: (act: () => void, ms: number) => void;
  readonly now: () => number;
}

/** A frame in four may go to new events, so that the page stays usable while they pour in. */
const REST_FACTOR = 3;

export function createFrameBatcher<T>(
  pace: BatchTiming,
  take: (batch: readonly T[]) => void,
): (one: T) => void {
  let waiting: T[] = [];
  let isDue = false;
  let restUntil = 0;
  const flush = (): void => {
    isDue = false;
    const batch = waiting;
    waiting = [];
    const begun = pace.now();
    take(batch);
    const ended = pace.now();
    restUntil = ended + (ended - begun) * REST_FACTOR;
  };
  return (one) => {
    waiting.push(one);
    if (isDue) return;
    isDue = true;
    const restMs = restUntil - pace.now();
    if (restMs > 16) pace.later(flush, restMs);
    else pace.frame(flush);
  };
}
