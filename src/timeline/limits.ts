/** The limits in force: those of the opening, or of the newest resumption. */
import { type Event, type Limits, readOpening } from "../domain/event.ts";

export function findActiveLimits(events: readonly Event[]): Limits {
  const resumed = events.findLast(({ fact }) => fact.type === "debate-resumed")?.fact;
  return resumed?.type === "debate-resumed" ? resumed.limits : readOpening(events).limits;
}
