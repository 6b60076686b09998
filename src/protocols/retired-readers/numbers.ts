/** Figures in a sentence: shares, money, multiples, and effort in person-days. */
import { type Word, wordsOf } from "./words.ts";

const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen";
const NAMED: ReadonlyMap<string, number> = new Map([
  ...SMALL.split(" ").map((word, value) => [word, value] as const),
  ["eighteen", 18],
  ["twenty", 20],
  ["thirty", 30],
  ["forty", 40],
  ["fifty", 50],
  ["sixty", 60],
  ["hundred", 100],
]);

export function numberOf(word: string | undefined): number | undefined {
  if (word === undefined) return undefined;
  if (/^\d{1,3}(?:,\d{3})*(?:\.\d+)?$|^\d+(?:\.\d+)?$/.test(word))
    return Number(word.replaceAll(",", ""));
  return NAMED.get(word);
}

/** What part of a whole the sentence speaks of, 0 to 100. */
export function shareIn(said: string): number | undefined {
  const percent = /(\d{1,3}(?:\.\d{1,4})?)\s?(?:%|percent\b|per cent\b)/i.exec(said);
  if (percent) return Math.min(Number(percent[1]), 100);
  const fraction = /\b(two thirds|three quarters|half|a third|a quarter of|a fifth)\b/i.exec(said);
  if (fraction) return FRACTIONS[(fraction[1] ?? "").toLowerCase()];
  const part =
    /\b([\w,]{1,12})\s(?:out of|of|in)\s(?:the |our |its |every )?(?:last )?([\w,]{1,12})\b/gi;
  for (const [, some, all] of said.matchAll(part)) {
    const count = numberOf(some?.toLowerCase());
    const total = numberOf(all?.toLowerCase());
    if (count === undefined || total === undefined || total < 2 || count > total) continue;
    return (100 * count) / total;
  }
  return undefined;
}

const FRACTIONS: Readonly<Record<string, number>> = {
  "two thirds": 67,
  "three quarters": 75,
  half: 50,
  "a third": 33,
  "a quarter of": 25,
  "a fifth": 20,
};

/** A number that measures something, as opposed to a date or a version. */
export function hasHardFigure(said: string): boolean {
  return (
    (shareIn(said) ?? 0) >= 10 ||
    /[$€£]\s?\d/.test(said) ||
    /\d\s?(?:k|million|euro|euros|dollars|pounds)\b/i.test(said) ||
    /\b(?:twice|double[sd]?|triple[sd]?|tenfold|\d+(?:x|\stimes)|(?:three|four|five|ten)\stimes)\b/i.test(
      said,
    ) ||
    /\b\d{1,3}(?:,\d{3})+\b|\b\d{2,6}\s+\p{Ll}/u.test(said)
  );
}

/** Working days in one of each. */
const WORKING_DAYS: Readonly<Record<string, number>> = {
  hour: 0.125,
  day: 1,
  week: 5,
  sprint: 10,
  month: 21,
  quarter: 65,
  year: 230,
};

const PEOPLE =
  /^(?:engineer|developer|people|person|programmer|colleague|maintainer|contractor|operator)s?$/;

export interface Stretch {
  /** Working days from begin to end. */
  readonly days: number;
  /** A range or "about" was given. */
  readonly vague: boolean;
  readonly index: number;
}

/** Every stretch of time in a sentence that can be work; rates, ages and points in time are left out. */
export function stretchesIn(said: string): Stretch[] {
  const words = wordsOf(said);
  return words.flatMap((word, index) => {
    const each = WORKING_DAYS[word.text.replace(/s$/, "")];
    if (each === undefined) return [];
    const amount = amountBefore(words, index);
    if (amount === undefined || NO_WORK.has(words[amount.from - 1]?.text ?? "")) return [];
    if (/^(?:ago|old|late|later|earlier)$/.test(words[index + 1]?.text ?? "")) return [];
    if (/[$€£]/.test(said.slice(words[amount.from - 1]?.start ?? 0, word.start))) return [];
    return [{ days: amount.value * each, vague: amount.vague, index: amount.from }];
  });
}

const NO_WORK = new Set(
  "every each per after since last past older until next by save saves saved saving spare spares spared wait waits".split(
    " ",
  ),
);

const ARTICLE_AFTER = new Set(
  "in about takes take needs need for is within under roughly costs cost another than least most and or of".split(
    " ",
  ),
);

function amountBefore(
  words: readonly Word[],
  index: number,
): { value: number; vague: boolean; from: number } | undefined {
  const before = words[index - 1];
  const value = numberOf(before?.text);
  if (value !== undefined) {
    const lower = rangeStart(words, index - 1);
    if (lower !== undefined)
      return { value: (lower.value + value) / 2, vague: true, from: lower.from };
    const vague = /^(?:about|roughly|perhaps|around)$/.test(words[index - 2]?.text ?? "");
    return { value, vague, from: index - 1 };
  }
  const article = before?.text === "a" || before?.text === "an" || before?.text === "one";
  if (article && ARTICLE_AFTER.has(words[index - 2]?.text ?? "")) {
    return { value: 1, vague: false, from: index - 1 };
  }
  if (before?.text === "half" || (article && words[index - 2]?.text === "half")) {
    return { value: 0.5, vague: false, from: index - 1 };
  }
  return undefined;
}

/** "4-6 weeks", "four to six weeks". */
function rangeStart(
  words: readonly Word[],
  upper: number,
): { value: number; from: number } | undefined {
  const joined = /^(?:to|or)$/.test(words[upper - 1]?.text ?? "");
  const adjacent = words[upper]?.start === (words[upper - 1]?.end ?? 0) + 1;
  const from = joined ? upper - 2 : upper - 1;
  const value = joined || adjacent ? numberOf(words[from]?.text) : undefined;
  return value === undefined ? undefined : { value, from };
}

/** How many people a sentence puts to work. */
export function peopleIn(said: string): number | undefined {
  const words = wordsOf(said);
  for (const [index, { text }] of words.entries()) {
    if (!PEOPLE.test(text)) continue;
    const before = words.slice(Math.max(0, index - 3), index).map((word) => word.text);
    if (before.includes("both")) return 2;
    const counted = before
      .toReversed()
      .map(numberOf)
      .find((number) => number !== undefined);
    if (counted !== undefined && counted >= 1 && counted <= 50) return counted;
  }
  return undefined;
}
