/** K5: whether a text speaks of what somebody had said would change their mind. */
import { listNamingWords } from "./substance.ts";

const FEWEST_SHARED = 3;
/** Of the words of what it answers: three of thirty are shared by chance. */
const SHARED_PART = 1 / 4;

/** It answers one of the things that were named, not some words of each. */
export function meetsCondition(condition: string, text: string): boolean {
  const words = listNamingWords(text);
  return condition.split(ALTERNATIVES).some((alternative) => {
    const named = [...listNamingWords(alternative)];
    const shared = named.filter((word) => words.has(word)).length;
    return shared >= FEWEST_SHARED && shared >= SHARED_PART * named.length;
  });
}

const ALTERNATIVES = /[.;!?。；！？](?:\s|$)|[。；！？]|,?\s(?:or|and then)\s/iu;
