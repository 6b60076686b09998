/** A journal's line as text: the hashed body, the stated hash, and the event. It computes no hash itself. */
import { findEventShapeFault } from "./event-shape.ts";
import type { Event } from "./event.ts";

/** What the first event names as its predecessor's hash. */
export const GENESIS = "0".repeat(64);

const TAIL = /^,"hash":"([0-9a-f]{64})"\}$/;
const TAIL_LENGTH = `,"hash":"${GENESIS}"}`.length;

/** The text whose SHA-256 a line states as its last field. */
export function readHashedBody(line: string): string {
  return `${line.slice(0, -TAIL_LENGTH)}}`;
}

/** Undefined where a line states none. */
export function readStatedHash(line: string): string | undefined {
  return TAIL.exec(line.slice(-TAIL_LENGTH))?.[1];
}

/** The event, or what is wrong with the line; its hash may be right and its fields be anything. */
export function parseChainedEvent(line: string): Event | string {
  let event: unknown;
  try {
    event = JSON.parse(line);
  } catch {
    return "is not JSON";
  }
  return findEventShapeFault(event) ?? (event as Event);
}

/** What is wrong with an event at its place in the chain; null when it follows. */
export function findOrderFault(
  event: Event,
  expected: Pick<Event, "sequence" | "previous">,
): string | null {
  if (event.sequence !== expected.sequence) return `is numbered ${event.sequence}`;
  return event.previous === expected.previous ? null : "does not follow its predecessor";
}
