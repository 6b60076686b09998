/** K5: whether a text speaks of what somebody had said would change their mind. */
import { listNamingWords } from "./substance.ts";

const SHARED_WORDS = 3;

export function meetsCondition(condition: string, text: string): boolean {
  const named = listNamingWords(condition);
  return [...listNamingWords(text)].filter((word) => named.has(word)).length >= SHARED_WORDS;
}
