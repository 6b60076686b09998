import { type Event, type Limits, opening } from "./event.ts";

/** A resumed debate keeps the limits it was last resumed with. */
export function limitsNow(events: readonly Event[]): Limits {
  const resumed = events.findLast(({ fact }) => fact.type === "debate-resumed")?.fact;
  return resumed?.type === "debate-resumed" ? resumed.limits : opening(events).limits;
}
