/** Words of a text reduced to stems, so that "merges", "merging" and "merge" are one word. */

export interface Word {
  readonly text: string;
  readonly stem: string;
  readonly start: number;
  readonly end: number;
}

const WORD = /[\p{L}\p{N}]+(?:['’]\p{L}+|[.,]\p{N}+)*/gu;

export function wordsOf(text: string): Word[] {
  return [...text.matchAll(WORD)].map((match) => {
    const lower = match[0].toLowerCase().replaceAll("’", "'");
    return {
      text: lower,
      stem: stemOf(lower),
      start: match.index,
      end: match.index + match[0].length,
    };
  });
}

export function stemsOf(text: string): string[] {
  return wordsOf(text).map(({ stem }) => stem);
}

/** A light English stemmer: it has to be the same for lexicon and text, not linguistically right. */
export function stemOf(word: string): string {
  const bare = word.replace(/'(?:s|re|ll|ve|d)$/, "");
  if (bare.length < 4 || /\p{N}/u.test(bare)) return bare;
  return withoutEnding(bare)
    .replace(/(?<=.{3})e$/, "")
    .replace(/(?<=.{2})i$/, "y");
}

function withoutEnding(word: string): string {
  for (const [ending, instead] of ENDINGS) {
    if (!word.endsWith(ending)) continue;
    const root = word.slice(0, -ending.length) + instead;
    if (root.length < 3 || !/[aeiouy]/.test(root)) continue;
    return ending === "ing" || ending === "ed" ? root.replace(/([bdgkmnprt])\1$/, "$1") : root;
  }
  return word;
}

const ENDINGS: readonly (readonly [string, string])[] = [
  ["ies", "y"],
  ["ied", "y"],
  ["sses", "ss"],
  ["shes", "sh"],
  ["ches", "ch"],
  ["xes", "x"],
  ["ing", ""],
  ["ed", ""],
  ["ss", "ss"],
  ["us", "us"],
  ["is", "is"],
  ["s", ""],
];

/** Words too common to tell one option from another. */
const COMMON = new Set(
  (
    "a about after all also an and any are as at be been before but by can could do does each for from full " +
    "get gives has have how i if in into is it its just keep keeps last less made make makes many may might more " +
    "most much must need needs new no not now of off old on once one only onto option or other our out over own per " +
    "read same see should so some stay still such than that the their them then there these they this those " +
    "through to today two under up use used using very was we were what when where which while who why will with " +
    "without would yet you your first second limited small big build run runs our work works set let lets three"
  )
    .split(" ")
    .map(stemOf),
);

export function isCommon(stem: string): boolean {
  return stem.length < 2 || COMMON.has(stem) || /^\d/.test(stem);
}
