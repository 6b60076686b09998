/** A headline of at most 20 words; what is longer is put right by code instead of asked for again (K21). */
const MOST_WORDS = 20;

export interface HeadlinedText {
  readonly text: string;
  readonly detail: string;
}

/** Longer headlines keep their first sentence, or their first words, and the whole goes into the detail. */
export function fitHeadline(headline: string, detail: string): HeadlinedText {
  const line = headline.replace(/\s+/g, " ").trim();
  if (countWords(line) <= MOST_WORDS) return { text: line, detail: detail.trim() };
  const whole = [headline.trim(), detail.trim()].filter((part) => part !== "").join("\n\n");
  const end = /[.!?;](?=\s)/.exec(line);
  const sentence = end ? line.slice(0, end.index + 1) : line;
  if (countWords(sentence) <= MOST_WORDS) return { text: sentence, detail: whole };
  return { text: `${line.split(" ").slice(0, MOST_WORDS).join(" ")}…`, detail: whole };
}

function countWords(line: string): number {
  return line.split(" ").length;
}
