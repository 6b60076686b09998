/** A sentence cut into words, figures with their units, dates, names in code and the marks that matter. */
import { amountOf, COUNT, multiplierOf, spelledFigure, type Unit, unitOf } from "./amounts.ts";
import { DATE_FORMS, type Days, daysOf, daysOfYear } from "./calendar.ts";
import { CODE_END, CODE_START } from "./plain-text.ts";

export type Token =
  /** In lower case; `raw` as written. */
  | { readonly kind: "word" | "code"; readonly text: string; readonly raw: string }
  | { readonly kind: "amount"; readonly text: string; readonly amount: Amount }
  | { readonly kind: "date"; readonly text: string; readonly days: Days }
  | { readonly kind: "mark"; readonly text: string };

export interface Amount {
  readonly dimension: string;
  /** Both ends of a range, or the same figure twice. */
  readonly low: bigint;
  readonly high: bigint;
  /** How many of the smallest unit one of the written unit is. */
  readonly scale: bigint;
}

export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) at = readAt(text, at, tokens);
  return tokens.some(({ kind }) => kind === "amount") ? joinRanges(tokens) : tokens;
}

const DATE = new RegExp(DATE_FORMS, "uy");
/** Months, quarters and halves begin so. */
const DATE_CAPITALS = new Set("JFMASONDQqH");
// 1.2.3, 10:30, 16/9, 1st, #7: names made of figures
const NAME = /\d+(?:\.\d+){2,}[\w.-]*|\d+[:/]\d[\d:/]*|\d+(?:st|nd|rd|th)\b|#\d+/y;
const FIGURE = /([$€£]?\d+(?:[,.]\d+)*(?:[–-]\d+(?:[,.]\d+)*)?)(%|[a-zA-Z]+)?/y;
const WORD = /\p{L}[\p{L}\p{M}\p{N}_]*(?:['’.-][\p{L}\p{N}_]+)*/uy;
const MARKS = new Set(",;:=()<>≤≥~≈?–—");

/** Adds what stands at an offset and gives the offset behind it. Looks at the first character before any pattern. */
function readAt(text: string, at: number, tokens: Token[]): number {
  const first = text.charCodeAt(at);
  if (first === 0x20) return at + 1;
  if (isLetter(first) || first > 0x7f) {
    const dated = DATE_CAPITALS.has(text[at] ?? "") ? readDate(text, at, tokens) : at;
    if (dated > at) return dated;
    const end = endOfWord(text, at);
    if (end > at) {
      pushWord(tokens, text.slice(at, end));
      return end;
    }
  } else if (isDigit(first) || first === 0x23 || first === 0x24) {
    const end = readFigure(text, at, tokens);
    if (end > at) return end;
  }
  return readSign(text, at, tokens);
}

function readDate(text: string, at: number, tokens: Token[]): number {
  DATE.lastIndex = at;
  const found = DATE.exec(text)?.[0];
  const days = found === undefined ? undefined : daysOf(found);
  if (found === undefined || days === undefined) return at;
  tokens.push({ kind: "date", text: found, days });
  return at + found.length;
}

function readFigure(text: string, at: number, tokens: Token[]): number {
  const dated = readDate(text, at, tokens);
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
  tokens.push(figureToken(found[1] ?? "", found[2] ?? ""));
  return at + found[0].length;
}

/** Currency signs outside of ASCII, names in code, and the marks that matter; everything else is passed over. */
function readSign(text: string, at: number, tokens: Token[]): number {
  const sign = text[at] ?? "";
  if (sign === "€" || sign === "£") {
    const end = readFigure(text, at, tokens);
    if (end > at) return end;
  }
  if (sign === CODE_START) {
    const end = text.indexOf(CODE_END, at);
    const raw = end === -1 ? "" : text.slice(at + 1, end);
    if (raw !== "") tokens.push({ kind: "code", text: raw, raw });
    return end === -1 ? at + 1 : end + 1;
  }
  if (sign === "%") pushWord(tokens, sign);
  if (MARKS.has(sign)) tokens.push({ kind: "mark", text: sign });
  return at + 1;
}

function endOfWord(text: string, at: number): number {
  let end = at;
  for (;;) {
    const code = text.charCodeAt(end);
    if (isLetter(code) || isDigit(code) || code === 0x5f) end++;
    else if (code > 0x7f) return endOfAnyWord(text, at);
    else if (JOINTS.has(code) && isAlphanumeric(text.charCodeAt(end + 1))) end++;
    else break;
  }
  // file.ts:7 is the name of a place
  const place = text[end] === ":" && text.slice(at, end).includes(".") ? /:\d+/y : null;
  if (place === null) return end;
  place.lastIndex = end;
  return place.test(text) ? place.lastIndex : end;
}

function endOfAnyWord(text: string, at: number): number {
  WORD.lastIndex = at;
  return at + (WORD.exec(text)?.[0].length ?? 0);
}

/** Apostrophe, hyphen, full stop inside a word. */
const JOINTS = new Set([0x27, 0x2d, 0x2e]);

function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isAlphanumeric(code: number): boolean {
  return isLetter(code) || isDigit(code) || code > 0x7f;
}

/** "10 MB", "1.5 million": a unit or multiplier belongs to the figure before it. */
function pushWord(tokens: Token[], raw: string): void {
  const text = raw.toLowerCase().replaceAll("’", "'");
  const last = tokens.at(-1);
  if (last?.kind === "amount" && last.amount.dimension === COUNT.dimension) {
    const unit = unitOf(text);
    const scale = multiplierOf(text) ?? unit?.scale;
    if (scale !== undefined) {
      const dimension = unit?.dimension ?? COUNT.dimension;
      tokens[tokens.length - 1] = scaled(last, { dimension, scale }, raw);
      return;
    }
  }
  const spelled = spelledFigure(text);
  tokens.push(
    spelled === undefined ? { kind: "word", text, raw } : figureToken(String(spelled), ""),
  );
}

function scaled(
  { text, amount }: Extract<Token, { kind: "amount" }>,
  { dimension, scale }: Unit,
  written: string,
): Token {
  const { low, high } = amount;
  return {
    kind: "amount",
    text: `${text} ${written}`,
    amount: { dimension, low: low * scale, high: high * scale, scale },
  };
}

function figureToken(written: string, attached: string): Token {
  const text = written + attached;
  const currency = /^[$€£]/.exec(written)?.[0];
  const times = multiplierOf(attached);
  const unit = currency === undefined ? unitOf(attached) : unitOf(currency);
  // "3d", "2x", "4xx": a name, not a figure
  if (attached !== "" && times === undefined && (unit === undefined || currency !== undefined)) {
    return { kind: "word", text: text.toLowerCase(), raw: text };
  }
  const { dimension, scale } = unit ?? COUNT;
  const [first = "", second = first] = written.slice(currency?.length ?? 0).split(/[–-]/);
  const low = amountOf(first, scale * (times ?? 1n));
  const high = amountOf(second, scale * (times ?? 1n));
  if (low === undefined || high === undefined || high < low) {
    return { kind: "word", text: text.toLowerCase(), raw: text };
  }
  return { kind: "amount", text, amount: { dimension, low, high, scale } };
}

const YEAR = /^(?:19|20)\d\d$/;
const BEFORE_A_YEAR = new Set(["in", "by", "since", "until", "before", "after", "from", "during"]);

/** "5 to 10 minutes", "between 5 and 10 minutes"; "in 2026" is a date. */
function joinRanges(tokens: readonly Token[]): Token[] {
  const joined: Token[] = [];
  for (const token of tokens) {
    const [start, link] = joined.slice(-2);
    if (token.kind === "amount" && start?.kind === "amount" && isLink(link, joined.at(-3))) {
      const range = rangeOf(start.amount, token.amount);
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
        joined.push({ kind: "date", text: token.text, days: daysOfYear(Number(token.text)) });
        continue;
      }
    }
    joined.push(token);
  }
  return joined;
}

function isLink(link: Token | undefined, before: Token | undefined): boolean {
  if (link === undefined) return false;
  if (link.kind === "mark") return link.text === "–" || link.text === "—";
  if (link.kind !== "word") return false;
  const opened = before?.kind === "word" ? before.text : "";
  return (link.text === "to" && opened !== "from") || (link.text === "and" && opened === "between");
}

/** The first figure may lack the unit that the second has. */
function rangeOf(first: Amount, second: Amount): Amount | undefined {
  if (first.low !== first.high || second.low !== second.high) return undefined;
  const { dimension, scale } = second;
  const low =
    first.dimension === COUNT.dimension && dimension !== COUNT.dimension
      ? first.low * scale
      : first.low;
  const comparable = first.dimension === dimension || first.dimension === COUNT.dimension;
  return comparable && low <= second.high
    ? { dimension, low, high: second.high, scale }
    : undefined;
}
