/** Splits a sentence into words, figures with units, dates, names in code and relevant punctuation. */
import { CODE_END, CODE_START } from "../markdown/plain-text.ts";
import {
  parseAmount,
  COUNT_UNIT,
  findMultiplier,
  parseSpelledNumber,
  type AmountUnit,
  findUnit,
} from "./amounts.ts";
import { DATE_FORMS, type DayRange, parseDayRange, createYearRange } from "./date-ranges.ts";
import { joinIntervalTokens } from "./interval-tokens.ts";

export type SentenceToken =
  /** In lower case; `raw` as written. */
  | { readonly kind: "word" | "code"; readonly text: string; readonly raw: string }
  | { readonly kind: "amount"; readonly text: string; readonly amount: TokenAmount }
  | { readonly kind: "date"; readonly text: string; readonly days: DayRange }
  | { readonly kind: "mark"; readonly text: string };

export interface TokenAmount {
  readonly dimension: string;
  /** Both ends of a range, or the same figure twice. */
  readonly low: bigint;
  readonly high: bigint;
  /** How many of the smallest unit one of the written unit is. */
  readonly scale: bigint;
}

export function tokenizeSentence(text: string): readonly SentenceToken[] {
  const tokens: SentenceToken[] = [];
  // "6. Create the release" is the sixth step, not six of something
  let at = NUMBERING.exec(text)?.[0].length ?? 0;
  while (at < text.length) at = readTokenAt(text, at, tokens);
  const timed = joinIntervalTokens(tokens);
  return timed.some(({ kind }) => kind === "amount" || kind === "date")
    ? joinRangeTokens(timed)
    : timed;
}

const NUMBERING = /^\s*\d{1,3}(?:\.\d{1,3})*[.)]\s+(?=\p{L})/u;
const DATE = new RegExp(DATE_FORMS, "uy");
/** Months, quarters and halves begin so. */
const DATE_CAPITALS = new Set("JFMASONDQqH");
// 1.2.3, 10:30, 16/9, 1st, #7: names made of figures
const NAME = /\d+(?:\.\d+){2,}[\w.-]*|\d+[:/]\d[\d:/]*|\d+(?:st|nd|rd|th)\b|#\d+/y;
const FIGURE = /([$€£]?\d+(?:[,.]\d+)*(?:[–-]\d+(?:[,.]\d+)*)?)(%|[a-zA-Z]+)?/y;
const WORD = /\p{L}[\p{L}\p{M}\p{N}_]*(?:['’.-][\p{L}\p{N}_]+)*/uy;
const MARKS = new Set(",;:=()<>≤≥~≈?–—");

/** Adds the token at an offset and returns the offset after it. Checks the first character before any pattern. */
function readTokenAt(text: string, at: number, tokens: SentenceToken[]): number {
  const first = text.charCodeAt(at);
  if (first === 0x20) return at + 1;
  if (isAsciiLetter(first) || first > 0x7f) {
    const dated = DATE_CAPITALS.has(text[at] ?? "") ? readDateToken(text, at, tokens) : at;
    if (dated > at) return dated;
    const end = findWordEnd(text, at);
    if (end > at) {
      pushWordToken(tokens, text.slice(at, end));
      return end;
    }
  } else if (isAsciiDigit(first) || first === 0x23 || first === 0x24) {
    const end = readFigureToken(text, at, tokens);
    if (end > at) return end;
  }
  return readSignToken(text, at, tokens);
}

function readDateToken(text: string, at: number, tokens: SentenceToken[]): number {
  DATE.lastIndex = at;
  const found = DATE.exec(text)?.[0];
  const days = found === undefined ? undefined : parseDayRange(found);
  if (found === undefined || days === undefined) return at;
  tokens.push({ kind: "date", text: found, days });
  return at + found.length;
}

function readFigureToken(text: string, at: number, tokens: SentenceToken[]): number {
  const dated = readDateToken(text, at, tokens);
  if (dated > at) return dated;
  NAME.lastIndex = at;
  const name = NAME.exec(text)?.[0];
  if (name !== undefined) {
    tokens.push({ kind: "word", text: name, raw: name });
    return at + name.length;
  }
  FIGURE.lastIndex = at;
  const found = FIGURE.exec(text);
  if (found === null) return at;
  tokens.push(createFigureToken(found[1] ?? "", found[2] ?? ""));
  return at + found[0].length;
}

/** Currency signs outside ASCII, names in code, and relevant punctuation; everything else is skipped. */
function readSignToken(text: string, at: number, tokens: SentenceToken[]): number {
  const sign = text[at] ?? "";
  if (sign === "€" || sign === "£") {
    const end = readFigureToken(text, at, tokens);
    if (end > at) return end;
  }
  if (sign === CODE_START) {
    const end = text.indexOf(CODE_END, at);
    const raw = end === -1 ? "" : text.slice(at + 1, end);
    if (raw !== "") tokens.push({ kind: "code", text: raw, raw });
    return end === -1 ? at + 1 : end + 1;
  }
  if (sign === "%") pushWordToken(tokens, sign);
  if (MARKS.has(sign)) tokens.push({ kind: "mark", text: sign });
  return at + 1;
}

function findWordEnd(text: string, at: number): number {
  let end = at;
  for (;;) {
    const code = text.charCodeAt(end);
    if (isAsciiLetter(code) || isAsciiDigit(code) || code === 0x5f) end++;
    else if (code > 0x7f) return findUnicodeWordEnd(text, at);
    else if (JOINTS.has(code) && isAsciiAlphanumeric(text.charCodeAt(end + 1))) end++;
    else break;
  }
  // file.ts:7 is the name of a place
  const place = text[end] === ":" && text.slice(at, end).includes(".") ? /:\d+/y : null;
  if (place === null) return end;
  place.lastIndex = end;
  return place.test(text) ? place.lastIndex : end;
}

function findUnicodeWordEnd(text: string, at: number): number {
  WORD.lastIndex = at;
  return at + (WORD.exec(text)?.[0].length ?? 0);
}

/** Apostrophe, hyphen, full stop inside a word. */
const JOINTS = new Set([0x27, 0x2d, 0x2e]);

function isAsciiLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
}

function isAsciiDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isAsciiAlphanumeric(code: number): boolean {
  return isAsciiLetter(code) || isAsciiDigit(code) || code > 0x7f;
}

/** "10 MB", "1.5 million": a unit or multiplier belongs to the figure before it. */
function pushWordToken(tokens: SentenceToken[], raw: string): void {
  const text = raw.toLowerCase().replaceAll("’", "'");
  const before = tokens.at(-1);
  // "one year" is a figure, "one" alone is as often a pronoun
  if (before?.kind === "word" && before.text === "one" && findUnit(text)?.dimension === "time")
    tokens[tokens.length - 1] = ONE_THING;
  const last = tokens.at(-1);
  if (last?.kind === "amount" && last.amount.dimension === COUNT_UNIT.dimension) {
    const unit = findUnit(text);
    const scale = findMultiplier(text) ?? unit?.scale;
    if (scale !== undefined) {
      const dimension = unit?.dimension ?? COUNT_UNIT.dimension;
      const longest = unit?.longest ?? scale;
      tokens[tokens.length - 1] = scaleAmountToken(last, { dimension, scale, longest }, raw);
      return;
    }
  }
  const spelled = parseSpelledNumber(text);
  tokens.push(
    spelled === undefined ? { kind: "word", text, raw } : createFigureToken(String(spelled), ""),
  );
}

function scaleAmountToken(
  { text, amount }: Extract<SentenceToken, { kind: "amount" }>,
  { dimension, scale, longest = scale }: AmountUnit,
  written: string,
): SentenceToken {
  const { low, high } = amount;
  return {
    kind: "amount",
    text: `${text} ${written}`,
    amount: { dimension, low: low * scale, high: high * longest, scale },
  };
}

function createFigureToken(written: string, attached: string): SentenceToken {
  const text = written + attached;
  const currency = /^[$€£]/.exec(written)?.[0];
  const times = findMultiplier(attached);
  const unit = currency === undefined ? findUnit(attached) : findUnit(currency);
  // "3d", "2x", "4xx": a name, not a figure
  if (attached !== "" && times === undefined && (unit === undefined || currency !== undefined)) {
    return { kind: "word", text: text.toLowerCase(), raw: text };
  }
  const { dimension, scale, longest = scale } = unit ?? COUNT_UNIT;
  const [first = "", second = first] = written.slice(currency?.length ?? 0).split(/[–-]/);
  const low = parseAmount(first, scale * (times ?? 1n));
  const high = parseAmount(second, longest * (times ?? 1n));
  if (low === undefined || high === undefined || high < low) {
    return { kind: "word", text: text.toLowerCase(), raw: text };
  }
  return { kind: "amount", text, amount: { dimension, low, high, scale } };
}

export const ONE_THING = createFigureToken("1", "");

const YEAR = /^(?:19|20)\d\d$/;
const BEFORE_A_YEAR = new Set([
  "in",
  "by",
  "since",
  "until",
  "before",
  "after",
  "from",
  "during",
  "of",
]);

/** "5 to 10 minutes", "between 5 and 10 minutes"; "in 2026" is a date. */
function joinRangeTokens(tokens: readonly SentenceToken[]): SentenceToken[] {
  const joined: SentenceToken[] = [];
  for (const token of tokens) {
    const [start, link] = joined.slice(-2);
    if (token.kind === "amount" && start?.kind === "amount" && isRangeLink(link, joined.at(-3))) {
      const range = createAmountRange(start.amount, token.amount);
      if (range !== undefined) {
        joined.splice(-2, 2, {
          kind: "amount",
          text: `${start.text} ${token.text}`,
          amount: range,
        });
        continue;
      }
    }
    const last = joined.at(-1);
    if (token.kind === "amount" && YEAR.test(token.text) && last?.kind === "word") {
      if (BEFORE_A_YEAR.has(last.text)) {
        pushDateToken(joined, {
          kind: "date",
          text: token.text,
          days: createYearRange(Number(token.text)),
        });
        continue;
      }
    }
    if (token.kind === "date") pushDateToken(joined, token);
    else joined.push(token);
  }
  return joined;
}

/** "The end of 2026" is its last month. */
function pushDateToken(
  joined: SentenceToken[],
  token: Extract<SentenceToken, { kind: "date" }>,
): void {
  const [end, link] = joined.slice(-2);
  if (end?.kind !== "word" || end.text !== "end" || link?.text !== "of") {
    joined.push(token);
    return;
  }
  const { from, to } = token.days;
  const article = joined.at(-3)?.text === "the" ? 1 : 0;
  joined.splice(-2 - article, 2 + article, {
    kind: "date",
    text: `end of ${token.text}`,
    days: { ...token.days, from: Math.max(from, to - LAST_DAYS) },
  });
}

const LAST_DAYS = 30;

function isRangeLink(link: SentenceToken | undefined, before: SentenceToken | undefined): boolean {
  if (link === undefined) return false;
  if (link.kind === "mark") return link.text === "–" || link.text === "—";
  if (link.kind !== "word") return false;
  const opened = before?.kind === "word" ? before.text : "";
  return (link.text === "to" && opened !== "from") || (link.text === "and" && opened === "between");
}

/** The first figure may lack the unit that the second has. */
function createAmountRange(first: TokenAmount, second: TokenAmount): TokenAmount | undefined {
  if (first.low !== first.high || second.low !== second.high) return undefined;
  const { dimension, scale } = second;
  const low =
    first.dimension === COUNT_UNIT.dimension && dimension !== COUNT_UNIT.dimension
      ? first.low * scale
      : first.low;
  const comparable = first.dimension === dimension || first.dimension === COUNT_UNIT.dimension;
  return comparable && low <= second.high
    ? { dimension, low, high: second.high, scale }
    : undefined;
}
