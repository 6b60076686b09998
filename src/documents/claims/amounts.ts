/** Figures with units as exact integers of a small unit, so that 1.5 s equals 1,500 ms. */

export interface AmountUnit {
  /** What can be compared with each other: time, size, share, money of one currency, a plain count. */
  readonly dimension: string;
  /** How many of the smallest unit one of it is. */
  readonly scale: bigint;
  /** The same for its longest form; only months and years have several lengths. */
  readonly longest?: bigint;
}

export const COUNT_UNIT: AmountUnit = { dimension: "count", scale: 1n };

const SECOND = 1_000n;
const DAY = 86_400n * SECOND;

function listUnitEntries(dimension: string, scale: bigint, names: string): [string, AmountUnit][] {
  return names.split(" ").map((name) => [name, { dimension, scale }]);
}

function listCalendarEntries(
  days: readonly [bigint, bigint],
  names: string,
): [string, AmountUnit][] {
  const [scale, longest] = [days[0] * DAY, days[1] * DAY];
  return names.split(" ").map((name) => [name, { dimension: "time", scale, longest }]);
}

const UNITS: ReadonlyMap<string, AmountUnit> = new Map([
  ...listUnitEntries("time", 1n, "ms msec millisecond milliseconds"),
  ...listUnitEntries("time", SECOND, "s sec secs second seconds"),
  ...listUnitEntries("time", 60n * SECOND, "min mins minute minutes"),
  ...listUnitEntries("time", 3_600n * SECOND, "h hr hrs hour hours"),
  ...listUnitEntries("time", DAY, "d day days"),
  ...listUnitEntries("time", 7n * DAY, "week weeks"),
  ...listCalendarEntries([28n, 31n], "month months"),
  ...listCalendarEntries([365n, 366n], "year years yr yrs"),
  ...listUnitEntries("size", 1n, "byte bytes"),
  ...listUnitEntries("size", 1_000n, "kb kilobyte kilobytes"),
  ...listUnitEntries("size", 1_000_000n, "mb megabyte megabytes"),
  ...listUnitEntries("size", 1_000_000_000n, "gb gigabyte gigabytes"),
  ...listUnitEntries("size", 1_000_000_000_000n, "tb terabyte terabytes"),
  ...listUnitEntries("size", 1_024n, "kib"),
  ...listUnitEntries("size", 1_048_576n, "mib"),
  ...listUnitEntries("size", 1_073_741_824n, "gib"),
  ...listUnitEntries("share", 1n, "% percent"),
  ...listUnitEntries("money in USD", 1n, "$ usd dollar dollars"),
  ...listUnitEntries("money in EUR", 1n, "€ eur euro euros"),
  ...listUnitEntries("money in GBP", 1n, "£ gbp"),
  ...listUnitEntries("length", 1n, "px pixel pixels"),
]);

export function findUnit(name: string): AmountUnit | undefined {
  return UNITS.get(name.toLowerCase());
}

const MULTIPLIERS: ReadonlyMap<string, bigint> = new Map([
  ["k", 1_000n],
  ["K", 1_000n],
  ["thousand", 1_000n],
  ["M", 1_000_000n],
  ["million", 1_000_000n],
  ["bn", 1_000_000_000n],
  ["billion", 1_000_000_000n],
]);

export function findMultiplier(name: string): bigint | undefined {
  return MULTIPLIERS.get(name);
}

const DECIMALS = 9;
const LONGEST_FIGURE = 30;

/** 007, and what looks like the beginning of a commit's hash. */
const NAME = /^0\d|^\d{4}(?!000$)\d{3}$/;

/** "1,500.25" in billionths of the smallest unit; undefined if it is not a plain figure. */
export function parseAmount(figure: string, scale: bigint): bigint | undefined {
  if (figure.length > LONGEST_FIGURE || NAME.test(figure)) return undefined;
  const plain = /^(\d+|\d{1,3}(?:[, ]\d{3})+)(?:\.(\d{1,9}))?$/.exec(figure);
  if (plain?.[1] === undefined) return undefined;
  const whole = plain[1].replace(/[, ]/g, "");
  return BigInt(whole + (plain[2] ?? "").padEnd(DECIMALS, "0")) * scale;
}

const SPELLED: ReadonlyMap<string, number> = new Map(
  "zero one two three four five six seven eight nine ten eleven twelve"
    .split(" ")
    .map((word, index): [string, number] => [word, index])
    .slice(2)
    .concat([
      ["fifteen", 15],
      ["eighteen", 18],
      ["twenty", 20],
      ["thirty", 30],
      ["forty", 40],
      ["fifty", 50],
      ["sixty", 60],
      ["ninety", 90],
    ]),
);

/** "two" to "twelve" and round figures; "one" is as often a pronoun. */
export function parseSpelledNumber(word: string): number | undefined {
  return SPELLED.get(word);
}
