/** Reduces the words of a text to the form in which drafts are compared, and measures how far two sets overlap. */
import { createWordPattern, hasUnspacedScript } from "./substance.ts";

const WORD = /[\p{L}\p{N}]+(?:'[\p{L}\p{N}]+)*/gu;

const ANY_WORD = createWordPattern("'");

/** Articles, conjunctions, prepositions and pronouns: they carry no topic. */
const FUNCTION_WORDS = new Set(
  (
    "a an and are as at be been being but by for from had has have he her his i if in into is it its me my of on or " +
    "our she so such than that the their them then there these they this those to us via was we were which who whom " +
    "whose will with within you your"
  ).split(" "),
);

/** NFKC, lower case, letters and digits; curly apostrophes are straight. */
export function listComparableWords(text: string): string[] {
  const plain = text.normalize("NFKC").replaceAll("’", "'").toLowerCase();
  return plain.match(hasUnspacedScript(plain) ? ANY_WORD : WORD) ?? [];
}

export function isFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(word);
}

/** Words in common over the words of the larger set, as A6 and A8 measure titles. Nothing in common with nothing is 0. */
export function computeWordOverlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const larger = Math.max(a.size, b.size);
  return larger === 0 ? 0 : countCommonWords(a, b) / larger;
}

/** The same measure, compared with a whole percentage without rounding (K2). */
export function hasWordOverlap(
  a: ReadonlySet<string>,
  b: ReadonlySet<string>,
  percent: number,
): boolean {
  const larger = Math.max(a.size, b.size);
  return larger > 0 && countCommonWords(a, b) * 100 >= percent * larger;
}

export function countCommonWords(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [fewer, more] = a.size <= b.size ? [a, b] : [b, a];
  let count = 0;
  for (const word of fewer) if (more.has(word)) count++;
  return count;
}

/** "3.2 Risks", "4) Risk" and "Chapter 2: The risks" have the same topic. */
const NUMBERING =
  /^\s*(?:(?:chapter|section|part|appendix)\s+)?(?:\d+(?:\.\d+)*|[ivxl]+(?=[.)])|[a-z](?=[.)]))\s*[.):–—-]*\s+/i;

/** What a title is about: without numbering and function words, plural as singular. */
export function listTitleWords(title: string): ReadonlySet<string> {
  const words = listComparableWords(title.replace(NUMBERING, ""));
  const topical = words.filter((word) => !FUNCTION_WORDS.has(word));
  return new Set((topical.length > 0 ? topical : listComparableWords(title)).map(singularizeWord));
}

export function singularizeWord(word: string): string {
  if (word.length < 4 || !word.endsWith("s") || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|x|ss|z)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}
