/** What speaks for and against a variant, each counted in its words and shown with a quote. */
import type { Evidence } from "../../../domain/evidence.ts";
import { cited, quoted } from "../../retired-readers/sentences.ts";
import { type PointRead, variantSource } from "../prompts/prompt-input.ts";
import {
  anyWords,
  type TextCounts,
  cut,
  type VariantReading,
  type VariantSentence,
} from "./reading.ts";
import { scoreOf } from "./weigh.ts";

interface Merit {
  readonly text: string;
  readonly evidence: readonly Evidence[];
}

interface Compared {
  readonly readings: readonly VariantReading[];
  readonly points: readonly PointRead[];
}

/** "Variant B". */
export function called({ variant }: VariantReading): string {
  return `Variant ${variant.label}`;
}

const MOST_MERITS = 5;

/** At least one, strongest kind first: what only this variant has comes before what it has more of. */
export function merits(reading: VariantReading, compared: Compared): Merit[] {
  const found = [
    ...alone(reading, compared),
    ...MEASURES.flatMap((measure) => measured(reading, compared, measure)),
  ].slice(0, MOST_MERITS);
  if (found.length > 0) return found;
  const { headings, sentences } = {
    headings: reading.variant.sections.length,
    sentences: reading.sentences.length,
  };
  return [
    {
      text: `It says what it says in ${sentences} sentences under ${headings} headings.`,
      evidence: [evidence(reading, anyWords(reading))],
    },
  ];
}

const MOST_ALONE = 3;

/** Topics and contributions that no other variant has. */
function alone(reading: VariantReading, { points }: Compared): Merit[] {
  const own = reading.variant.variant;
  const only = points.filter(
    ({ within, kind, sides }) =>
      within === null &&
      (kind === "contribution" || kind === "coverage") &&
      sides.length > 0 &&
      sides.every(({ variant }) => variant === own),
  );
  const best = only.toSorted((a, b) => GRADE[b.severity] - GRADE[a.severity]).slice(0, MOST_ALONE);
  if (best.length === 0) return [];
  const named = [...new Set(best.map(({ topic, summary }) => quoted(topic ?? summary)))];
  return [
    {
      text: `It alone deals with ${listed(named)}.`,
      evidence: best.flatMap(({ sides }) => {
        const [side] = sides;
        if (!side) return [];
        const words =
          reading.between(side.start, side.end).toSorted(byScore)[0]?.quote ?? side.quote;
        return [evidence(reading, words)];
      }),
    },
  ];
}

const GRADE = { Low: 0, Medium: 1, High: 2 } as const;

interface Measure {
  readonly key: keyof TextCounts;
  readonly says: (count: number) => string;
}

const MEASURES: readonly Measure[] = [
  { key: "figures", says: (count) => `It commits itself to ${times(count, "figure")}` },
  { key: "requirements", says: (count) => `It names ${times(count, "requirement")} by id` },
  {
    key: "failures",
    says: (count) => `It says in ${times(count, "sentence")} what happens when something fails`,
  },
  { key: "dates", says: (count) => `It sets ${times(count, "date")}` },
  { key: "reasons", says: (count) => `It gives ${times(count, "reason")} for what it asks` },
];

function measured(
  reading: VariantReading,
  { readings }: Compared,
  { key, says }: Measure,
): Merit[] {
  const count = reading.total[key];
  if (count === 0) return [];
  const others = readings.filter((other) => other !== reading).map(({ total }) => total[key]);
  const most = others.every((other) => other < count) ? ", more than any other variant" : "";
  const examples = reading.sentences
    .filter(({ counts }) => counts[key] > 0)
    .toSorted((a, b) => b.counts[key] - a.counts[key] || byScore(a, b))
    .slice(0, 2);
  return [
    {
      text: `${says(count)}${most}.`,
      evidence: examples.map(({ quote }) => evidence(reading, quote)),
    },
  ];
}

const MOST_FLAWS = 3;

/** What is wrong with a variant as others see it. */
export function flaws(reading: VariantReading, compared: Compared): Merit[] {
  return [
    ...contradictions(reading, compared),
    ...vagueness(reading),
    ...gaps(reading, compared),
  ].slice(0, MOST_FLAWS);
}

function contradictions(reading: VariantReading, { points }: Compared): Merit[] {
  const found = points.find(({ within }) => within === reading.variant.variant);
  if (!found) return [];
  const quotes = found.sides.map(({ quote }) => quote).slice(0, 2);
  return [
    {
      text: `It contradicts itself (${found.id}): ${quotes.map(cited).join(" and ")}.`,
      evidence: quotes.map((quote) => evidence(reading, quote)),
    },
  ];
}

/** Vague wording with nothing beside it that could be checked. */
function vagueness(reading: VariantReading): Merit[] {
  const vague = reading.sentences
    .filter(({ counts }) => counts.vague > 0 && counts.figures === 0)
    .toSorted((a, b) => b.counts.vague - a.counts.vague || a.start - b.start);
  const [worst] = vague;
  if (!worst) return [];
  const more = vague.length > 1 ? `, and in ${times(vague.length - 1, "more sentence")}` : "";
  return [
    {
      text: `It stays vague where it should commit itself${more}: ${cited(worst.quote)}.`,
      evidence: [evidence(reading, worst.quote)],
    },
  ];
}

/** What others cover and this one does not, worst first. */
function gaps(reading: VariantReading, { points, readings }: Compared): Merit[] {
  const own = reading.variant.variant;
  return points
    .filter(
      ({ within, kind, sides, severity }) =>
        within === null &&
        (kind === "coverage" || (kind === "contribution" && severity === "High")) &&
        sides.every(({ variant }) => variant !== own),
    )
    .toSorted((a, b) => GRADE[b.severity] - GRADE[a.severity])
    .flatMap(({ topic, summary, sides }) => {
      const [side] = sides;
      const other = readings.find(({ variant }) => variant.variant === side?.variant);
      if (!side || !other) return [];
      const words = other.between(side.start, side.end).toSorted(byScore)[0]?.quote ?? side.quote;
      return [
        {
          text: `It says nothing on ${quoted(topic ?? summary)}, which ${called(other)} covers: ${cited(words)}.`,
          evidence: [evidence(other, words)],
        },
      ];
    });
}

export function evidence({ variant }: VariantReading, quote: string): Evidence {
  return { source: variantSource(variant.variant), quote: cut(quote) };
}

function byScore(a: VariantSentence, b: VariantSentence): number {
  return scoreOf(b.counts) - scoreOf(a.counts) || a.start - b.start;
}

export function times(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

export function listed(names: readonly string[]): string {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
