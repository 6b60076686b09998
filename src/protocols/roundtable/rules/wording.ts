/** Sentences and the likeness of texts, as rules that anyone can apply again. */
import { listWords } from "../../../text/substance.ts";

/** Three words in a row; a shorter text is one run. */
const RUN = 3;

function listRuns(words: string): string[] {
  const all = listWords(words);
  if (all.length === 0) return [];
  if (all.length < RUN) return [all.join(" ")];
  return all.slice(RUN - 1).map((_, start) => all.slice(start, start + RUN).join(" "));
}

/** The smaller of the two shares of runs that the texts have in common, 0 to 1. */
export function measureOverlap(one: string, other: string): number {
  const [left, right] = [new Set(listRuns(one)), new Set(listRuns(other))];
  if (left.size === 0 || right.size === 0) return 0;
  const common = [...left].filter((run) => right.has(run)).length;
  return common / Math.max(left.size, right.size);
}

/** At most a page. */
export function countWords(words: string): number {
  return listWords(words).length;
}
