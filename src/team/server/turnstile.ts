/** Lets a few do what is costly at a time; some wait, and the rest are told to come back. */
import { Wait } from "../../server/refusal.ts";

export type Turnstile = <Value>(work: () => Promise<Value>) => Promise<Value>;

export function turnstile({ atWork, waiting }: { atWork: number; waiting: number }): Turnstile {
  let inside = 0;
  const line: (() => void)[] = [];
  return async (work) => {
    if (inside >= atWork) {
      if (line.length >= waiting) throw new Wait("busy", "The server has too much to do.", 5);
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
