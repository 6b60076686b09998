/** Which variant handles a point best, by what can be counted in each side's words. */
import type { Evidence } from "../../../domain/evidence.ts";
import { cited, quoted } from "../../retired-readers/sentences.ts";
import { type PointRead, variantSource } from "../prompts/prompt-input.ts";
import { outlineOf } from "./outline.ts";
import {
  type TextCounts,
  countsOf,
  cut,
  gist,
  type VariantReading,
  type VariantSentence,
  sumOf,
} from "./reading.ts";

/** One variant's side of a point. */
interface Weighed {
  readonly variant: number;
  readonly label: string;
  readonly score: number;
  readonly counts: TextCounts;
  /** Its most telling words. */
  readonly quote: string;
  /** Variants that say the same in the same words, itself included. */
  readonly backing: number;
}

export interface PointJudgement {
  readonly point: PointRead;
  readonly variant: number;
  readonly because: string;
  readonly evidence: readonly Evidence[];
  /** The speaker's own side; null where its variant says nothing on it. */
  readonly own: Weighed | null;
  /** How far the winner is ahead of the speaker's own side. */
  readonly lead: number;
}

interface Speaker {
  /** The variant it argues for. */
  readonly own: number;
  /** At first an advocate gives its own variant the benefit of a small difference; later it counts strictly. */
  readonly lenient: boolean;
}

export function judge(
  point: PointRead,
  readings: readonly VariantReading[],
  speaker: Speaker,
): PointJudgement {
  const sides =
    point.category === "structural" ? outlined(point, readings) : weighed(point, readings);
  const best = point.category === "contradiction" ? represented(sides) : ranked(sides);
  const [top] = best;
  const own = sides.find(({ variant }) => variant === speaker.own) ?? null;
  if (!top) return unmatched(point, speaker.own);
  const mine = best.find(({ variant }) => variant === own?.variant) ?? sameSide(best, sides, own);
  const even = mine !== null && own !== null && isEven(top, mine, speaker.lenient);
  const winner = even ? mine : top;
  return {
    point,
    variant: winner.variant,
    because: isAhead(winner, best) ? reasonFor(point, winner, best) : undecided(point, winner),
    evidence:
      winner.quote === ""
        ? []
        : [{ source: variantSource(winner.variant), quote: cut(winner.quote) }],
    own,
    lead: own === null || even ? 0 : top.score - own.score,
  };
}

/** Nobody else is as good by the count. */
function isAhead(winner: Weighed, best: readonly Weighed[]): boolean {
  return best.every(
    ({ variant, score, backing }) =>
      variant === winner.variant ||
      backing < winner.backing ||
      (backing === winner.backing && score < winner.score),
  );
}

/** Where nothing tells the sides apart an advocate stays with its own. */
function isEven(top: Weighed, own: Weighed, lenient: boolean): boolean {
  if (top.variant === own.variant) return true;
  if (top.backing !== own.backing) return false;
  const tolerance = lenient ? Math.max(2, Math.floor(top.score / 7)) : 0;
  return top.score - own.score <= tolerance;
}

function ranked(sides: readonly Weighed[]): Weighed[] {
  return sides.toSorted((a, b) => b.score - a.score || a.variant - b.variant);
}

/** Of those who say the same, the most specific speaks for all: votes must not be split between equals. */
function represented(sides: readonly Weighed[]): Weighed[] {
  const groups = new Map<string, Weighed[]>();
  for (const side of sides) groups.set(stand(side), [...(groups.get(stand(side)) ?? []), side]);
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = ranked(group);
      return first ? [{ ...first, backing: Math.max(first.backing, group.length) }] : [];
    })
    .toSorted((a, b) => b.backing - a.backing || b.score - a.score || a.variant - b.variant);
}

/** The representative of the side that the speaker's variant takes. */
function sameSide(
  best: readonly Weighed[],
  sides: readonly Weighed[],
  own: Weighed | null,
): Weighed | null {
  if (own === null) return null;
  const partners = sides.filter((side) => stand(side) === stand(own)).map(({ variant }) => variant);
  return best.find(({ variant }) => partners.includes(variant)) ?? null;
}

const NEGATED = /\b(?:not|no|never|without|cannot|can't|won't|mustn't|isn't|don't|doesn't)\b/i;

/** What a side comes down to in a contradiction: its figures, and whether it denies. */
function stand({ quote }: Weighed): string {
  const figures = quote.match(/\d+(?:[.,:]\d+)*/g) ?? [];
  return `${figures.join(" ")}${NEGATED.test(quote) ? " denied" : ""}` || gist(quote);
}

function weighed({ sides, category }: PointRead, readings: readonly VariantReading[]): Weighed[] {
  const seen = new Map<number, Weighed>();
  for (const side of sides) {
    const reading = readings.find(({ variant }) => variant.variant === side.variant);
    if (!reading) continue;
    const sentences = reading.between(side.start, side.end);
    const counts = sentences.length > 0 ? sumOf(sentences) : countsOf(side.quote);
    const contradiction = category === "contradiction";
    const quote = contradiction ? side.quote : (telling(sentences)?.quote ?? side.quote);
    const backing = contradiction ? backingOf(side.quote, readings) : 1;
    const score = scoreOf(counts);
    const { label } = reading.variant;
    const before = seen.get(side.variant);
    if (before && before.score >= score) continue;
    seen.set(side.variant, { variant: side.variant, label, score, counts, quote, backing });
  }
  return [...seen.values()];
}

function outlined({ kind }: PointRead, readings: readonly VariantReading[]): Weighed[] {
  return readings.map((reading) => {
    const outline = outlineOf(reading.variant);
    const { ordered, inverted, headings, gaps } = outline;
    const score = kind === "order" ? ordered - 2 * inverted : headings - 10 * gaps;
    const { variant, label } = reading.variant;
    const quote = kind === "order" ? outline.titles.slice(0, 1).join("") : "";
    return { variant, label, score, counts: reading.total, quote, backing: 1 };
  });
}

function backingOf(quote: string, readings: readonly VariantReading[]): number {
  const words = gist(quote);
  return Math.max(1, readings.filter(({ says }) => says.has(words)).length);
}

/** Verifiable statements count for it; non-committal ones count against it. */
export function scoreOf(counts: TextCounts): number {
  return (
    3 * counts.requirements +
    2 * counts.figures +
    2 * counts.reasons +
    counts.dates +
    counts.thresholds +
    counts.named +
    counts.owners +
    counts.failures +
    counts.sentences -
    3 * counts.vague
  );
}

/** The sentence with the most verifiable content. */
export function telling(sentences: readonly VariantSentence[]): VariantSentence | undefined {
  return sentences.reduce<VariantSentence | undefined>(
    (best, one) => (best && scoreOf(best.counts) >= scoreOf(one.counts) ? best : one),
    undefined,
  );
}

function unmatched(point: PointRead, own: number): PointJudgement {
  const because = "Nothing is quoted for any side, so nothing speaks against this one.";
  return { point, variant: own, because, evidence: [], own: null, lead: 0 };
}

function undecided({ topic, category }: PointRead, { label, quote }: Weighed): string {
  if (category === "structural")
    return `The outline of Variant ${label} is as good as any other here.`;
  const on = topic === null ? "" : ` on ${quoted(topic)}`;
  return `Nothing that can be counted sets the sides apart${on}, so Variant ${label} stays: ${cited(quote)}.`;
}

function reasonFor(point: PointRead, winner: Weighed, best: readonly Weighed[]): string {
  const rival = best.find(({ variant }) => variant !== winner.variant);
  const name = `Variant ${winner.label}`;
  const on = point.topic === null ? "" : ` on ${quoted(point.topic)}`;
  if (point.category === "structural") return structuralReason(point, winner, rival);
  if (!rival) return `Only ${name} says something${on}: ${cited(winner.quote)}.`;
  if (point.category === "contradiction" && winner.backing > rival.backing) {
    return `${winner.backing} variants say so, ${name} among them: ${cited(winner.quote)}.`;
  }
  return `${name} is more specific${on}: ${tallied(winner.counts, rival.counts)} against Variant ${rival.label}; ${cited(winner.quote)}.`;
}

function structuralReason(
  { kind }: PointRead,
  winner: Weighed,
  rival: Weighed | undefined,
): string {
  if (!rival) return `Variant ${winner.label} is the only one with an outline.`;
  return kind === "order"
    ? `The sections of Variant ${winner.label} follow the usual order more closely than those of Variant ${rival.label}, which a reader expects.`
    : `Variant ${winner.label} breaks its content into more parts that can be found by their titles than Variant ${rival.label} does.`;
}

const COUNTED: readonly (readonly [keyof TextCounts, string, string])[] = [
  ["requirements", "requirement", "requirements"],
  ["figures", "figure", "figures"],
  ["dates", "date", "dates"],
  ["named", "named thing", "named things"],
  ["reasons", "reason", "reasons"],
  ["failures", "failure considered", "failures considered"],
  ["vague", "vague sentence", "vague sentences"],
];

/** "5 figures to 1, 2 dates to 0". */
function tallied(winner: TextCounts, rival: TextCounts): string {
  const told = COUNTED.flatMap(([key, one, more]) => {
    const ahead = key === "vague" ? winner[key] < rival[key] : winner[key] > rival[key];
    if (!ahead) return [];
    return [`${winner[key]} ${winner[key] === 1 ? one : more} to ${rival[key]}`];
  });
  return told.length === 0 ? "more said" : told.slice(0, 3).join(", ");
}
