/** H27: whether a participant says something new, measured in words and quotes. */
import { type CheckedEvidence, foldText } from "../../../domain/evidence.ts";
import { listWords } from "../../../text/substance.ts";

export interface Words {
  readonly text: string;
  readonly evidence: readonly CheckedEvidence[];
}

/** At this share of known word triples a text is a paraphrase of what was said. */
const KNOWN_SHARE = { parts: 1, of: 2 };

/** Fewer than half of its word triples were said before, or it has a new, verified quote. */
export function saysSomethingNew(words: Words, earlier: readonly Words[]): boolean {
  const quotes = new Set(
    earlier.flatMap(({ evidence }) => evidence.map(({ quote }) => foldText(quote))),
  );
  const brings = words.evidence.some(
    ({ verified, quote }) => verified && !quotes.has(foldText(quote)),
  );
  if (brings) return true;
  const said = new Set(earlier.flatMap(({ text }) => triplesIn(text)));
  const own = triplesIn(words.text);
  const known = own.filter((triple) => said.has(triple)).length;
  return known * KNOWN_SHARE.of < own.length * KNOWN_SHARE.parts;
}

function triplesIn(text: string): string[] {
  const words = listWords(text);
  const triples = words
    .slice(2)
    .map((word, index) => `${words[index]} ${words[index + 1]} ${word}`);
  return [...new Set(triples)];
}
