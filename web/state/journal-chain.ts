/** Whether events follow each other without a gap, and whether their lines match their hashes. */
import {
  GENESIS,
  parseChainedEvent,
  readHashedBody,
} from "../../src/domain/journal/chained-line.ts";
import type { Event } from "../../src/domain/journal/event.ts";

/** What is wrong with the first event that does not follow; null when all do. */
export function findChainGap(known: Event | undefined, next: readonly Event[]): string | null {
  let previous = known;
  for (const event of next) {
    const fault = findEventFault(previous, event);
    if (fault !== null) return fault;
    previous = event;
  }
  return null;
}

function findEventFault(previous: Event | undefined, event: Event): string | null {
  const expected = previous === undefined ? 0 : previous.sequence + 1;
  if (event.sequence !== expected) {
    return `Event ${expected} is missing: ${event.sequence} came in its place.`;
  }
  if (event.previous !== (previous?.hash ?? GENESIS)) {
    return `Event ${event.sequence} does not follow event ${expected - 1}: the chain is broken.`;
  }
  return null;
}

export type DigestFunction = (text: string) => Promise<string>;

/** The sequence of the first line whose bytes are not those that were hashed; null when all are. */
export async function findChangedLine(
  lines: readonly string[],
  events: readonly Event[],
  digest: DigestFunction,
): Promise<number | null> {
  for (const [index, line] of lines.entries()) {
    if ((await digest(readHashedBody(line))) !== events[index]?.hash) return index;
  }
  return null;
}

/** Null where the browser offers none, as on pages that are not from this machine. */
export function getBrowserDigest(): DigestFunction | null {
  // typed as always there, and missing outside of secure contexts
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return null;
  const encoder = new TextEncoder();
  return async (text) => {
    const bytes = new Uint8Array(await subtle.digest("SHA-256", encoder.encode(text)));
    return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  };
}

// Lines of a journal as events. A page can come from anyone, so every field is checked before anything is drawn.

export function parseJournalEvents(lines: readonly string[]): Event[] {
  return lines.map((line, index) => {
    const event = parseChainedEvent(line);
    if (typeof event === "string") throw new TypeError(`event ${index} of its journal ${event}.`);
    return event;
  });
}
