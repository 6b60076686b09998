/** Units of size and time in calculations; every other word is a label that changes no figure. */

export interface Quantity {
  readonly value: number;
  /** Powers of byte and second. */
  readonly bytes: number;
  readonly seconds: number;
}

/** What writers differ in: how long a month is, and whether a kilobyte is 1,000 or 1,024 bytes. */
export interface Conventions {
  readonly kilo: number;
  readonly monthDays: number;
  readonly yearDays: number;
}

export const CONVENTIONS: readonly Conventions[] = [1000, 1024].flatMap((kilo) =>
  [
    [30, 365],
    [365 / 12, 365],
    [365.25 / 12, 365.25],
  ].map(([monthDays = 0, yearDays = 0]) => ({ kilo, monthDays, yearDays })),
);

const LABEL: Quantity = { value: 1, bytes: 0, seconds: 0 };
const DAY_SECONDS = 86_400;

const SECONDS: Readonly<Record<string, number>> = {
  ns: 1e-9,
  µs: 1e-6,
  us: 1e-6,
  ms: 1e-3,
  millisecond: 1e-3,
  s: 1,
  sec: 1,
  second: 1,
  min: 60,
  minute: 60,
  h: 3600,
  hr: 3600,
  hour: 3600,
  d: DAY_SECONDS,
  day: DAY_SECONDS,
  wk: 7 * DAY_SECONDS,
  week: 7 * DAY_SECONDS,
};

const PREFIXES = "KMGTPE";

/** Without units, size and time are labels too: "5 years × 12 = 60 months" converts by its own figure. */
export function parseUnit(word: string, conventions: Conventions, withUnits: boolean): Quantity {
  if (word === "%") return { ...LABEL, value: 0.01 };
  if (!withUnits) return LABEL;
  const name = word.slice(word.lastIndexOf("-") + 1);
  return parseTimeUnit(name, conventions) ?? parseSizeUnit(name, conventions) ?? LABEL;
}

function parseTimeUnit(name: string, { monthDays, yearDays }: Conventions): Quantity | undefined {
  const singular = name.length > 2 ? name.toLowerCase().replace(/s$/, "") : name;
  const days = { month: monthDays, year: yearDays, yr: yearDays }[singular];
  const value = days === undefined ? SECONDS[singular] : days * DAY_SECONDS;
  return value === undefined ? undefined : { ...LABEL, value, seconds: 1 };
}

function parseSizeUnit(name: string, { kilo }: Conventions): Quantity | undefined {
  const found =
    /^(?<prefix>[kKMGTPE]?)(?<binary>i?)(?:(?<bytes>B|bytes?)|(?<bits>b|bits?))(?<rate>ps)?$/.exec(
      name,
    )?.groups;
  if (!found) return undefined;
  const { prefix = "", binary, bits, rate } = found;
  const power = prefix === "" ? 0 : PREFIXES.indexOf(prefix.toUpperCase()) + 1;
  const value = (binary === "i" ? 1024 : kilo) ** power / (bits === undefined ? 1 : 8);
  return { value, bytes: 1, seconds: rate === undefined ? 0 : -1 };
}
