/** Runs of three words, by which a requirement is recognised in other words around it. */
import { isFunctionWord, listComparableWords } from "../../text/comparable-words.ts";

/** Words that stand in every requirement and tell none from another. */
const COMMON_REQUIREMENT_WORDS = new Set(
  (
    "able all allow allows any application can could each every may must need needs not only provide provides shall " +
    "should support supports system use used user users using when will"
  ).split(" "),
);

/** Every run of three words of which two or more say something. */
export function listPhrases(text: string): string[] {
  const words = listComparableWords(text);
  const runs: string[] = [];
  for (let at = 0; at + 2 < words.length; at++) {
    const run = words.slice(at, at + 3);
    if (
      run.filter((word) => !isFunctionWord(word) && !COMMON_REQUIREMENT_WORDS.has(word)).length >= 2
    ) {
      runs.push(run.join(" "));
    }
  }
  return runs;
}

/** Which of the wanted runs stand in a text; the text is read once, whatever is wanted. */
export function findWantedPhrases(text: string, wanted: ReadonlySet<string>): string[] {
  const words = listComparableWords(text);
  const found: string[] = [];
  for (let at = 0; at + 2 < words.length; at++) {
    const run = `${words[at]} ${words[at + 1]} ${words[at + 2]}`;
    if (wanted.has(run)) found.push(run);
  }
  return found;
}
