/** How alike two texts are: runs of three words in common over all runs of both (Jaccard). */
import { runsOf } from "../domain/novelty.ts";

export { likeness } from "../domain/novelty.ts";

export type Runs = ReadonlySet<string>;

/** The most alike of the earlier texts, found without comparing with all of them. */
export interface Earlier {
  add(text: string): void;
  /** Likeness to the nearest text added so far. */
  nearest(text: string): number;
}

export function earlierTexts(): Earlier {
  const known = new Set<string>();
  const sizes: number[] = [];
  const places = new Map<string, number[]>();
  // counted anew for each question, and cleared after it
  const shared: number[] = [];
  return {
    add(text) {
      // the same words again say nothing new about what is near
      const runs = runsOf(text);
      const whole = [...runs].join("|");
      if (known.has(whole)) return;
      known.add(whole);
      const place = sizes.push(runs.size) - 1;
      for (const run of runs) {
        const at = places.get(run);
        if (at) at.push(place);
        else places.set(run, [place]);
      }
    },
    nearest(text) {
      const runs = runsOf(text);
      if (known.has([...runs].join("|"))) return 1;
      const touched: number[] = [];
      for (const run of runs) {
        for (const place of places.get(run) ?? []) {
          const count = shared[place] ?? 0;
          if (count === 0) touched.push(place);
          shared[place] = count + 1;
        }
      }
      let most = 0;
      for (const place of touched) {
        const count = shared[place] ?? 0;
        shared[place] = 0;
        most = Math.max(most, count / (runs.size + (sizes[place] ?? 0) - count));
      }
      return most;
    },
  };
}
