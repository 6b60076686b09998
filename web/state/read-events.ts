/** Lines of a journal as events. A page can come from anyone, so every field is checked before anything is drawn. */
import { findEventShapeFault } from "../../src/domain/event-shape.ts";
import type { Event } from "../../src/domain/event.ts";

export function parseJournalEvents(lines: readonly string[]): Event[] {
  return lines.map((line, index) => {
    const event = parseJournalLine(line);
    if (typeof event === "string") throw new TypeError(`event ${index} of its journal ${event}.`);
    return event;
  });
}

/** The event, or what is wrong with the line in words that follow its number. */
export function parseJournalLine(line: string): Event | string {
  let event: unknown;
  try {
    event = JSON.parse(line);
  } catch {
    return "is not JSON";
  }
  return findEventShapeFault(event) ?? (event as Event);
}
