/** K7: calculations over dates, by the calendar: "2026-03-01 + 30 d = 2026-03-31", "2026-05-04 - 2026-03-31 = 34 days". */

export interface KnownFacts {
  readonly isKnownFigure: (figure: number) => boolean;
  readonly isKnownDate: (date: string) => boolean;
}

const ISO_DATE = /(?<![\d-])\d{4}-\d{2}-\d{2}(?![\d-])/;

export function hasDate(line: string): boolean {
  return ISO_DATE.test(line);
}

const NO_CALCULATION = "it is not one calculation with its result";

/** What is wrong with a calculation over dates, in a few words; null if it comes out and all it starts from is known. */
export function findDateFault(line: string, known: KnownFacts): string | null {
  const pieces = line.split(/([=≈~<>≤≥]+)/);
  const texts = pieces.filter((_, at) => at % 2 === 0);
  const signs = pieces.filter((_, at) => at % 2 === 1);
  const values = texts.map(evaluateDates);
  const [first, ...others] = values;
  if (!first || others.length === 0 || others.includes(null)) return NO_CALCULATION;
  for (const [at, text] of texts.entries()) {
    const isResult = at > 0 && !/[<>≤≥]/.test(signs[at - 1] ?? "");
    const unknown = isResult ? undefined : findUnknown(text, known);
    if (unknown !== undefined) return `${unknown} is in none of the sources`;
  }
  const holds = others.every(
    (other, at) => other && areDatesRelated(first, other, signs[at] ?? ""),
  );
  return holds ? null : "it does not come out";
}

/** A day is counted from 1970-01-01; a span is in days, and in what it was counted. */
type DateValue =
  | { readonly type: "date"; readonly day: number }
  | {
      readonly type: "span";
      readonly days: number;
      readonly unit: number;
      readonly digits: number;
    };

function areDatesRelated(left: DateValue, right: DateValue, sign: string): boolean {
  if (left.type === "date" || right.type === "date") {
    return (
      left.type === "date" &&
      right.type === "date" &&
      compareDifference(left.day - right.day, sign, 0)
    );
  }
  const isRounded = right.unit > 1 || right.digits > 0;
  const slack = isRounded ? (right.unit * 10 ** -right.digits) / 2 : /[≈~]/.test(sign) ? 1 : 0;
  return compareDifference(left.days - right.days, sign, slack);
}

function compareDifference(difference: number, sign: string, slack: number): boolean {
  const isAllowed = sign.includes("=") || /[≤≥]/.test(sign);
  if (/[<≤]/.test(sign)) return difference < 0 || (isAllowed && difference === 0);
  if (/[>≥]/.test(sign)) return difference > 0 || (isAllowed && difference === 0);
  return Math.abs(difference) <= slack + 1e-9;
}

const TERM =
  /^\s*(?:(?<date>\d{4}-\d{2}-\d{2})(?![\d-])|(?<count>\d+(?:\.\d+)?)\s*(?<unit>d|days?|weeks?|wk|months?|years?)\b)\s*/i;

/** Dates and spans added and taken away, from left to right; null where something else stands. */
function evaluateDates(text: string): DateValue | null {
  let rest = text;
  let sum: DateValue | null = null;
  let sign = "+";
  for (;;) {
    const found = TERM.exec(rest);
    if (!found?.groups) return null;
    const { date, count = "", unit = "" } = found.groups;
    rest = rest.slice(found[0].length);
    const day = date === undefined ? null : parseDay(date);
    if (date !== undefined && day === null) return null;
    const term: DateTerm = day === null ? { count, unit: unit.toLowerCase() } : { day };
    sum = addTerm(sum, term, sign === "+" ? 1 : -1);
    if (!sum || rest === "") return sum;
    if (!/^[-+]/.test(rest)) return null;
    sign = rest.charAt(0);
    rest = rest.slice(1);
  }
}

type DateTerm = { readonly day: number } | { readonly count: string; readonly unit: string };

function addTerm(sum: DateValue | null, term: DateTerm, sign: 1 | -1): DateValue | null {
  if ("day" in term) {
    if (!sum) return { type: "date", day: term.day };
    if (sum.type === "span") return sign === 1 ? { type: "date", day: sum.days + term.day } : null;
    return sign === -1 ? { type: "span", days: sum.day - term.day, unit: 1, digits: 0 } : null;
  }
  const count = sign * Number(term.count);
  const months = term.unit.startsWith("month")
    ? count
    : term.unit.startsWith("year")
      ? 12 * count
      : 0;
  if (months !== 0) {
    // how long a month is depends on where it begins
    if (sum?.type !== "date" || !Number.isInteger(months)) return null;
    return { type: "date", day: addMonths(sum.day, months) };
  }
  const unit = term.unit.startsWith("w") ? 7 : 1;
  if (sum?.type === "date") {
    const day = sum.day + count * unit;
    return Number.isInteger(day) ? { type: "date", day } : null;
  }
  const digits = term.count.split(".")[1]?.length ?? 0;
  return { type: "span", days: (sum?.days ?? 0) + count * unit, unit, digits };
}

const DAY_MS = 86_400_000;

/** Null for a day that no calendar has. */
function parseDay(date: string): number | null {
  const time = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(time) || formatDay(time / DAY_MS) !== date ? null : time / DAY_MS;
}

function formatDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** The same day of a later month, or the last one that it has. */
function addMonths(day: number, months: number): number {
  const start = new Date(day * DAY_MS);
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(start.getUTCDate(), last)) / DAY_MS;
}

function findUnknown(text: string, { isKnownFigure, isKnownDate }: KnownFacts): string | undefined {
  const date = text.match(new RegExp(ISO_DATE, "g"))?.find((one) => !isKnownDate(one));
  if (date !== undefined) return `the date ${date}`;
  const figures = text.replaceAll(new RegExp(ISO_DATE, "g"), " ").match(/\d+(?:\.\d+)?/g) ?? [];
  const figure = figures.find((one) => !isKnownFigure(Number(one)));
  return figure === undefined ? undefined : `the figure ${figure}`;
}

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const MONTH_NAME =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?";
const DAY_FIRST = new RegExp(
  `(?<!\\d)(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH_NAME}(?:,? (\\d{4}))?(?![\\p{L}\\d])`,
  "giu",
);
const MONTH_FIRST = new RegExp(
  `(?<![\\p{L}])${MONTH_NAME} (\\d{1,2})(?:st|nd|rd|th)?(?:,? (\\d{4}))?(?![\\p{L}\\d])`,
  "giu",
);

/** The dates of a text: 2026-03-01, 1 March 2026 and March 1, 2026 alike; without a year, "03-01". */
export function listDates(text: string): string[] {
  const named = [
    ...[...text.matchAll(DAY_FIRST)].map(([, day, month, year]) => ({ day, month, year })),
    ...[...text.matchAll(MONTH_FIRST)].map(([, month, day, year]) => ({ day, month, year })),
  ];
  return [
    ...(text.match(new RegExp(ISO_DATE, "g")) ?? []),
    ...named.map(({ day = "", month = "", year }) => {
      const at = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
      const within = `${String(at).padStart(2, "0")}-${day.padStart(2, "0")}`;
      return year === undefined ? within : `${year}-${within}`;
    }),
  ];
}
