/** K7: a quote counts only if it occurs in its source, a calculation if it comes out, a silence if nothing is found. */
import { listNumberWords } from "../../text/number-words.ts";
import { REDACTED, redactSecretPatterns } from "../../text/secret-patterns.ts";
import { listDates } from "./calculation-dates.ts";
import { findCalculationFault, listFigures } from "./calculation.ts";

export const EVIDENCE_KINDS = ["quote", "calculation", "silence", "knowledge"] as const;

export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

export interface Evidence {
  /** A quote where nothing is said. */
  readonly kind?: EvidenceKind;
  /** Empty where it rests on several sources, or on none. */
  readonly source: string;
  /** The exact words; the calculation; the terms that are not found; or the fact that is generally known. */
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
  const marked = HAS_MARKS.test(text)
    ? normalizeMarks(normalizeMarks(text).normalize("NFKC")).replace(/[\u2010-\u2015\u2212]/g, "-")
    : text;
  // a single space stays where it is: a long text has a million of them
  return marked.replace(/[^\S ]\s*| \s+/g, " ").trim();
}

function normalizeMarks(text: string): string {
  return text
    .replace(/[\u2018\u2019\u201a\u201b\u2032`´]/g, "'")
    .replace(/[\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb]/g, '"');
}

/** Anything that is not folded as white space. */
const HAS_MARKS = /[^\u0000-_a-~]/;

/** Visible ASCII with single spaces, in which there is nothing to fold. */
const PLAIN = /^[!-_a-~]+(?: [!-_a-~]+)*$/;

export type SourceTexts = ReadonlyMap<string, string>;

/** Checks evidence against the sources, and against what else the speaker was shown. */
export type EvidenceCheck = (evidence: Evidence, shown?: SourceTexts) => CheckedEvidence;

/**
 * Checks evidence against texts, folding each text at most once. A secret that a person let pass in a source is taken
 * out of every reply, so a quote with the mark of that is looked for in the source without its secrets.
 */
export function createEvidenceCheck(texts: SourceTexts): EvidenceCheck {
  const readOwn = createTextReader(texts);
  const others = new WeakMap<SourceTexts, TextReader>();
  const readShown = (shown: SourceTexts): TextReader => {
    const known = others.get(shown) ?? createTextReader(shown);
    others.set(shown, known);
    return known;
  };
  return (evidence, shown) => {
    const reader = shown?.has(evidence.source) === true ? readShown(shown) : readOwn;
    const everything = shown ? [readOwn, readShown(shown)] : [readOwn];
    return { ...evidence, verified: isVerified(evidence, reader, everything) };
  };
}

/** The same where nothing but these texts was shown. */
export function createQuoteChecker(texts: SourceTexts): (evidence: Evidence) => CheckedEvidence {
  const check = createEvidenceCheck(texts);
  return (evidence) => check(evidence);
}

function isVerified(
  { kind = "quote", source, quote }: Evidence,
  reader: TextReader,
  everything: readonly TextReader[],
): boolean {
  switch (kind) {
    case "quote":
      return reader.hasWords(source, quote);
    case "calculation": {
      const readers = source === "" ? everything : [reader];
      const isKnown = (figure: number): boolean =>
        readers.some((one) => one.hasFigure(source, figure));
      // a source may leave out the year where it says elsewhere which one it is
      const isKnownDate = (date: string): boolean =>
        readers.some((one) => one.hasDate(source, date)) ||
        (readers.some((one) => one.hasDate(source, date.slice(5))) &&
          isKnown(Number(date.slice(0, 4))));
      return findCalculationFault(foldText(quote), isKnown, isKnownDate) === null;
    }
    case "silence":
      return reader.isSilent(source, quote);
    case "knowledge":
      return false;
  }
}

interface TextReader {
  readonly hasWords: (source: string, quote: string) => boolean;
  /** In all texts where no source is named. */
  readonly hasFigure: (source: string, figure: number) => boolean;
  readonly hasDate: (source: string, date: string) => boolean;
  readonly isSilent: (source: string, terms: string) => boolean;
}

function createTextReader(texts: SourceTexts): TextReader {
  const cached = new Map<string, unknown>();
  const once = <Value>(name: string, make: () => Value): Value => {
    if (!cached.has(name)) cached.set(name, make());
    return cached.get(name) as Value;
  };
  const folded = (source: string): string =>
    once(`words ${source}`, () => foldText(texts.get(source) ?? ""));
  const withoutSecrets = (source: string): string =>
    once(`redacted ${source}`, () => foldText(redactSecretPatterns(texts.get(source) ?? "")));
  const meant = (source: string): readonly string[] =>
    source === "" ? [...texts.keys()] : texts.has(source) ? [source] : [];
  return {
    hasWords: (source, quote) => {
      const words = foldText(quote);
      if (!texts.has(source) || words.length < SHORTEST_QUOTE) return false;
      if (folded(source).includes(words)) return true;
      // the mark alone would prove nothing
      const isLong = words.replaceAll(REDACTED, "").trim().length >= SHORTEST_QUOTE;
      return isLong && words.includes(REDACTED) && withoutSecrets(source).includes(words);
    },
    hasFigure: (source, figure) =>
      meant(source).some((id) =>
        once(
          `figures ${id}`,
          () => new Set([...listFigures(folded(id)), ...listNumberWords(folded(id))]),
        ).has(figure),
      ),
    hasDate: (source, date) =>
      meant(source).some((id) =>
        once(`dates ${id}`, () => new Set(listDates(folded(id)))).has(date),
      ),
    isSilent: (source, terms) => {
      const wanted = listSearchTerms(terms);
      const found = meant(source);
      return (
        wanted.length > 0 &&
        found.length > 0 &&
        found.every((id) => {
          const text = once(`lower ${id}`, () => folded(id).toLowerCase());
          return !wanted.some((term) => hasTermAt(text, term));
        })
      );
    },
  };
}

/** One term that is too short to search for spoils the whole: it would be silent anywhere, or nowhere. */
function listSearchTerms(terms: string): readonly string[] {
  const wanted = foldText(terms)
    .toLowerCase()
    .split(/[,;]/)
    .map((term) => term.replace(/["']/g, "").trim())
    .filter((term) => term !== "");
  const isUsable =
    wanted.length <= MOST_TERMS && wanted.every((term) => term.length >= SHORTEST_QUOTE);
  return isUsable ? wanted : [];
}

const MOST_TERMS = 12;

/** At the start of a word, so that "rollback" is found in "rollbacks". */
function hasTermAt(text: string, term: string): boolean {
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? "")) return true;
  }
  return false;
}

/** What the check of one piece of evidence came to, in words for every surface. */
export function describeEvidenceCheck({ kind = "quote", verified }: CheckedEvidence): string {
  switch (kind) {
    case "quote":
      return verified ? "quoted" : "not found there";
    case "calculation":
      return verified ? "calculated again" : "does not come out, or uses figures of no source";
    case "silence":
      return verified ? "searched, not found" : "but it is mentioned there";
    case "knowledge":
      return "general knowledge, not checked";
  }
}

/** One piece of evidence in a line, without the result of its check. */
export function formatEvidenceWords(
  { kind = "quote", source, quote }: Evidence,
  [open, close]: readonly [string, string] = ["“", "”"],
): string {
  switch (kind) {
    case "quote":
      return `${source}: ${open}${quote}${close}`;
    case "calculation":
      return `calculation: ${quote}`;
    case "silence":
      return `no mention of ${quote} in ${source === "" ? "any source" : source}`;
    case "knowledge":
      return `general knowledge: ${quote}`;
  }
}
