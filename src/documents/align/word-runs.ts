/** A13: what is said in nearly the same words, wherever it stands: three words that follow each other are a run. */
import { listComparableWords } from "../../text/comparable-words.ts";
import type { ParsedDocument } from "../document.ts";
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";

/** Shorter passages are alike by chance. */
export const FEWEST_WORDS = 15;
/** So much of a passage stands in the other as well. */
export const ALIKE = 0.7;

/** Null for a text that is too short to tell. */
export function listWordRuns(text: string): ReadonlySet<string> | null {
  const words = listComparableWords(text);
  if (words.length < FEWEST_WORDS) return null;
  return new Set(words.slice(2).map((word, at) => `${words[at]} ${words[at + 1]} ${word}`));
}

export type RunIndex = ReadonlyMap<ParsedDocument, ReadonlySet<string>>;

/** More characters than this in all are compared by their lines alone. */
const MOST_INDEXED = 2_000_000;

export async function indexWordRuns(
  documents: readonly ParsedDocument[],
  breathe: YieldToEventLoop,
): Promise<RunIndex> {
  const found = new Map<ParsedDocument, ReadonlySet<string>>();
  const size = documents.reduce((sum, { text }) => sum + text.length, 0);
  if (size > MOST_INDEXED) return found;
  for (const document of documents) {
    await breathe();
    found.set(document, listWordRuns(document.text) ?? new Set());
  }
  return found;
}

/** Whether a document says nearly all of this somewhere. */
export function saysNearly(runs: RunIndex, document: ParsedDocument, text: string): boolean {
  const held = runs.get(document);
  const own = held && listWordRuns(text);
  if (!held || !own) return false;
  let shared = 0;
  for (const run of own) if (held.has(run)) shared++;
  return shared >= ALIKE * own.size;
}
