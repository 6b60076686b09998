/** The words of a passage and how often they stand there: what two passages share, and what only one of them names. */
import { isFunctionWord, listComparableWords } from "../../text/comparable-words.ts";

export interface PassageTerms {
  /** All words in order, as one string: passages with the same words differ in marks only. */
  readonly words: string;
  readonly total: number;
  /** In the order of first use. */
  readonly counts: ReadonlyMap<string, number>;
}

export function countPassageTerms(text: string): PassageTerms {
  const words = listComparableWords(text);
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { words: words.join(" "), total: words.length, counts };
}

export function countSharedTerms(a: PassageTerms, b: PassageTerms): number {
  const [fewer, more] = a.counts.size <= b.counts.size ? [a, b] : [b, a];
  let count = 0;
  for (const word of fewer.counts.keys()) if (more.counts.has(word)) count++;
  return count;
}

const SHORTEST_TERM = 3;

/** What a passage names and none of the others does, most often named first. */
export function listOwnTerms(
  terms: PassageTerms,
  others: readonly PassageTerms[],
  most: number,
): string[] {
  return [...terms.counts]
    .filter(
      ([word]) =>
        word.length >= SHORTEST_TERM &&
        !/^\d+$/.test(word) &&
        !isFunctionWord(word) &&
        !FILLING.has(word) &&
        others.every((other) => !other.counts.has(word)),
    )
    .sort(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([word]) => word);
}

const FILLING = new Set(
  (
    "about after all also any because before both can could each every how may more most must not one only other over per " +
    "shall should since some still two until use used uses using very what when where while without would"
  ).split(" "),
);
