/** K8: whether a text says something, as a rule that anyone can apply again. */

// What a word is, for counting and comparing.

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

/** Whether nothing of a text is visible: spaces, and characters that show nothing, such as U+200B. */
export function isBlankText(text: string): boolean {
  return /^[\s\p{Default_Ignorable_Code_Point}]*$/u.test(text);
}

export interface SubstanceRule {
  readonly minimumWords: number;
}

export const DEFAULT_SUBSTANCE: SubstanceRule = { minimumWords: 6 };

const WORD = createWordPattern("'’.-");

/** Words that fill space in a sentence without naming anything. */
const HOLLOW = new Set(
  (
    "a an and are as at be but by can could do for from has have i in is it its me my no not of on or our " +
    "same so such that the their them they this to too very was we were will with would you your agree agreed " +
    "argument concern concerns fine good great looks none nothing okay ok option point position see solid sound " +
    "strong sure thing things well yes"
  ).split(" "),
);

export function listWords(text: string): string[] {
  return (text.match(WORD) ?? []).map((word) => word.toLowerCase());
}

/** The distinct words of a text that name something. */
export function listNamingWords(text: string): ReadonlySet<string> {
  return new Set(listWords(text).filter((word) => !HOLLOW.has(word)));
}

/** Long enough, and at least half of the minimum are distinct words that name something. */
export function isSubstantiveText(text: string, rule: SubstanceRule = DEFAULT_SUBSTANCE): boolean {
  const words = listWords(text);
  return words.length >= rule.minimumWords && listNamingWords(text).size * 2 >= rule.minimumWords;
}
