/** What a word is, for whoever counts or compares them. */

/** Chinese and Japanese are written without spaces: two characters are about a word. */
const UNSPACED = String.raw`[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]`;
const SPACED = String.raw`(?:(?!${UNSPACED})[\p{L}\p{N}])+`;

/** Letters and digits, and one of these marks between them; given as in a class of an expression. */
export function createWordPattern(marks: string): RegExp {
  return new RegExp(
    String.raw`(?:(?=[\p{L}\p{N}])${UNSPACED}){1,2}|${SPACED}(?:[${marks}]${SPACED})*`,
    "gu",
  );
}

const HAS_UNSPACED = new RegExp(UNSPACED, "u");

export function hasUnspacedScript(text: string): boolean {
  return HAS_UNSPACED.test(text);
}
