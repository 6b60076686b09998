/** An advocate's statement: the best of every other variant first, then its own case, and where it loses. */
import { cited } from "../../retired-readers/sentences.ts";
import type { Concession, MergeStateInput, AdvocateStatement } from "../prompts/prompt-input.ts";
import { called, flaws, listed, merits, times } from "./merits.ts";
import { type VariantReading, readingsOf } from "./reading.ts";
import { judge, type PointJudgement } from "./weigh.ts";

export async function state({
  variants,
  points,
  own,
  voted,
}: MergeStateInput): Promise<AdvocateStatement> {
  const readings = await readingsOf(variants);
  const compared = { readings, points };
  const mine = readings.filter(({ variant }) => variant.variant === own);
  const others = readings.filter(({ variant }) => variant.variant !== own);
  const judgements = points
    .filter(({ id }) => voted.includes(id))
    .map((point) => judge(point, readings, { own, lenient: true }));
  return {
    summary: mine.map((reading) => summaryOf(reading, judgements)).join(" "),
    strengths: mine.flatMap((reading) => merits(reading, compared)),
    steelmen: others.map((reading) => ({
      variant: reading.variant.variant,
      text: steelman(reading, { compared, judgements }),
    })),
    weaknesses: others.flatMap((reading) =>
      flaws(reading, compared).map((flaw) => ({ ...flaw, variant: reading.variant.variant })),
    ),
    concessions: judgements.flatMap((judgement) => concession(judgement, own)),
    winners: judgements.map(({ point, variant, because }) => ({
      point: point.id,
      variant,
      because,
    })),
  };
}

function summaryOf(reading: VariantReading, judgements: readonly PointJudgement[]): string {
  const { total, variant } = reading;
  const won = judgements.filter((judgement) => judgement.variant === variant.variant).length;
  const topics = variant.sections.filter(({ title, depth }) => title !== "" && depth === 2).length;
  return (
    `${called(reading)} holds ${times(total.figures, "figure")}, ${times(total.dates, "date")} and ` +
    `${times(total.requirements, "named requirement")} in ${times(topics, "main section")}. ` +
    `Of ${times(judgements.length, "point")} it handles ${won} best, as far as its words show.`
  );
}

/** The strongest case for an opponent, from its own words. */
function steelman(
  reading: VariantReading,
  {
    compared,
    judgements,
  }: { compared: Parameters<typeof merits>[1]; judgements: readonly PointJudgement[] },
): string {
  const strongest = merits(reading, compared).slice(0, 2);
  const won = judgements
    .filter(({ variant }) => variant === reading.variant.variant)
    .map(({ point }) => point.id)
    .slice(0, 6);
  const quote = strongest[0]?.evidence[0]?.quote;
  return [
    `The case for ${called(reading)}:`,
    ...strongest.map(({ text }) => text),
    ...(quote === undefined ? [] : [`In its own words: ${cited(quote)}.`]),
    ...(won.length === 0 ? [] : [`It handles ${listed(won)} better than the rest.`]),
  ].join(" ");
}

/** A point on which the own variant speaks, and another is clearly ahead. */
function concession(
  { point, variant, because, own }: PointJudgement,
  speaker: number,
): Concession[] {
  if (variant === speaker || own === null) return [];
  return [{ point: point.id, variant, text: because }];
}
