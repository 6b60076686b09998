/** Formats numbers, money and times, the same on every view. */

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });
const COUNT = new Intl.NumberFormat();
const LIST = new Intl.ListFormat(undefined, { type: "conjunction" });

const createUsdFormat = (digits: number): Intl.NumberFormat =>
  new Intl.NumberFormat(undefined, {
    style: "currency",
    currency: "USD",
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
const CENTS = createUsdFormat(2);
const FINER = createUsdFormat(3);
const FINEST = createUsdFormat(4);

/** Cents, and more digits where cents would say nothing. */
export function formatUsd(amount: number): string {
  if (amount === 0 || amount >= 0.1) return CENTS.format(amount);
  if (amount >= 0.01) return FINER.format(amount);
  return FINEST.format(Math.max(amount, 0.0001));
}

/** Of a number from 0 to 100. */
export function formatPercent(share: number): string {
  return `${Math.round(share)}%`;
}

/** The time of day. */
export function formatClockTime(atMs: number): string {
  return CLOCK.format(atMs);
}

export function formatDay(atMs: number): string {
  return DAY.format(atMs);
}

/** As a stopwatch shows it; parts of a second where there is nothing else. */
export function formatStopwatch(ms: number): string {
  if (ms < 1_000) return `${Math.max(0, Math.round(ms))} ms`;
  const seconds = Math.round(ms / 1_000);
  const two = (part: number): string => String(part).padStart(2, "0");
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor(seconds / 60) % 60;
  return `${hours > 0 ? `${hours}:` : ""}${two(minutes)}:${two(seconds % 60)}`;
}

export function formatInteger(amount: number): string {
  return COUNT.format(amount);
}

/** `plural(2, "reply", "replies")` */
export function formatPlural(amount: number, one: string, many: string = `${one}s`): string {
  return `${COUNT.format(amount)} ${amount === 1 ? one : many}`;
}

/** "Risk, Value and Effort" */
export function formatNameList(names: readonly string[]): string {
  return LIST.format(names);
}

/** Cut to a length that fits a picture; the full text belongs beside it. */
export function truncateText(text: string, most: number): string {
  const whole = text.trim();
  return whole.length <= most ? whole : `${takeBeginning(whole, Math.max(1, most - 1))}…`;
}

/** The beginning of a text, up to the end of a word where one is near. */
export function takeBeginning(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");
  if (/\s/.test(text.charAt(cut.length))) return cut.trimEnd();
  const end = cut.search(/\s+\S{0,24}$/);
  return end < cut.length / 2 ? cut : cut.slice(0, end);
}

export function capitalizeText(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Words in lines of a width that letters of a picture have on average; the last is cut. */
export function wrapTextLines(text: string, most: number, lines: number): string[] {
  const words = text.trim().split(/\s+/);
  const found: string[] = [];
  let line = "";
  for (const word of words) {
    const next = line === "" ? word : `${line} ${word}`;
    if (next.length <= most || line === "") line = next;
    else {
      found.push(line);
      line = word;
    }
    if (found.length === lines) break;
  }
  if (found.length < lines && line !== "") found.push(line);
  const shown = found.join(" ").length;
  const isCut = shown < words.join(" ").length;
  return found.map((one, index) => {
    const last = index === found.length - 1;
    const whole = one.length <= most && !(last && isCut);
    return whole ? one : `${one.slice(0, most - 1).trimEnd()}…`;
  });
}

// How long ago something was, in the reader's words.

const RELATIVE_TIME_FORMAT = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });

const RELATIVE_TIME_STEPS = [
  ["minute", 60_000, 60],
  ["hour", 3_600_000, 24],
  ["day", 86_400_000, 14],
] as const;

/** "3 minutes ago", "yesterday"; the date where that is two weeks away or more. */
export function formatTimeAgo(atMs: number, nowMs: number): string {
  const passed = Math.max(0, nowMs - atMs);
  if (passed < 60_000) return "just now";
  for (const [unit, ms, most] of RELATIVE_TIME_STEPS) {
    const units = Math.floor(passed / ms);
    if (units < most) return RELATIVE_TIME_FORMAT.format(-units, unit);
  }
  return DAY.format(atMs);
}

/** Lines that were only broken to fit somebody's editor flow together; paragraphs, lists and headings stay apart. */
export function unwrapLines(text: string): string {
  return text.replace(/^(?!#)(.*[^\n])\n(?=[^\n\s#>|*+`\d-])/gm, "$1 ");
}

/** A coordinate in a picture; more digits only make its source longer. */
export function roundToTenth(value: number): number {
  return Math.round(value * 10) / 10;
}
