/** Completeness, correctness, structure and clarity as rules; risks have a file of their own. */
import { listTitleWords } from "../../../text/comparable-words.ts";
import {
  CONSTRAINT,
  DEPENDENCY,
  FAILURE,
  KNOWN_LETTERS,
  NEXT_STEP,
  OUT_OF_SCOPE,
  OVERCLAIM,
  SUCCESS,
} from "./lexicon.ts";
import type { VariantOutline } from "./outline.ts";
import { anyWords, type VariantReading, type VariantSentence } from "./reading.ts";
import { riskRules } from "./risks.ts";
import { telling } from "./weigh.ts";

/** What a rule may look at. */
export interface CriterionContext {
  readonly reading: VariantReading;
  /** All variants, for what the others have. */
  readonly readings: readonly VariantReading[];
  readonly outline: VariantOutline;
  /** Contradictions inside this variant. */
  readonly contradictions: number;
  /** Ids of the requirements that should be covered. */
  readonly required: ReadonlySet<string>;
}

export interface CriterionFinding {
  readonly met: boolean;
  /** Words of the variant; null where nothing was found. */
  readonly quote: string | null;
  readonly claim: string;
}

export type CriterionRule = (seen: CriterionContext) => CriterionFinding;

/** Met where a sentence, or a title with something under it, fits. */
function spoken(pattern: RegExp, what: string): CriterionRule {
  return ({ reading }) => {
    const sentence = telling(reading.sentences.filter(({ quote }) => pattern.test(quote)));
    const quote = sentence?.quote ?? underTitle(reading, pattern)?.quote;
    return quote === undefined
      ? { met: false, quote: null, claim: `no sentence in ${reading.sentences.length} ${what}` }
      : { met: true, quote, claim: `a sentence ${what}` };
  };
}

function underTitle(
  { variant, between }: VariantReading,
  pattern: RegExp,
): VariantSentence | undefined {
  const section = variant.sections.find(({ title }) => pattern.test(title));
  return section && telling(between(section.start, section.end));
}

/** Met where the whole variant passes; its most telling words are shown. */
function whole(
  met: boolean,
  { reading }: CriterionContext,
  [yes, no]: readonly [string, string],
): CriterionFinding {
  const quote = telling(reading.sentences)?.quote ?? anyWords(reading);
  return { met, quote, claim: met ? yes : no };
}

const requirements: CriterionRule = (seen) => {
  const { reading, required } = seen;
  if (required.size === 0) return topics(seen);
  const text = reading.variant.text;
  const missing = [...required].filter((id) => !text.includes(id));
  const shown = reading.sentences.find(({ counts }) => counts.requirements > 0)?.quote ?? null;
  const claim =
    missing.length === 0
      ? `all ${required.size} requirements are named`
      : `${missing.slice(0, 5).join(", ")} ${missing.length === 1 ? "is" : "are"} not named`;
  return { met: missing.length === 0, quote: shown, claim };
};

/** Without requirements, the topics that at least two other variants have. */
function topics({ reading, readings }: CriterionContext): CriterionFinding {
  const own = keysOf(reading);
  const counts = new Map<string, number>();
  for (const other of readings) {
    if (other !== reading)
      for (const key of keysOf(other)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const needed = Math.min(2, readings.length - 1);
  const missing = [...counts].filter(([key, count]) => count >= needed && !own.has(key));
  const met = missing.length === 0;
  const claim = met
    ? "every topic of the other variants has a section"
    : `${missing.length} topics of other variants have no section`;
  return { met, quote: met ? anyWords(reading) : null, claim };
}

function keysOf({ variant }: VariantReading): Set<string> {
  const titled = variant.sections.filter(({ title, depth }) => title !== "" && depth === 2);
  return new Set(titled.map(({ title }) => [...listTitleWords(title)].toSorted().join(" ")));
}

const noOverclaim: CriterionRule = (seen) => {
  const found = seen.reading.sentences.find(({ quote }) => OVERCLAIM.test(quote));
  if (found) return { met: false, quote: found.quote, claim: "it promises what nobody can" };
  return whole(true, seen, ["it promises nothing that cannot be kept", ""]);
};

const feasible: CriterionRule = (seen) => {
  const found = spoken(CONSTRAINT, "states a limit")(seen);
  if (!found.met || seen.contradictions === 0) return found;
  return { ...found, met: false, claim: "a limit is stated, and the variant contradicts itself" };
};

/** "roll-back" and "rollback" in one document are one term written in two ways. */
const consistentTerms: CriterionRule = (seen) => {
  const words = seen.reading.variant.text.toLowerCase().match(/\p{L}+(?:-\p{L}+)+/gu) ?? [];
  const joined = new Map(words.map((word) => [word.replaceAll("-", ""), word]));
  const plain = new Set(seen.reading.variant.text.toLowerCase().match(/\p{L}{5,}/gu));
  const twice = [...joined].find(([bare]) => plain.has(bare));
  return whole(twice === undefined, seen, [
    "no term is spelled in two ways",
    `${twice?.[1]} and ${twice?.[0]} are one term in two spellings`,
  ]);
};

const consistent: CriterionRule = (seen) =>
  whole(seen.contradictions === 0, seen, [
    "no two sentences contradict each other",
    `${seen.contradictions} contradictions were found in it`,
  ]);

const supported: CriterionRule = ({ reading }) => {
  const reasons = reading.sentences.filter(({ counts }) => counts.reasons > 0);
  const met = reasons.length >= 2;
  const claim = `${reasons.length} of ${reading.sentences.length} sentences give a reason or a measurement`;
  return { met, quote: telling(reasons)?.quote ?? null, claim };
};

const inOrder: CriterionRule = (seen) => {
  const { ordered, inverted } = seen.outline;
  const met = ordered > 0 && inverted * 3 <= ordered;
  return {
    met,
    quote: title(seen),
    claim: `${ordered} pairs of sections stand in the usual order, ${inverted} do not`,
  };
};

const nested: CriterionRule = (seen) => {
  const { variant } = seen.reading;
  const empty = variant.sections.filter(
    ({ title: words, children, first, beyond }) =>
      words !== "" && children.length === 0 && beyond - first <= 1,
  );
  const { gaps, titles } = seen.outline;
  const met = gaps === 0 && empty.length === 0 && titles.length > 1;
  return {
    met,
    quote: title(seen),
    claim: `${gaps} levels are left out, ${empty.length} sections are empty`,
  };
};

/** A section with most of the text separates nothing. */
const separated: CriterionRule = (seen) => {
  const { variant } = seen.reading;
  const main = variant.sections.filter(
    (one) => one.title !== "" && seen.outline.titles.includes(one.title),
  );
  const largest = Math.max(0, ...main.map(({ start, end }) => end - start));
  const met = main.length >= 3 && largest * 10 <= variant.text.length * 6;
  const share = Math.round((100 * largest) / Math.max(1, variant.text.length));
  return {
    met,
    quote: title(seen),
    claim: `${main.length} main sections, the largest has ${share} % of the text`,
  };
};

const findable: CriterionRule = (seen) => {
  const { variant, sentences } = seen.reading;
  const numbered = variant.sections.find(({ title: words }) =>
    /^(?:\d+[.)]?|phase \d|step \d|part \d)/i.test(words),
  );
  const reference = sentences.find(({ quote }) =>
    /\b(?:see|section|phase|step) (?:section )?\d|\]\(#/i.test(quote),
  );
  const summary = underTitle(seen.reading, /\b(?:contents|summary|overview|tl;?dr)\b/i);
  const quote = numbered?.title ?? reference?.quote ?? summary?.quote ?? null;
  return {
    met: quote !== null,
    quote,
    claim:
      quote === null
        ? "no numbering, reference or summary"
        : "its parts can be found and referred to",
  };
};

const conventional: CriterionRule = (seen) => {
  const { usual } = seen.outline;
  const titled = seen.reading.variant.sections.some(
    ({ depth, title: words }) => depth === 1 && words !== "",
  );
  return {
    met: titled && usual.size >= 4,
    quote: title(seen),
    claim: `${usual.size} of the sections that such a document usually has are there`,
  };
};

const unambiguous: CriterionRule = ({ reading }) => {
  const { vague, sentences } = reading.total;
  const worst = reading.sentences.find(({ counts }) => counts.vague > 0);
  const met = sentences > 0 && vague * 20 <= sentences;
  const quote = met ? telling(reading.sentences)?.quote : worst?.quote;
  return {
    met,
    quote: quote ?? null,
    claim: `${vague} of ${sentences} sentences can be read as one likes`,
  };
};

const concrete: CriterionRule = ({ reading }) => {
  const held = reading.sentences.filter(
    ({ counts }) => counts.figures + counts.named + counts.requirements > 0 && counts.vague === 0,
  );
  const met = held.length > 0 && held.length * 2 >= reading.sentences.length;
  return {
    met,
    quote: telling(held)?.quote ?? null,
    claim: `${held.length} of ${reading.sentences.length} sentences name something that can be checked`,
  };
};

const MOST_SENTENCES = 25;

const purposeful: CriterionRule = (seen) => {
  const { variant, between } = seen.reading;
  const long = variant.sections.find(
    ({ start, ownEnd }) => between(start, ownEnd).length > MOST_SENTENCES,
  );
  const met = long === undefined && seen.outline.titles.length > 1;
  return {
    met,
    quote: title(seen),
    claim: met
      ? "no section is so long that it has several purposes"
      : `${long?.title ?? "the whole"} is one long section`,
  };
};

const explained: CriterionRule = (seen) => {
  const { text } = seen.reading.variant;
  const letters = [...new Set(text.match(/(?<![\w-])[A-Z]{2,6}s?(?![\w-])/g))].filter(
    (word) => !KNOWN_LETTERS.has(word.toUpperCase()),
  );
  const unexplained = letters.find(
    (word) => !text.includes(`(${word})`) && !text.includes(`${word} (`),
  );
  return whole(unexplained === undefined, seen, [
    letters.length === 0
      ? "it has no abbreviation that needs explaining"
      : `${letters.length} abbreviations are explained`,
    `${unexplained} is explained nowhere`,
  ]);
};

function title({ outline, reading }: CriterionContext): string {
  return outline.titles[0] ?? anyWords(reading);
}

export const RULES: Readonly<Record<string, CriterionRule>> = {
  "completeness-1": requirements,
  "completeness-2": spoken(FAILURE, "deals with a failure or an edge case"),
  "completeness-3": spoken(DEPENDENCY, "names what something depends on"),
  "completeness-4": spoken(SUCCESS, "says when it has succeeded"),
  "completeness-5": spoken(OUT_OF_SCOPE, "says what is left out"),
  "correctness-1": noOverclaim,
  "correctness-2": feasible,
  "correctness-3": consistentTerms,
  "correctness-4": consistent,
  "correctness-5": supported,
  "structure-1": inOrder,
  "structure-2": nested,
  "structure-3": separated,
  "structure-4": findable,
  "structure-5": conventional,
  "clarity-1": unambiguous,
  "clarity-2": concrete,
  "clarity-3": purposeful,
  "clarity-4": explained,
  "clarity-5": spoken(NEXT_STEP, "says what comes next, or what is to be decided"),
  ...riskRules,
};
