/** A summary spares reading the journal, nothing more: one that cannot be read is worked out again from the journal. */
import { eventShapeFault } from "../domain/event-shape.ts";
import type { Event } from "../domain/event.ts";
import { type DebateSummary, summaryOf } from "../domain/summary.ts";

/** Or what is wrong with the journal, in words that follow the name of the debate. */
export function rebuildSummary(lines: readonly string[]): DebateSummary | string {
  const events: Event[] = [];
  for (const [sequence, line] of lines.entries()) {
    const event = parsedEvent(line);
    if (typeof event === "string") return `event ${sequence} ${event}`;
    if ((event.fact.type === "debate-opened") !== (sequence === 0)) {
      return `event ${sequence} is not where a debate is opened`;
    }
    events.push(event);
  }
  const summary = summaryOf(events);
  if (summary === null) return "its journal is empty";
  return summary;
}

function parsedEvent(line: string): Event | string {
  try {
    const event: unknown = JSON.parse(line);
    return eventShapeFault(event) ?? (event as Event);
  } catch {
    return "is not JSON";
  }
}
