/** K7: a quote counts only if it occurs in the source it names. */
import { REDACTED, redactSecretPatterns } from "../text/secret-patterns.ts";

export interface Evidence {
  readonly source: string;
  readonly quote: string;
}

export interface CheckedEvidence extends Evidence {
  readonly verified: boolean;
}

/** Shorter quotes occur anywhere and prove nothing. */
const SHORTEST_QUOTE = 3;

/** Folds what two faithful copies of one text may differ in: NFKC, white space, quote marks, dashes. */
export function foldText(text: string): string {
  if (PLAIN.test(text)) return text;
  // some marks fall apart in NFKC, others come out of it
  return normalizeMarks(normalizeMarks(text).normalize("NFKC"))
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/\s+/g, " ")
    .trim();
}

function normalizeMarks(text: string): string {
  return text
    .replace(/[\u2018\u2019\u201a\u201b\u2032`´]/g, "'")
    .replace(/[\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb]/g, '"');
}

/** Visible ASCII with single spaces, in which there is nothing to fold. */
const PLAIN = /^[!-_a-~]+(?: [!-_a-~]+)*$/;

/**
 * Checks quotes against texts, folding each text at most once. A secret that a person let pass in a source is taken out
 * of every reply, so a quote with the mark of that is looked for in the source without its secrets.
 */
export function createQuoteChecker(
  texts: ReadonlyMap<string, string>,
): (evidence: Evidence) => CheckedEvidence {
  const foldedTexts = new Map<string, string>();
  const foldedOnce = (name: string, text: () => string): string => {
    const known = foldedTexts.get(name) ?? foldText(text());
    foldedTexts.set(name, known);
    return known;
  };
  return ({ source, quote }) => {
    const text = texts.get(source);
    if (text === undefined) return { source, quote, verified: false };
    const words = foldText(quote);
    const isIn = (within: string): boolean => within.includes(words);
    const verified =
      words.length >= SHORTEST_QUOTE &&
      (isIn(foldedOnce(source, () => text)) ||
        // the mark alone would prove nothing
        (words.replaceAll(REDACTED, "").trim().length >= SHORTEST_QUOTE &&
          words.includes(REDACTED) &&
          isIn(foldedOnce(`${source} ${REDACTED}`, () => redactSecretPatterns(text)))));
    return { source, quote, verified };
  };
}
