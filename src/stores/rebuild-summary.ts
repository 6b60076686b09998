/** A summary only saves reading the journal: one that cannot be read is computed again from the journal. */
import { findEventShapeFault } from "../domain/journal/event-shape.ts";
import type { Event } from "../domain/journal/event.ts";
import { type DebateSummary, summarizeDebate } from "../domain/journal/summary.ts";

/** Or what is wrong with the journal, in words that follow the name of the debate. */
export function rebuildSummary(lines: readonly string[]): DebateSummary | string {
  const events: Event[] = [];
  for (const [sequence, line] of lines.entries()) {
    const event = parseSummaryEvent(line);
    if (typeof event === "string") return `event ${sequence} ${event}`;
    if ((event.fact.type === "debate-opened") !== (sequence === 0)) {
      return `event ${sequence} is not where a debate is opened`;
    }
    events.push(event);
  }
  const summary = summarizeDebate(events);
  if (summary === null) return "its journal is empty";
  return summary;
}

function parseSummaryEvent(line: string): Event | string {
  try {
    const event: unknown = JSON.parse(line);
    return findEventShapeFault(event) ?? (event as Event);
  } catch {
    return "is not JSON";
  }
}
