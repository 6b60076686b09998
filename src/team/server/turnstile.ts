/** Lets a few do what is costly at a time; some wait, and the rest are told to come back. */
import { RetryLaterRefusal } from "../../server/refusal.ts";

export type ConcurrencyLimit = <Value>(work: () => Promise<Value>) => Promise<Value>;

export function createConcurrencyLimit({
  atWork,
  waiting,
}: {
  atWork: number;
  waiting: number;
}): ConcurrencyLimit {
  let inside = 0;
  const line: (() => void)[] = [];
  return async (work) => {
    if (inside >= atWork) {
      if (line.length >= waiting)
        throw new RetryLaterRefusal("busy", "The server has too much to do.", 5);
      // whoever leaves hands its place over, so that nobody slips in between
      await new Promise<void>((resolve) => line.push(resolve));
    } else inside++;
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next) next();
      else inside--;
    }
  };
}
