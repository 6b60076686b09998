/** How much of a text was said before, measured in runs of three words or in telling words. */
import { listNamingWords, listWords } from "./substance.ts";

/** A text of fewer than three words is one run. */
export function listWordTriples(text: string): ReadonlySet<string> {
  const words = listWords(text);
  if (words.length < 3) return new Set([words.join(" ")]);
  return new Set(words.slice(2).map((word, at) => `${words[at]} ${words[at + 1]} ${word}`));
}

/** Runs in common over all runs of both (Jaccard): 1 for the same words, 0 for nothing shared. */
export function computeJaccardLikeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = countSharedRuns(a, b);
  const all = a.size + b.size - shared;
  return all === 0 ? 0 : shared / all;
}

/** How many of a text's runs are in earlier ones. */
export function countSharedRuns(own: ReadonlySet<string>, earlier: ReadonlySet<string>): number {
  let count = 0;
  for (const run of own) if (earlier.has(run)) count++;
  return count;
}

const STEM_LETTERS = 6;

/** Beginnings of telling words in common over all of both; 0 where one text has fewer of them than `least`. */
export function computeNamingLikeness(one: string, other: string, least: number): number {
  const [left, right] = [listNamingStems(one), listNamingStems(other)];
  return left.size < least || right.size < least ? 0 : computeJaccardLikeness(left, right);
}

function listNamingStems(text: string): ReadonlySet<string> {
  return new Set([...listNamingWords(text)].map((word) => word.slice(0, STEM_LETTERS)));
}
