/**
 * Checks a journal in the reader's browser: the chain of its lines, and the hash of every text they name. The rule is
 * in docs/journal.md; nothing from the server is trusted.
 */
import {
  GENESIS,
  findOrderFault,
  parseChainedEvent,
  readHashedBody,
  readStatedHash,
} from "../../src/domain/journal/chained-line.ts";
import type { Event } from "../../src/domain/journal/event.ts";

export interface CheckableJournal {
  readonly lines: readonly string[];
  /** Texts by their SHA-256. */
  readonly texts: Readonly<Record<string, string>>;
  /** SHA-256 of texts that are too long for the page. */
  readonly leftOut?: readonly string[];
}

export interface JournalCheckResult {
  readonly events: number;
  /** Texts whose hash is what the journal says. */
  readonly texts: number;
  /** Texts that are not here and were not checked. */
  readonly unseen: number;
  /** Hash of the last valid event. */
  readonly head: string;
  /** What differs first; null where nothing does. */
  readonly fault: string | null;
}

export interface JournalCheckOptions {
  readonly digest: (text: string) => Promise<string>;
  /** Lets the page do something else. */
  readonly rest: () => Promise<void>;
  readonly progress?: (done: number) => void;
  /** Nobody waits for the result any more. */
  readonly isStopped?: () => boolean;
}

/** Lines between two rests. */
const SLICE = 100;

export async function checkJournal(
  journal: CheckableJournal,
  means: JournalCheckOptions,
): Promise<JournalCheckResult> {
  const named = new Set<string>();
  let place: ExpectedChainLine = { sequence: 0, previous: GENESIS, atMs: 0 };
  for (const line of journal.lines) {
    const read = await checkJournalLine(line, place, means);
    if (typeof read === "string")
      return createFailedCheck(place, `Event ${place.sequence} ${read}.`);
    for (const sha256 of listNamedTextHashes(read)) named.add(sha256);
    place = { sequence: place.sequence + 1, previous: read.hash, atMs: read.atMs };
    if (place.sequence % SLICE === 0) await yieldToPage(place.sequence, means);
    if (means.isStopped?.() === true) break;
  }
  return checkJournalTexts(journal, { place, named }, means);
}

interface ExpectedChainLine {
  readonly sequence: number;
  readonly previous: string;
  readonly atMs: number;
}

async function checkJournalLine(
  line: string,
  expected: ExpectedChainLine,
  { digest }: JournalCheckOptions,
): Promise<Event | string> {
  const stated = readStatedHash(line);
  if (stated === undefined) return "is not a journal line";
  if ((await digest(readHashedBody(line))) !== stated) return "was changed after it was written";
  const event = parseChainedEvent(line);
  if (typeof event === "string") return event;
  const fault = findOrderFault(event, expected);
  if (fault !== null) return fault;
  return event.atMs < expected.atMs ? "is dated before its predecessor" : event;
}

async function checkJournalTexts(
  { texts, leftOut = [] }: CheckableJournal,
  { place, named }: { place: ExpectedChainLine; named: ReadonlySet<string> },
  means: JournalCheckOptions,
): Promise<JournalCheckResult> {
  let checked = 0;
  let unseen = 0;
  for (const sha256 of named) {
    const text = Object.hasOwn(texts, sha256) ? texts[sha256] : undefined;
    if (text === undefined) {
      if (!leftOut.includes(sha256))
        return createFailedCheck(place, `The text ${shortenTextHash(sha256)} is missing.`);
      unseen += 1;
      continue;
    }
    if ((await means.digest(text)) !== sha256) {
      return createFailedCheck(
        place,
        `The text ${shortenTextHash(sha256)} is not what the journal names.`,
      );
    }
    checked += 1;
    await means.rest();
  }
  return { events: place.sequence, texts: checked, unseen, head: place.previous, fault: null };
}

function createFailedCheck(
  { sequence, previous }: ExpectedChainLine,
  fault: string,
): JournalCheckResult {
  return { events: sequence, texts: 0, unseen: 0, head: previous, fault };
}

async function yieldToPage(done: number, { rest, progress }: JournalCheckOptions): Promise<void> {
  progress?.(done);
  await rest();
}

function shortenTextHash(sha256: string): string {
  return `${sha256.slice(0, 12)}…`;
}

/** Hashes of the texts that an event refers to. */
export function listNamedTextHashes({ fact }: Event): string[] {
  if (fact.type === "debate-opened") return fact.brief.sources.map(({ sha256 }) => sha256);
  if (fact.type === "outside-read") return fact.sources.map(({ sha256 }) => sha256);
  return fact.type === "artifact-published" ? [fact.sha256] : [];
}
