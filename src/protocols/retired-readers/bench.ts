/** Everything a judge works with when it argues, and the point it leads with. */
import { ModelError } from "../../model.ts";
import type { OldLensId } from "./old-lens.ts";
import type { ArgumentPoint } from "./points.ts";
import type { OfflineBriefReading } from "./read-brief.ts";
import type { OptionStanding } from "./weigh.ts";

export interface LensAssessment {
  readonly reading: OfflineBriefReading;
  readonly lens: OldLensId;
  /** Best first. */
  readonly standings: readonly OptionStanding[];
  /** Strongest first. */
  readonly points: readonly ArgumentPoint[];
}

export function nothingToWeigh(lens: OldLensId): ModelError {
  return new ModelError(
    "refused",
    `There is nothing to weigh: the brief says nothing about ${SUBJECT[lens]} of any option. ` +
      "Describe the options, or seat a language model.",
  );
}

const SUBJECT: Readonly<Record<OldLensId, string>> = {
  risk: "the risks",
  value: "the value",
  effort: "the effort or the value",
  plain: "the strengths or weaknesses",
};

/** Risk argues from what is wrong with the others; the other lenses from what their choice offers. */
export function leadingPoint({ lens, standings, points }: LensAssessment): ArgumentPoint {
  const chosen = standings[0]?.option;
  const pros = points.filter(({ option, side }) => option === chosen && side === "supports");
  const cons = points.filter(({ option, side }) => option !== chosen && side === "attacks");
  const [first, then] = lens === "risk" ? [cons, pros] : [pros, cons];
  const leading = mostTelling(first) ?? mostTelling(then) ?? points[0];
  if (!leading) throw nothingToWeigh(lens);
  return leading;
}

/** Among points of nearly the same strength, one with a figure, then a short one, makes the better headline. */
function mostTelling(points: readonly ArgumentPoint[]): ArgumentPoint | undefined {
  const top = points[0]?.strength ?? 0;
  const near = points.filter(({ strength }) => strength >= top - 1);
  const short = near.filter(
    ({ passage: { said } }) =>
      said.length <= HEADLINE_CLAUSE && !/^(?:they|these|those|such|that|then)\b/i.test(said),
  );
  return short.find(({ hard }) => hard) ?? short[0] ?? near[0];
}

const HEADLINE_CLAUSE = 100;
