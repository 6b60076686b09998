/** K8: whether a text says something, as a rule that anyone can apply again. */
import { createWordPattern } from "./word.ts";

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
