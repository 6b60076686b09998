/** K7: calculations over times of day: "12:55 + 15 min = 13:10", "06:30 - 22:15 = 8 h 15 min". */

const TIME = /(?<![\d:.])(?:[01]?\d|2[0-4]):[0-5]\d(?![\d:])/;

export function hasTime(line: string): boolean {
  return TIME.test(line);
}

/**
 * What is wrong with a calculation over times, in a few words; null if it comes out and all it starts from is known.
 * Undefined if it is not one over times only.
 */
export function findTimeFault(
  line: string,
  isKnownFigure: (figure: number) => boolean,
): string | null | undefined {
  const pieces = line.split(/([=≈~<>≤≥]+)/);
  const texts = pieces.filter((_, at) => at % 2 === 0);
  const signs = pieces.filter((_, at) => at % 2 === 1);
  const values = texts.map(evaluateTimes);
  const [first, ...others] = values;
  if (!first || others.length === 0 || others.includes(null)) return undefined;
  for (const [at, text] of texts.entries()) {
    const isResult = at > 0 && !/[<>≤≥]/.test(signs[at - 1] ?? "");
    const figures = isResult ? [] : (text.match(/\d+(?:\.\d+)?/g) ?? []);
    const unknown = figures.find((figure) => !isKnownFigure(Number(figure)));
    if (unknown !== undefined) return `the figure ${unknown} is in none of the sources`;
  }
  const holds = others.every(
    (other, at) => other && areTimesRelated(first, other, signs[at] ?? ""),
  );
  return holds ? null : "it does not come out";
}

/** Minutes since midnight, which may be past the next one, or how many minutes pass. */
interface TimeValue {
  readonly type: "time" | "span";
  readonly minutes: number;
}

const DAY_MINUTES = 1440;

function areTimesRelated(left: TimeValue, right: TimeValue, sign: string): boolean {
  if (left.type !== right.type) return false;
  const difference = left.minutes - right.minutes;
  if (sign.includes("<")) return sign.includes("=") ? difference <= 0 : difference < 0;
  if (sign.includes(">")) return sign.includes("=") ? difference >= 0 : difference > 0;
  if (sign === "≤") return difference <= 0;
  if (sign === "≥") return difference >= 0;
  // a night passes midnight, and is said without it
  return Math.abs(difference % DAY_MINUTES) < 1e-9;
}

const TERM =
  /^\s*(?:(?<hour>[01]?\d|2[0-4]):(?<minute>[0-5]\d)(?![\d:])|(?<count>\d+(?:\.\d+)?)\s*(?<unit>s|sec|seconds?|min|minutes?|h|hours?)\b)\s*/i;

const MINUTES: Readonly<Record<string, number>> = { s: 1 / 60, m: 1, h: 60 };

/** Times and spans added and taken away, from left to right; null where something else stands. */
function evaluateTimes(text: string): TimeValue | null {
  let rest = text;
  let sum: TimeValue | null = null;
  let sign = 1;
  for (;;) {
    const groups = TERM.exec(rest)?.groups;
    if (!groups) return null;
    rest = rest.slice(TERM.exec(rest)?.[0].length);
    sum = addTerm(sum, readTerm(groups), sign);
    if (!sum || rest === "") return sum;
    if (/^[+-]/.test(rest)) {
      sign = rest.startsWith("-") ? -1 : 1;
      rest = rest.slice(1);
    }
  }
}

function readTerm({
  hour,
  minute,
  count,
  unit = "",
}: Record<string, string | undefined>): TimeValue {
  if (hour !== undefined) return { type: "time", minutes: Number(hour) * 60 + Number(minute) };
  return { type: "span", minutes: Number(count) * (MINUTES[unit.charAt(0).toLowerCase()] ?? 0) };
}

function addTerm(sum: TimeValue | null, term: TimeValue, sign: number): TimeValue | null {
  if (!sum) return term;
  if (term.type === "time" && (sum.type === "span" || sign === 1)) return null;
  const minutes = sum.minutes + sign * term.minutes;
  return { type: term.type === "time" ? "span" : sum.type, minutes };
}
