/** What a worker does and has just done, so that it can tell what it is only said to be doing. */
import type { Clock } from "../../clock.ts";

export interface WorkBook {
  done<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
  known(): readonly string[];
}

// what it came to is written down after the work, again and again where the database is away
const KEPT_MS = 180_000;

export function workBook(clock: Clock): WorkBook {
  /** Null while it is under way, else when it was over. */
  const names = new Map<string, number | null>();
  return {
    async done(name, work) {
      names.set(name, null);
      try {
        return await work();
      } finally {
        names.set(name, clock.nowMs());
      }
    },
    known() {
      const sinceMs = clock.nowMs() - KEPT_MS;
      for (const [name, overMs] of names) {
        if (overMs !== null && overMs < sinceMs) names.delete(name);
      }
      return [...names.keys()];
    },
  };
}
