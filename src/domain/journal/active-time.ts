/** The time that counts against a limit of time (K12). */
import type { Event } from "./event.ts";

/** Time during which a process was running the debate; waiting for days costs nothing. */
export function computeActiveMs(events: readonly Event[]): number {
  let total = 0;
  let lastMs = 0;
  let sinceMs: number | undefined;
  for (const { fact, atMs } of events) {
    switch (fact.type) {
      case "debate-opened":
      case "debate-resumed":
        if (sinceMs !== undefined) total += lastMs - sinceMs;
        sinceMs = atMs;
        break;
      case "debate-paused":
      case "escalation-raised":
        if (sinceMs !== undefined) total += atMs - sinceMs;
        sinceMs = undefined;
        break;
      default:
    }
    lastMs = atMs;
  }
  return sinceMs === undefined ? total : total + lastMs - sinceMs;
}
