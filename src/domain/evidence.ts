/** K7: a quote counts only if it occurs in the source it names. */

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
export function folded(text: string): string {
  if (PLAIN.test(text)) return text;
  // some marks fall apart in NFKC, others come out of it
  return plainMarks(plainMarks(text).normalize("NFKC"))
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/\s+/g, " ")
    .trim();
}

function plainMarks(text: string): string {
  return text
    .replace(/[\u2018\u2019\u201a\u201b\u2032`´]/g, "'")
    .replace(/[\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb]/g, '"');
}

/** Visible ASCII with single spaces, in which there is nothing to fold. */
const PLAIN = /^[!-_a-~]+(?: [!-_a-~]+)*$/;

/** Checks quotes against texts, folding each text at most once. */
export function quoteChecker(
  texts: ReadonlyMap<string, string>,
): (evidence: Evidence) => CheckedEvidence {
  const foldedTexts = new Map<string, string>();
  return ({ source, quote }) => {
    const text = texts.get(source);
    if (text === undefined) return { source, quote, verified: false };
    let within = foldedTexts.get(source);
    if (within === undefined) {
      within = folded(text);
      foldedTexts.set(source, within);
    }
    const words = folded(quote);
    return { source, quote, verified: words.length >= SHORTEST_QUOTE && within.includes(words) };
  };
}
