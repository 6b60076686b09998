/**
 * The hash chain of a journal.
 *
 * C1. A line is one event as JSON; its last field is the SHA-256 of all the bytes before that field.
 * C2. Each event holds its predecessor's hash, so that no event can be changed, moved or dropped alone.
 */
import { hash } from "node:crypto";

import type { Event, Fact } from "../domain/event.ts";

export const GENESIS = "0".repeat(64);

export function sha256(text: string): string {
  return hash("sha256", text);
}

export interface Link {
  readonly event: Event;
  readonly line: string;
}

export function link(fact: Fact, place: Pick<Event, "sequence" | "atMs" | "previous">): Link {
  const { sequence, atMs, previous } = place;
  const body = JSON.stringify({ sequence, atMs, previous, fact });
  const digest = sha256(body);
  return {
    event: { sequence, atMs, previous, fact, hash: digest },
    line: `${body.slice(0, -1)},"hash":"${digest}"}`,
  };
}

/** Reads one line; the text is trusted to be JSON only as far as `chainFault` has checked it. */
export function readLine(line: string): Event {
  return JSON.parse(line) as Event;
}

const TAIL = /^,"hash":"([0-9a-f]{64})"\}$/;
const TAIL_LENGTH = `,"hash":"${GENESIS}"}`.length;

/** What is wrong with a line at its place in the chain; undefined when it holds. */
export function chainFault(line: string, expected: Place): string | undefined {
  const read = eventAt(line, expected);
  return typeof read === "string" ? read : undefined;
}

interface Place {
  readonly sequence: number;
  readonly previous: string;
}

/** The event a line holds, or what is wrong with it at its place in the chain. */
export function eventAt(line: string, expected: Place): Event | string {
  const stated = TAIL.exec(line.slice(-TAIL_LENGTH))?.[1];
  if (stated === undefined) return "is not a journal line";
  if (sha256(`${line.slice(0, -TAIL_LENGTH)}}`) !== stated)
    return "was changed after it was written";
  let event: Event;
  try {
    event = readLine(line);
  } catch {
    return "is not JSON";
  }
  if (typeof event.fact?.type !== "string") return "holds no fact";
  if (event.sequence !== expected.sequence) return `is numbered ${event.sequence}`;
  if (event.previous !== expected.previous) return "does not follow its predecessor";
  return event;
}

/** What is wrong with the first line that is; what comes from elsewhere must at least be whole. */
export function brokenLine(lines: readonly string[]): string | undefined {
  let previous = GENESIS;
  for (const [sequence, line] of lines.entries()) {
    const fault = chainFault(line, { sequence, previous });
    if (fault !== undefined) return `Event ${sequence} of the journal ${fault}`;
    previous = readLine(line).hash;
  }
  return undefined;
}
