/** Dates as people write them, as the days they cover: "Q3 2026" is 92 days, "1 March 2026" is one. */

export interface DayRange {
  /** Days since 1970, first and last. */
  readonly from: number;
  readonly to: number;
  /** Dates without a year are compared with each other only. */
  readonly dimension: "date" | "day of a year";
}

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
/** With a capital: "may 5" is as often a permission. */
const MONTH =
  "(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|" +
  "Nov(?:ember)?|Dec(?:ember)?)";
const DAY = "(?:0?[1-9]|[12]\\d|3[01])";

/** Alternatives of a regular expression, without groups; what they match is read by `parseDayRange`. */
export const DATE_FORMS = [
  "\\d{4}-\\d{2}-\\d{2}(?![\\d-])",
  `${DAY}(?:st|nd|rd|th)?(?: of)? ${MONTH}\\.?(?:,? \\d{4})?(?![\\p{L}\\d-])`,
  `${MONTH}\\.? ${DAY}(?:st|nd|rd|th)?(?:,? \\d{4})?(?![\\p{L}\\d:%-]|\\.\\d)`,
  `${MONTH}\\.?,? \\d{4}(?![\\p{L}\\d-])`,
  "[Qq][1-4](?:,? |[/-])\\d{4}(?!\\d)",
  "\\d{4}[ /-][Qq][1-4](?![\\p{L}\\d])",
  "H[12][ /]\\d{4}(?!\\d)",
].join("|");

/** Undefined for an impossible date, such as 31 February. */
export function parseDayRange(written: string): DayRange | undefined {
  const text = written.toLowerCase();
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (iso) return createSingleDay(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]));
  const year = Number(/\d{4}/.exec(text)?.[0] ?? Number.NaN);
  const quarter = /q([1-4])/.exec(text);
  if (quarter) return createMonthRange(year, (Number(quarter[1]) - 1) * 3, 3);
  const half = /^h([12])/.exec(text);
  if (half) return createMonthRange(year, (Number(half[1]) - 1) * 6, 6);
  const month = MONTHS.indexOf(/[a-z]{3}/.exec(text.replace(/\d+(?:st|nd|rd|th)/, ""))?.[0] ?? "");
  const day = /(?<!\d)\d{1,2}(?!\d)/.exec(text);
  if (month === -1) return undefined;
  if (day) return createSingleDay(year, month, Number(day[0]));
  return createMonthRange(year, month, 1);
}

export function createYearRange(year: number): DayRange {
  return createMonthRange(year, 0, 12);
}

const DAY_MS = 86_400_000;
// any leap year: 29 February exists
const NO_YEAR = 2000;

function createSingleDay(year: number, month: number, day: number): DayRange | undefined {
  const known = !Number.isNaN(year);
  const date = new Date(Date.UTC(known ? year : NO_YEAR, month, day));
  if (date.getUTCMonth() !== month || date.getUTCDate() !== day) return undefined;
  const number = date.getTime() / DAY_MS;
  return { from: number, to: number, dimension: known ? "date" : "day of a year" };
}

function createMonthRange(year: number, first: number, count: number): DayRange {
  return {
    from: Date.UTC(year, first, 1) / DAY_MS,
    to: Date.UTC(year, first + count, 1) / DAY_MS - 1,
    dimension: "date",
  };
}
