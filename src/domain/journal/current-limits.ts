/** A resumed debate keeps the limits it was last resumed with. */
import { type Event, type Limits, readOpening } from "./event.ts";

export function readCurrentLimits(events: readonly Event[]): Limits {
  const resumed = events.findLast(({ fact }) => fact.type === "debate-resumed")?.fact;
  return resumed?.type === "debate-resumed" ? resumed.limits : readOpening(events).limits;
}
