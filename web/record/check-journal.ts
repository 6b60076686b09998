/**
 * A journal checked where it is read: the chain of its lines, and the hash of every text that they name.
 * The rule is that of docs/journal.md; nothing of the server is believed.
 */
import type { Event } from "../../src/domain/event.ts";
import { parsedEvent } from "../state/read-events.ts";

export interface Journal {
  readonly lines: readonly string[];
  /** Texts by their SHA-256. */
  readonly texts: Readonly<Record<string, string>>;
  /** SHA-256 of texts that are too long for the page. */
  readonly leftOut?: readonly string[];
}

export interface Checked {
  readonly events: number;
  /** Texts whose hash is what the journal says. */
  readonly texts: number;
  /** Texts that are not here and were not checked. */
  readonly unseen: number;
  /** Hash of the last event that holds. */
  readonly head: string;
  /** What differs first; null where nothing does. */
  readonly fault: string | null;
}

export interface Means {
  readonly digest: (text: string) => Promise<string>;
  /** Lets the page do something else. */
  readonly rest: () => Promise<void>;
  readonly progress?: (done: number) => void;
  /** Nobody waits for the result any more. */
  readonly isStopped?: () => boolean;
}

const GENESIS = "0".repeat(64);
const TAIL = /^,"hash":"([0-9a-f]{64})"\}$/;
const TAIL_LENGTH = `,"hash":"${GENESIS}"}`.length;
/** Lines between two rests. */
const SLICE = 100;

export async function checkJournal(journal: Journal, means: Means): Promise<Checked> {
  const named = new Set<string>();
  let place: Place = { sequence: 0, previous: GENESIS, atMs: 0 };
  for (const line of journal.lines) {
    const read = await eventAt(line, place, means);
    if (typeof read === "string") return failed(place, `Event ${place.sequence} ${read}.`);
    for (const sha256 of textsNamedBy(read)) named.add(sha256);
    place = { sequence: place.sequence + 1, previous: read.hash, atMs: read.atMs };
    if (place.sequence % SLICE === 0) await breathe(place.sequence, means);
    if (means.isStopped?.() === true) break;
  }
  return checkTexts(journal, { place, named }, means);
}

interface Place {
  readonly sequence: number;
  readonly previous: string;
  readonly atMs: number;
}

async function eventAt(line: string, expected: Place, { digest }: Means): Promise<Event | string> {
  const stated = TAIL.exec(line.slice(-TAIL_LENGTH))?.[1];
  if (stated === undefined) return "is not a journal line";
  const found = await digest(`${line.slice(0, -TAIL_LENGTH)}}`);
  if (found !== stated) return "was changed after it was written";
  const event = parsedEvent(line);
  if (typeof event === "string") return event;
  if (event.sequence !== expected.sequence) return `is numbered ${event.sequence}`;
  if (event.previous !== expected.previous) return "does not follow its predecessor";
  if (event.atMs < expected.atMs) return "is dated before its predecessor";
  return event;
}

async function checkTexts(
  { texts, leftOut = [] }: Journal,
  { place, named }: { place: Place; named: ReadonlySet<string> },
  means: Means,
): Promise<Checked> {
  let checked = 0;
  let unseen = 0;
  for (const sha256 of named) {
    const text = Object.hasOwn(texts, sha256) ? texts[sha256] : undefined;
    if (text === undefined) {
      if (!leftOut.includes(sha256)) return failed(place, `The text ${short(sha256)} is missing.`);
      unseen += 1;
      continue;
    }
    if ((await means.digest(text)) !== sha256) {
      return failed(place, `The text ${short(sha256)} is not what the journal names.`);
    }
    checked += 1;
    await means.rest();
  }
  return { events: place.sequence, texts: checked, unseen, head: place.previous, fault: null };
}

function failed({ sequence, previous }: Place, fault: string): Checked {
  return { events: sequence, texts: 0, unseen: 0, head: previous, fault };
}

async function breathe(done: number, { rest, progress }: Means): Promise<void> {
  progress?.(done);
  await rest();
}

function short(sha256: string): string {
  return `${sha256.slice(0, 12)}…`;
}

/** Hashes of the texts that an event stands for. */
export function textsNamedBy({ fact }: Event): string[] {
  if (fact.type === "debate-opened") return fact.brief.sources.map(({ sha256 }) => sha256);
  return fact.type === "artifact-published" ? [fact.sha256] : [];
}
