/** The limits in force: those of the opening, or of the newest resumption. */
import { type Event, type Limits, opening } from "../domain/event.ts";

export function limitsIn(events: readonly Event[]): Limits {
  const resumed = events.findLast(({ fact }) => fact.type === "debate-resumed")?.fact;
  return resumed?.type === "debate-resumed" ? resumed.limits : opening(events).limits;
}
