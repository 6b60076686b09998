/** A judge's doubts about its own choice, and what would have to be shown to it. */
import type { LensAssessment } from "./bench.ts";
import type { OldEffortEvaluation } from "./old-lens.ts";
import { clauseOf, nameOf } from "./phrase.ts";
import { quoted } from "./sentences.ts";

export function whatWouldMove({ reading, lens, standings, points }: LensAssessment): string {
  const [best, second] = standings;
  if (!best || !second) return "A description of what each option gives and costs.";
  const [name, rival] = [nameOf(reading, best.option), nameOf(reading, second.option)];
  const attack = points.find(
    ({ option, side, topic }) =>
      option === second.option && side === "attacks" && topic !== "need/left",
  );
  switch (lens) {
    case "risk":
      return attack
        ? `Proof that this is under control with ${rival}: ${quoted(clauseOf(attack, rival))}.`
        : `A measured figure for how often ${name} and ${rival} have failed elsewhere.`;
    case "value": {
      const support = points.find(
        ({ option, side }) => option === best.option && side === "supports",
      );
      return support
        ? `A measured figure that contradicts this, or shows ${rival} to do as well: ${quoted(clauseOf(support, name))}.`
        : `A measured figure for what people gain by ${rival}.`;
    }
    case "effort":
      return wouldHaveToCost(
        best.evaluation as OldEffortEvaluation,
        second.evaluation as OldEffortEvaluation,
        rival,
      );
    case "plain":
      return `A verified fact for ${rival} that weighs more than what the brief says for ${name}.`;
  }
}

/** The days at which the second would return as much as the first. */
function wouldHaveToCost(
  best: OldEffortEvaluation,
  second: OldEffortEvaluation,
  rival: string,
): string {
  const days = (evaluation: OldEffortEvaluation): number =>
    evaluation.rows.reduce((total, row) => total + row.days, 0) * evaluation.uncertainty;
  if (second.value === 0)
    return `A measured figure for what ${rival} is worth; the brief gives it none.`;
  if (best.value === 0) return `An estimate for ${rival} from those who would build it.`;
  const even = (second.value * days(best)) / best.value;
  const [limit, now] = [even, days(second)].map((number) => Math.round(number * 10) / 10);
  if (even * 5 < days(second)) {
    return `Proof that ${rival} is worth far more than the brief says, or takes a fraction of the ${now} person-days it stands at.`;
  }
  return `An estimate of ${limit} person-days or less for ${rival}, which now stands at ${now} with its unknowns.`;
}
