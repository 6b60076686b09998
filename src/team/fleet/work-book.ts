/** What a worker does and has just done, so that it can tell what it is only said to be doing. */
import type { Clock } from "../../clock.ts";

export interface InProgressWork {
  track<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
  listRecentNames(): readonly string[];
}

// what it came to is written down after the work, again and again where the database is away
const KEPT_MS = 180_000;

export function trackInProgressWork(clock: Clock): InProgressWork {
  /** Null while it is under way, else when it was over. */
  const names = new Map<string, number | null>();
  return {
    async track(name, work) {
      names.set(name, null);
      try {
        return await work();
      } finally {
        names.set(name, clock.nowMs());
      }
    },
    listRecentNames() {
      const sinceMs = clock.nowMs() - KEPT_MS;
      for (const [name, overMs] of names) {
        if (overMs !== null && overMs < sinceMs) names.delete(name);
      }
      return [...names.keys()];
    },
  };
}
