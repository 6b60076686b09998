/** The figures and dates of a clause as comparable bounds: "at most 200 ms", "by 1 March". */
import type { ClauseLexeme } from "./lexemes.ts";

export interface StatedValue {
  readonly kind: "number" | "date";
  readonly dimension: string;
  readonly bound: "is" | "at most" | "at least";
  readonly low: bigint;
  readonly high: bigint;
  /** As written, unit included. */
  readonly text: string;
  /** "About 30 s" cannot be wrong (A10). */
  readonly vague: boolean;
  /** Called a limit or a minimum; "more than 40" may only be what was counted. */
  readonly extreme?: boolean;
}

/** Two values that cannot both be true, or two different thresholds for one thing. */
export function isConflictingValue(a: StatedValue, b: StatedValue): boolean {
  if (a.dimension !== b.dimension || a.vague || b.vague) return false;
  if (a.bound === b.bound && a.bound !== "is") {
    // a deadline in May includes one of 3 May, a year one of 365 days; two counts from below are two counts
    return areRangesApart(a, b);
  }
  if (a.bound === "is" && b.bound === "is") return areRangesApart(a, b);
  const [upper, lower] = a.bound === "at most" || b.bound === "at least" ? [a, b] : [b, a];
  return upper.high < lower.low;
}

function areRangesApart(a: StatedValue, b: StatedValue): boolean {
  return a.high < b.low || b.high < a.low;
}

/** Removes what bounds a value from the words around it, which then name what the value is of. */
export function readStatedValues(lexemes: readonly ClauseLexeme[]): StatedValue[] {
  const values: StatedValue[] = [];
  for (const [at, lexeme] of lexemes.entries()) {
    const value = createUnboundValue(lexeme);
    if (value === undefined) continue;
    lexeme.spent = true;
    const before = lexemes.slice(Math.max(0, at - REACH), at);
    const after = lexemes.slice(at + 1, at + 1 + REACH);
    const vague = spendLastWord(before, APPROXIMATE);
    const bound =
      readEndingDate(before, value.kind) ??
      readBoundBefore(before, value.kind) ??
      readBoundAfter(after) ??
      "is";
    spendLastWord(before, PREPOSITIONS);
    values.push({ ...value, bound, vague });
  }
  return values.length === 0 ? values : applyExtremeBounds(values, lexemes);
}

const REACH = 4;
const NOT = "(?:no|not|never)";
const MORE = "(?:more|greater|longer|larger|higher|later)";
const LESS = "(?:less|fewer|lower|shorter|smaller|earlier)";

const AT_MOST = new RegExp(
  `(?:^| )(?:at most|up to|${NOT} ${MORE} than|${NOT} exceed(?: a)?|below|under|within|limited to|capped at|` +
    "(?:a )?max(?:imum)?(?: of)?|≤|< =|<)$",
);
const LESS_THAN = new RegExp(`(?:^| )${LESS} than$`);
const AT_LEAST = new RegExp(
  `(?:^| )(?:at least|${NOT} ${LESS} than|exceeds?|above|over|beyond|(?:a )?min(?:imum)?(?: of)?|≥|> =|>)$`,
);
const MORE_THAN = new RegExp(`(?:^| )${MORE} than$`);
const BY_THEN = /(?:^| )(?:by|before|until|(?:no|not) later than)$/;
const FROM_THEN =
  /(?:^| )(?:after|from|since|starting(?: on| in)?|(?:no|not) (?:earlier than|before))$/;
/** The last words of all of these; looked at before any pattern. */
const BOUNDING = new Set(
  (
    "most to than exceed a below under within at max maximum of ≤ < = least exceeds above over beyond min minimum ≥ > " +
    "by before until after from since starting on in"
  ).split(" "),
);
const APPROXIMATE = new Set(
  "about around approximately roughly nearly almost circa ~ ≈".split(" "),
);
const PREPOSITIONS = new Set("for of to in at on by after with during every = :".split(" "));
const OR_MORE =
  /^(?:or (?:more|higher|later|longer|greater|above|newer)|at least|min(?:imum)?)(?: |$)/;
const OR_LESS =
  /^(?:or (?:less|fewer|lower|earlier|below)|at (?:the )?(?:most|latest)|max(?:imum)?)(?: |$)/;

function createUnboundValue({
  token,
  labelled,
}: ClauseLexeme): Omit<StatedValue, "bound" | "vague"> | undefined {
  if (labelled) return undefined;
  if (token.kind === "amount") {
    const { dimension, low, high } = token.amount;
    return { kind: "number", dimension, low, high, text: token.text };
  }
  if (token.kind !== "date") return undefined;
  const { dimension, from, to } = token.days;
  return { kind: "date", dimension, low: BigInt(from), high: BigInt(to), text: token.text };
}

function readBoundBefore(
  before: readonly ClauseLexeme[],
  kind: StatedValue["kind"],
): StatedValue["bound"] | undefined {
  if (!BOUNDING.has(findLastUnspent(before)?.word ?? "")) return undefined;
  if (kind === "date") {
    if (spendMatchingWords(before, BY_THEN)) return "at most";
    return spendMatchingWords(before, FROM_THEN) ? "at least" : undefined;
  }
  // "no less than" ends in "less than"
  if (spendMatchingWords(before, AT_MOST)) return "at most";
  if (spendMatchingWords(before, AT_LEAST)) return "at least";
  if (spendMatchingWords(before, LESS_THAN)) return "at most";
  return spendMatchingWords(before, MORE_THAN) ? "at least" : undefined;
}

/** "Supported until 1 May" says when the support ends. */
function readEndingDate(
  before: readonly ClauseLexeme[],
  kind: StatedValue["kind"],
): StatedValue["bound"] | undefined {
  const last = findLastUnspent(before);
  if (kind !== "date" || last?.word !== "until") return undefined;
  last.word = "end";
  return "is";
}

function readBoundAfter(after: readonly ClauseLexeme[]): StatedValue["bound"] | undefined {
  if (!/^(?:or|at|max|min)/.test(after[0]?.word ?? "")) return undefined;
  const text = after.map(({ word }) => word).join(" ");
  const more = OR_MORE.exec(text);
  const found = more ?? OR_LESS.exec(text);
  if (found === null) return undefined;
  for (const lexeme of after.slice(0, found[0].trim().split(" ").length)) lexeme.spent = true;
  return more === null ? "at most" : "at least";
}

function findLastUnspent(before: readonly ClauseLexeme[]): ClauseLexeme | undefined {
  return before.findLast(({ spent }) => !spent);
}

function spendLastWord(before: readonly ClauseLexeme[], words: ReadonlySet<string>): boolean {
  const last = findLastUnspent(before);
  if (last === undefined || !words.has(last.word)) return false;
  last.spent = true;
  return true;
}

/** True when the unspent words before a value end so; they are then spent. */
function spendMatchingWords(before: readonly ClauseLexeme[], pattern: RegExp): boolean {
  const unspent = before.filter(({ spent }) => !spent);
  const found = pattern.exec(unspent.map(({ word }) => word).join(" "));
  if (found === null) return false;
  const count = found[0].trim().split(" ").length;
  for (const lexeme of unspent.slice(-count)) lexeme.spent = true;
  return true;
}

/** "The maximum size is 10 MB" says the same as "the size is at most 10 MB". */
function applyExtremeBounds(
  values: readonly StatedValue[],
  lexemes: readonly ClauseLexeme[],
): StatedValue[] {
  let bound: StatedValue["bound"] = "is";
  for (const lexeme of lexemes) {
    const extreme = EXTREMES.get(lexeme.word);
    if (extreme === undefined || lexeme.spent) continue;
    lexeme.spent = true;
    bound = extreme;
  }
  return values.map((value) => (value.bound === "is" ? { ...value, bound, extreme: true } : value));
}

const EXTREMES: ReadonlyMap<string, StatedValue["bound"]> = new Map([
  ["max", "at most"],
  ["maximum", "at most"],
  ["limit", "at most"],
  ["quota", "at most"],
  ["ceiling", "at most"],
  ["cap", "at most"],
  ["min", "at least"],
  ["minimum", "at least"],
]);
