/** Numbers that are written as text: `85`, `eighty-five`, `two point five`; and those that a text holds in words. */

const ONES = (
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen " +
  "sixteen seventeen eighteen nineteen"
).split(" ");
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const NUMERAL = /^[+-]?\d+(?:\.\d+)?$/;

const LARGE: Readonly<Record<string, number>> = { million: 1_000_000, billion: 1_000_000_000 };

const RUN = (() => {
  const word = `(?:${[...ONES, ...TENS, "hundred", "thousand", "point", ...Object.keys(LARGE)].join("|")})(?![a-z])`;
  return new RegExp(`(?<![a-z])(?:a[ -])?${word}(?:[ -](?:and )?${word}){0,11}`, "gi");
})();

/** The numbers that a text of single spaces holds in words, those of equal words once: 8 and 10 in "eight of ten", 25 in "twenty-five". */
export function listNumberWords(text: string): number[] {
  const runs = new Set(Array.from(text.matchAll(RUN), ([run]) => run.toLowerCase()));
  return [...runs].flatMap(splitNumberRun);
}

/** The longest number first: "two three hundred" is 2 and 300. */
function splitNumberRun(run: string): number[] {
  const words = run.split(/[ -]/);
  const found: number[] = [];
  for (let at = 0; at < words.length;) {
    const end = words.findLastIndex(
      (_, place) => place >= at && readNumberWords(words.slice(at, place + 1)) !== undefined,
    );
    const value = end < at ? undefined : readNumberWords(words.slice(at, end + 1));
    if (value !== undefined) found.push(value);
    at = Math.max(at, end) + 1;
  }
  return found;
}

function readNumberWords(words: readonly string[]): number | undefined {
  const times = LARGE[words.at(-1) ?? ""];
  if (times === undefined) return parseNumberText(words.join(" "));
  const many =
    words.length === 2 && words[0] === "a" ? 1 : parseNumberText(words.slice(0, -1).join(" "));
  return many === undefined ? undefined : many * times;
}

/** Undefined for everything that is not exactly one number. `1,500` is none: it may be 1500 or 1.5. */
export function parseNumberText(text: string): number | undefined {
  const trimmed = text.trim();
  if (NUMERAL.test(trimmed)) return Number(trimmed);
  const words = trimmed.toLowerCase().split(/[\s-]+/);
  const point = words.indexOf("point");
  if (point === -1) return parseWholeWords(words);
  const whole = parseWholeWords(words.slice(0, point));
  const digits = words.slice(point + 1).map((word) => ONES.indexOf(word));
  const spoken = digits.length > 0 && digits.every((digit) => digit >= 0 && digit <= 9);
  return whole === undefined || !spoken ? undefined : Number(`${whole}.${digits.join("")}`);
}

function parseWholeWords(words: readonly string[]): number | undefined {
  const thousand = words.indexOf("thousand");
  if (thousand === -1) return parseBelowThousand(words);
  const before = parseBelowThousand(words.slice(0, thousand));
  const after = words.slice(thousand + 1);
  const rest = after.length === 0 ? 0 : parseBelowThousand(skipAnd(after));
  return before === undefined || rest === undefined ? undefined : before * 1_000 + rest;
}

function parseBelowThousand(words: readonly string[]): number | undefined {
  const hundred = words.indexOf("hundred");
  if (hundred === -1) return parseBelowHundred(words);
  const [digit = "", ...more] = words.slice(0, hundred);
  const hundreds = digit === "a" ? 1 : ONES.indexOf(digit);
  const after = words.slice(hundred + 1);
  const rest = after.length === 0 ? 0 : parseBelowHundred(skipAnd(after));
  const fits = more.length === 0 && hundreds >= 1 && hundreds <= 9;
  return fits && rest !== undefined ? hundreds * 100 + rest : undefined;
}

function parseBelowHundred([first = "", second, ...more]: readonly string[]): number | undefined {
  if (more.length > 0) return undefined;
  const tens = TENS.indexOf(first);
  if (tens === -1)
    return second === undefined && ONES.includes(first) ? ONES.indexOf(first) : undefined;
  if (second === undefined) return (tens + 2) * 10;
  const one = ONES.indexOf(second);
  return one >= 1 && one <= 9 ? (tens + 2) * 10 + one : undefined;
}

function skipAnd(words: readonly string[]): readonly string[] {
  return words[0] === "and" ? words.slice(1) : words;
}
