/**
 * The hash chain of a journal.
 *
 * KC1. A line is one event as JSON; its last field is the SHA-256 of all the bytes before that field.
 * KC2. Each event contains its predecessor's hash, so no event can be changed, moved or dropped on its own.
 * KC3. A line is accepted only if every field of its event is valid, because anyone can compute a hash.
 */
import { hash } from "node:crypto";

import {
  GENESIS,
  findOrderFault,
  parseChainedEvent,
  readHashedBody,
  readStatedHash,
} from "../../domain/journal/chained-line.ts";
import type { Event, Fact } from "../../domain/journal/event.ts";
import { StoreError } from "../../errors.ts";

export { GENESIS };

export function sha256(text: string): string {
  return hash("sha256", text);
}

export interface ChainedEvent {
  readonly event: Event;
  readonly line: string;
}

export function chainEvent(
  fact: Fact,
  place: Pick<Event, "sequence" | "atMs" | "previous">,
): ChainedEvent {
  const { sequence, atMs, previous } = place;
  const body = JSON.stringify({ sequence, atMs, previous, fact });
  const digest = sha256(body);
  return {
    event: { sequence, atMs, previous, fact, hash: digest },
    line: `${body.slice(0, -1)},"hash":"${digest}"}`,
  };
}

/** An event from a line whose place in the chain is known to be valid; anything else is refused. */
export function readEventLine(line: string): Event {
  const event = parseChainedEvent(line);
  if (typeof event !== "string") return event;
  throw new StoreError("store-corrupt", `A line of the journal ${event}.`, {
    hint: "See what still holds: dissent verify <debate>",
  });
}

/** What is wrong with a line at its place in the chain; undefined if it is valid. */
export function findChainFault(line: string, expected: ExpectedPosition): string | undefined {
  const read = readEventAt(line, expected);
  return typeof read === "string" ? read : undefined;
}

interface ExpectedPosition {
  readonly sequence: number;
  readonly previous: string;
}

/** The event of a line, or what is wrong with it at its place in the chain. */
export function readEventAt(line: string, expected: ExpectedPosition): Event | string {
  const stated = readStatedHash(line);
  if (stated === undefined) return "is not a journal line";
  if (sha256(readHashedBody(line)) !== stated) return "was changed after it was written";
  const event = parseChainedEvent(line);
  if (typeof event === "string") return event;
  const fault = findOrderFault(event, expected);
  if (fault !== null) return fault;
  if ((event.fact.type === "debate-opened") !== (expected.sequence === 0)) {
    return expected.sequence === 0 ? "opens no debate" : "opens a debate that was open";
  }
  return event;
}

export interface JournalFault {
  /** Index of the first line that is wrong. */
  readonly sequence: number;
  /** "was changed after it was written". */
  readonly what: string;
}

/** The events of a whole journal, or its first fault: what comes from elsewhere is read here and nowhere else. */
export function readJournal(lines: readonly string[]): readonly Event[] | JournalFault {
  const events: Event[] = [];
  let previous = GENESIS;
  for (const line of lines) {
    const event = readEventAt(line, { sequence: events.length, previous });
    if (typeof event === "string") return { sequence: events.length, what: event };
    previous = event.hash;
    events.push(event);
  }
  return events.length > 0 ? events : { sequence: 0, what: "is missing" };
}

export function isJournalFault(read: readonly Event[] | JournalFault): read is JournalFault {
  return !Array.isArray(read);
}
