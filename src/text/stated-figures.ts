/** Figures with their unit and the words around them, and pairs of them that say the same of different numbers. */
import { isFunctionWord, listComparableWords, singularizeWord } from "./comparable-words.ts";
import { splitSentences } from "./sentence.ts";
import { stemWord } from "./word-stem.ts";

export interface StatedFigure {
  readonly value: number;
  /** A currency sign, `%`, or the word that follows, in the singular. */
  readonly unit: string;
  /** The sentence it stands in, as written. */
  readonly sentence: string;
  /** All other words of its clause. */
  readonly words: readonly string[];
}

/** A figure without a unit, of a date, a version or an id says too little to be compared. */
export function listStatedFigures(text: string): StatedFigure[] {
  // most texts have none, and splitting them takes far longer than this look
  if (!ANY_NUMBER.test(text)) return [];
  return splitSentences(text).flatMap((sentence) =>
    sentence.split(CLAUSE_END).flatMap((clause) => {
      const found = [...clause.matchAll(FIGURE)].map((match) => readFigure(match));
      // "from 3 weeks to 5 weeks" has two
      return found.flatMap((figure, index) => {
        if (figure === null) return [];
        const alone = found.every((other, at) => at === index || other?.unit !== figure.unit);
        if (!alone) return [];
        const words = clause.replace(figure.written, " ").match(WORD) ?? [];
        return [{ value: figure.value, unit: figure.unit, sentence: sentence.trim(), words }];
      });
    }),
  );
}

const CLAUSE_END = /[;:()]|,\s|\s[–—-]\s/;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’._-]*/gu;
const NUMBER_WORDS = "one two three four five six seven eight nine ten eleven twelve".split(" ");
// the same words by their first letters, which takes half the time over a long text
const ANY_NUMBER = /\d|one|t(?:wo|hree|en|welve)|f(?:our|ive)|s(?:ix|even)|e(?:ight|leven)|nine/iu;
const FIGURE = new RegExp(
  `(?<![\\p{L}\\p{N}.,#/_-])(?:(?<sign>[$€£])\\s?)?` +
    `(?:(?<digits>\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?)(?![\\d.,]*\\d)|(?<word>${NUMBER_WORDS.join("|")})(?!\\p{L}))` +
    `(?:\\s(?<many>thousand|million|billion)(?!\\p{L}))?(?:\\s?(?<unit>%|\\p{L}{2,}))?`,
  "giu",
);
const MANY: Readonly<Record<string, number>> = { thousand: 1e3, million: 1e6, billion: 1e9 };
const MONTH =
  /^(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec|january|february|march|april|august|september|october|november|december)$/;

function readFigure({ 0: written, groups = {} }: RegExpMatchArray): {
  value: number;
  unit: string;
  written: string;
} | null {
  const { sign, digits, word, many, unit = "" } = groups;
  const number =
    digits === undefined
      ? NUMBER_WORDS.indexOf((word ?? "").toLowerCase()) + 1
      : Number(digits.replaceAll(",", ""));
  const plain = singularizeWord(unit.toLowerCase());
  if (sign === undefined && (plain === "" || isFunctionWord(plain) || MONTH.test(plain)))
    return null;
  const value = number * (MANY[many?.toLowerCase() ?? ""] ?? 1);
  return { value, unit: sign ?? (plain === "percent" ? "%" : plain), written };
}

/** Words that let two figures differ: another time, measure, place or case. */
const APART = new Set(
  (
    "about above additional after again all almost alternative already another approximately at average before below " +
    "best by case current currently daily default down each earlier either end every example except expected few " +
    "final first former from further if increase initial instead larger last later least less longer longest low " +
    "lower max maximum mean measured median min minimum more most month monthly new next night no not now off old " +
    "only other over overall part peak per percentile phase plus previous rest same second shorter since smaller " +
    "some start step target test then third till to today tomorrow total trial under unless until up usually version " +
    "was week weekend weekly were when whereas while within without worst would year yearly yesterday"
  ).split(" "),
);

/** Pairs that say the same of one unit with another number; one pair for each sentence. */
export function findFigureConflicts(
  figures: readonly StatedFigure[],
  others: readonly StatedFigure[] = figures,
): (readonly [StatedFigure, StatedFigure])[] {
  const byUnit = Map.groupBy(others.slice(0, MOST_FIGURES), ({ unit }) => unit);
  const told = new Set<string>();
  const pairs: (readonly [StatedFigure, StatedFigure])[] = [];
  for (const figure of figures.slice(0, MOST_FIGURES)) {
    const other = byUnit
      .get(figure.unit)
      ?.find(
        (one) =>
          one.value !== figure.value &&
          !told.has(one.sentence) &&
          sayTheSame(figure.words, one.words),
      );
    if (!other || told.has(figure.sentence)) continue;
    told.add(figure.sentence).add(other.sentence);
    pairs.push([figure, other]);
  }
  return pairs;
}

const MOST_FIGURES = 1_000;

function sayTheSame(a: readonly string[], b: readonly string[]): boolean {
  const left = readTopic(a);
  const right = readTopic(b);
  const common = [...left.keys()].filter((word) => right.has(word)).length;
  const isSameTopic = common > 0 && common === left.size && common === right.size;
  // "The budget is $50,000" says enough; "It takes 3 days" does not say of what
  const isEnough = isSameTopic && [a, b].every(namesSubject) ? true : common >= 3;
  if (!isEnough || common * 4 < Math.max(left.size, right.size) * 3) return false;
  const apart = [...left, ...right].filter(([word]) => !(left.has(word) && right.has(word)));
  const qualified = (words: readonly string[]): string =>
    words
      .map((word) => word.toLowerCase())
      .filter((word) => APART.has(word))
      .toSorted()
      .join(" ");
  return (
    qualified(a) === qualified(b) && apart.every(([, written]) => /^\p{Ll}{2,}$/u.test(written))
  );
}

function namesSubject(words: readonly string[]): boolean {
  return (
    words.some((word) => /^(?:the|our|its)$/i.test(word)) &&
    !words.some((word) => /^(?:it|this|that|these|those|they|one|there|he|she|i|you)$/i.test(word))
  );
}

/** What a clause is about, each stem with the word as written; a first word may be capital. */
function readTopic(words: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    words.flatMap((written, place) => {
      // an id such as C-006 is one word
      const word = /\d/.test(written) ? written : (listComparableWords(written)[0] ?? "");
      if (word === "" || isFunctionWord(word)) return [];
      return [[stemWord(word), place === 0 ? written.toLowerCase() : written] as const];
    }),
  );
}

/** "12 of 40 (25 %)": a share that its own numbers contradict by more than rounding. */
export function findWrongShares(text: string): string[] {
  const shares = text.matchAll(
    /(?<![\d.,])(\d[\d,]*)\s+(?:out\s+)?of\s+(?:the\s+|all\s+|our\s+)?(\d[\d,]*)(?![\d.])[^.;()\d%]{0,40}\((?:about\s+|~\s?)?(\d+(?:\.\d+)?)\s?%\)/gi,
  );
  return [...shares].flatMap(([written, part = "", whole = "", percent = ""]) => {
    const [a, b] = [part, whole].map((digits) => Number(digits.replaceAll(",", "")));
    if (!a || !b || a > b) return [];
    return Math.abs((a / b) * 100 - Number(percent)) > 1 ? [written.replace(/\s+/g, " ")] : [];
  });
}
