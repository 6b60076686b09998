/** A line for lists and tables, with the whole below it where it is longer. */
import { listWords } from "../../../text/substance.ts";

const MOST_WORDS = 20;

export function isHeadline(words: string): boolean {
  return listWords(words).length <= MOST_WORDS;
}

/** The words as they are if they are short; otherwise their first sentence, or their beginning. */
export function shortenToHeadline(words: string): string {
  if (isHeadline(words)) return words;
  const [sentence = ""] = /^.*?[.!?](?=\s)/su.exec(words) ?? [];
  if (sentence !== "" && isHeadline(sentence)) return sentence;
  return `${words.split(/\s+/).slice(0, MOST_WORDS).join(" ")}…`;
}

/** What a claim shows as its text, and what it keeps as its detail. */
export function splitHeadline(headline: string, detail = ""): { text: string; detail?: string } {
  const text = shortenToHeadline(headline);
  const whole =
    text === headline ? detail : [headline, detail].filter((part) => part !== "").join(" ");
  return whole === "" ? { text } : { text, detail: whole };
}
