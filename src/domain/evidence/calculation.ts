/**
 * K7: evaluates a calculation again, with its units: "6.7 TB / 40 MB/s = 46.5 h". Figures on the left must be known to
 * the caller; what is on the right must come out, within the rounding of its last digit.
 */
import { findDateFault, hasDate } from "./calculation-dates.ts";
import { findTimeFault, hasTime } from "./calculation-times.ts";
import { type Conventions, CONVENTIONS, type Quantity, parseUnit } from "./calculation-units.ts";

/** Longer lines are no calculation that a reader could follow. */
const LONGEST_CALCULATION = 300;

/** How many of one thing are in another; nobody has to quote these. */
const CONVERSIONS = new Set([
  2, 4, 7, 8, 10, 12, 24, 28, 30, 31, 52, 60, 100, 365, 366, 1000, 1024, 3600, 86_400, 1_000_000,
]);

/** What is wrong with a calculation, in a few words; null if it comes out and its figures and dates are known. */
export function findCalculationFault(
  line: string,
  isKnownFigure: (figure: number) => boolean,
  isKnownDate: (date: string) => boolean = () => false,
): string | null {
  if (line.length <= LONGEST_CALCULATION && hasDate(line))
    return findDateFault(line, { isKnownFigure, isKnownDate });
  const timed =
    line.length <= LONGEST_CALCULATION && hasTime(line)
      ? findTimeFault(line, isKnownFigure)
      : undefined;
  if (timed !== undefined) return timed;
  const parts = line.length > LONGEST_CALCULATION ? [] : splitAtRelations(line);
  const [first, ...others] = parts.map(({ text }) => readTokens(text));
  if (!first || others.length === 0 || others.some((tokens) => tokens === null))
    return "it is not one calculation with its result";
  const stated = parts.filter(({ relation }, place) => place === 0 || relation !== "=");
  for (const { text } of stated) {
    const figure = listFigures(text).find((one) => !CONVERSIONS.has(one) && !isKnownFigure(one));
    if (figure !== undefined) return `the figure ${figure} is in none of the sources`;
  }
  return CONVENTIONS.some((conventions) => comesOut(parts, conventions))
    ? null
    : "it does not come out";
}

/** Every figure of a text, as a number: 6.7, 1,000 and 40k alike. */
export function listFigures(text: string): number[] {
  return (readTokens(text, true) ?? []).flatMap((token) =>
    token.type === "figure" ? [token.value] : [],
  );
}

type Relation = "=" | "<" | ">";

interface CalculationPart {
  readonly relation: Relation;
  readonly about: boolean;
  readonly text: string;
}

function splitAtRelations(line: string): CalculationPart[] {
  const pieces = line.split(/([=≈~<>≤≥]+)/);
  const parts: CalculationPart[] = [{ relation: "=", about: false, text: pieces[0] ?? "" }];
  for (let at = 1; at < pieces.length; at += 2) {
    const sign = pieces[at] ?? "";
    const relation = /[<≤]/.test(sign) ? "<" : /[>≥]/.test(sign) ? ">" : "=";
    parts.push({ relation, about: /[≈~]/.test(sign), text: pieces[at + 1] ?? "" });
  }
  return parts;
}

function comesOut(parts: readonly CalculationPart[], conventions: Conventions): boolean {
  const [first, ...others] = parts;
  if (!first) return false;
  return [true, false].some((withUnits) => {
    const left = evaluateText(first.text, conventions, withUnits);
    if (!left || (!withUnits && !convertsByFigure(first.text))) return false;
    return others.every((part) => {
      const right = evaluateText(part.text, conventions, withUnits);
      return right !== null && agreesWithin(left, right, part);
    });
  });
}

/** Whether a bare figure such as × 12 stands for a change of units. */
function convertsByFigure(text: string): boolean {
  const tokens = readTokens(text) ?? [];
  const isFactor = (token: CalculationToken | undefined): boolean =>
    token?.type === "sign" && (token.value === "*" || token.value === "/");
  return tokens.some(
    (token, at) =>
      token.type === "figure" &&
      CONVERSIONS.has(token.value) &&
      tokens[at + 1]?.type !== "word" &&
      (isFactor(tokens[at - 1]) || isFactor(tokens[at + 1])),
  );
}

function agreesWithin(
  left: Quantity,
  right: Quantity,
  { relation, about, text }: CalculationPart,
): boolean {
  if (left.bytes !== right.bytes || left.seconds !== right.seconds) return false;
  if (relation === "<") return left.value <= right.value;
  if (relation === ">") return left.value >= right.value;
  const figure = listFigures(text)[0];
  if (figure === undefined || figure === 0) return left.value === right.value;
  const unit = right.value / figure;
  const slack = Math.max(
    readLastDigit(text, about) * Math.abs(unit),
    Math.abs(right.value) * 0.005,
  );
  return Math.abs(left.value - right.value) <= slack * 1.000_001;
}

/** Half of the last digit that is stated, or a whole one of the last that is not zero where it says "about". */
function readLastDigit(text: string, about: boolean): number {
  const digits = /\d[\d,]*(?:\.\d+)?/.exec(text)?.[0].replaceAll(",", "") ?? "1";
  const decimals = digits.split(".")[1]?.length ?? 0;
  if (decimals > 0) return 10 ** -decimals / (about ? 1 : 2);
  return about ? 10 ** (/0*$/.exec(digits)?.[0].length ?? 0) : 0.5;
}

type CalculationToken =
  | { readonly type: "figure"; readonly value: number }
  | { readonly type: "word"; readonly value: string }
  | { readonly type: "sign"; readonly value: string };

const TOKEN =
  /(?<figure>\d{1,3}(?:[,_'\u00A0\u202F ]\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)(?<times>\s?(?:k|K|M|bn|thousand|million|billion)(?![\p{L}\d]))?|(?<word>[\p{L}µ%$€£][\p{L}µ%$€£-]*)|(?<sign>[-+*/()×·÷^])|(?<space>\s+)|(?<other>.)/gu;

const TIMES: Readonly<Record<string, number>> = {
  k: 1e3,
  K: 1e3,
  M: 1e6,
  bn: 1e9,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
};

const SIGNS: Readonly<Record<string, string>> = { "×": "*", "·": "*", "÷": "/" };

/** Null where something stands that no calculation has; prose is read for its figures alone. */
function readTokens(text: string, prose = false): CalculationToken[] | null {
  const tokens: CalculationToken[] = [];
  for (const { groups = {} } of text.matchAll(TOKEN)) {
    const { figure, times, word, sign, other } = groups;
    if (figure !== undefined) {
      const value = Number(figure.replace(/[,_'\s\u00A0\u202F]/g, ""));
      if (prose && times !== undefined) tokens.push({ type: "figure", value });
      tokens.push({ type: "figure", value: value * (TIMES[times?.trim() ?? ""] ?? 1) });
    } else if (word !== undefined) tokens.push({ type: "word", value: word });
    else if (sign !== undefined) tokens.push({ type: "sign", value: SIGNS[sign] ?? sign });
    else if (other !== undefined && !prose) return null;
  }
  return tokens.some(({ type }) => type === "figure") || prose ? tokens : null;
}

function evaluateText(text: string, conventions: Conventions, withUnits: boolean): Quantity | null {
  const tokens = readTokens(text);
  if (!tokens) return null;
  const reader = { tokens, at: 0, conventions, withUnits };
  const value = readSum(reader);
  return value !== null && reader.at === tokens.length && Number.isFinite(value.value)
    ? value
    : null;
}

interface CalculationReader {
  readonly tokens: readonly CalculationToken[];
  readonly conventions: Conventions;
  readonly withUnits: boolean;
  at: number;
}

function readSum(reader: CalculationReader): Quantity | null {
  let left = readProduct(reader);
  for (;;) {
    const sign = readSign(reader, "+", "-");
    if (!left || sign === undefined) return left;
    const right = readProduct(reader);
    if (!right || right.bytes !== left.bytes || right.seconds !== left.seconds) return null;
    left = { ...left, value: sign === "+" ? left.value + right.value : left.value - right.value };
  }
}

function readProduct(reader: CalculationReader): Quantity | null {
  let left = readFactor(reader);
  for (;;) {
    const sign = readSign(reader, "*", "/");
    if (!left || sign === undefined) return left;
    const right = readFactor(reader);
    if (!right) return null;
    left = combineQuantities(left, right, sign === "*" ? 1 : -1);
  }
}

/** A figure takes the units that follow it: 40 MB/s is one quantity. */
function readFactor(reader: CalculationReader): Quantity | null {
  if (readSign(reader, "-") !== undefined) {
    const negated = readFactor(reader);
    return negated && { ...negated, value: -negated.value };
  }
  while (isCurrency(reader.tokens[reader.at])) reader.at += 1;
  const token = reader.tokens[reader.at];
  if (token?.type === "sign" && token.value === "(") {
    reader.at += 1;
    const inner = readSum(reader);
    return inner && readSign(reader, ")") !== undefined ? readUnits(reader, inner) : null;
  }
  if (token?.type !== "figure") return null;
  reader.at += 1;
  return readUnits(reader, { value: token.value, bytes: 0, seconds: 0 });
}

function readUnits(reader: CalculationReader, figure: Quantity): Quantity {
  let whole = figure;
  for (;;) {
    const [token, next] = reader.tokens.slice(reader.at, reader.at + 2);
    const isPer =
      (token?.type === "sign" && token.value === "/") ||
      (token?.type === "word" && token.value === "per");
    const word = isPer ? next : token;
    if (word?.type !== "word") return whole;
    reader.at += isPer ? 2 : 1;
    const unit = parseUnit(word.value, reader.conventions, reader.withUnits);
    whole = combineQuantities(whole, unit, isPer ? -1 : 1);
  }
}

function combineQuantities(left: Quantity, right: Quantity, power: 1 | -1): Quantity {
  return {
    value: power === 1 ? left.value * right.value : left.value / right.value,
    bytes: left.bytes + power * right.bytes,
    seconds: left.seconds + power * right.seconds,
  };
}

function isCurrency(token: CalculationToken | undefined): boolean {
  return token?.type === "word" && /^[$€£]$/.test(token.value);
}

function readSign(reader: CalculationReader, ...wanted: readonly string[]): string | undefined {
  const token = reader.tokens[reader.at];
  if (token?.type !== "sign" || !wanted.includes(token.value)) return undefined;
  reader.at += 1;
  return token.value;
}
