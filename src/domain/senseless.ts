import type { Event } from "./event.ts";
import { transcriptOf } from "./transcript.ts";

/** What is wrong with a journal from elsewhere whose hashes hold and whose events are not those of a debate. */
export function senseless(events: readonly Event[]): string | undefined {
  try {
    transcriptOf(events);
    return undefined;
  } catch {
    return "The journal holds events that no debate has";
  }
}
