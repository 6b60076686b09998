/** What a judge looks at, how it scores, and how scores add up. Code does the adding, never a judge. */
import {
  compareDecimals,
  parseDecimal,
  convertToNumber,
  addDecimals,
  multiplyDecimals,
} from "../../domain/decimal.ts";
import type { Level } from "../../domain/level.ts";

export const LENSES = ["risk", "value", "effort", "plain"] as const;
export type OldLensId = (typeof LENSES)[number];

export const RISK_KINDS = ["technical", "user", "business", "operational"] as const;
export const VALUE_KINDS = ["delight", "competitive", "retention", "growth"] as const;
export const EFFORT_KINDS = ["implementation", "testing", "polish", "documentation"] as const;
/** Understood, some unknowns, significant unknowns, novel. */
export const UNCERTAINTIES = [1, 1.5, 2, 3] as const;

export interface OldRiskEvaluation {
  readonly option: string;
  readonly rows: readonly {
    readonly kind: (typeof RISK_KINDS)[number];
    readonly description: string;
    readonly probability: Level;
    readonly impact: Level;
  }[];
  readonly stated_total: number | null;
}

export interface OldValueEvaluation {
  readonly option: string;
  readonly rows: readonly {
    readonly kind: (typeof VALUE_KINDS)[number];
    readonly description: string;
    readonly magnitude: Level;
    readonly reach: Level;
  }[];
  readonly stated_total: number | null;
}

export interface OldEffortEvaluation {
  readonly option: string;
  readonly rows: readonly {
    readonly kind: (typeof EFFORT_KINDS)[number];
    readonly description: string;
    readonly days: number;
  }[];
  readonly uncertainty: (typeof UNCERTAINTIES)[number];
  readonly value: number;
  readonly stated_realistic_days: number | null;
  readonly stated_roi: number | null;
}

export interface OldPlainEvaluation {
  readonly option: string;
  readonly strengths: string;
  readonly weaknesses: string;
  readonly score: number;
}

export type OldLensEvaluation =
  | OldRiskEvaluation
  | OldValueEvaluation
  | OldEffortEvaluation
  | OldPlainEvaluation;

/** What a score is computed from: of each row, only its figures. */
type LensFigures = RiskFigures | ValueFigures | EffortFigures | PlainFigures;

interface RiskFigures extends Omit<OldRiskEvaluation, "rows"> {
  readonly rows: readonly Pick<OldRiskEvaluation["rows"][number], "probability" | "impact">[];
}

interface ValueFigures extends Omit<OldValueEvaluation, "rows"> {
  readonly rows: readonly Pick<OldValueEvaluation["rows"][number], "magnitude" | "reach">[];
}

interface EffortFigures extends Omit<OldEffortEvaluation, "rows"> {
  readonly rows: readonly Pick<OldEffortEvaluation["rows"][number], "days">[];
}

type PlainFigures = Pick<OldPlainEvaluation, "option" | "score">;

/** A score kept as a fraction, so that equal scores are equal. */
export interface OldLensScore {
  readonly option: string;
  readonly over: number;
  readonly under: number;
  /** For people: one decimal and its unit. */
  readonly shown: string;
  /** Stated figures that do not follow from the judge's own rows. */
  readonly slips: readonly string[];
}

const WEIGHT: Readonly<Record<Level, number>> = { low: 1, medium: 2, high: 3 };

/** The sum of a full table: four rows of high by high. */
const FULL = 36;

export function score(lens: OldLensId, evaluation: LensFigures): OldLensScore {
  switch (lens) {
    case "risk": {
      const { option, rows, stated_total } = evaluation as RiskFigures;
      const points = sum(rows.map((row) => WEIGHT[row.probability] * WEIGHT[row.impact]));
      return outOfTen(option, points, { stated: stated_total, what: "risk" });
    }
    case "value": {
      const { option, rows, stated_total } = evaluation as ValueFigures;
      const points = sum(rows.map((row) => WEIGHT[row.magnitude] * WEIGHT[row.reach]));
      return outOfTen(option, points, { stated: stated_total, what: "value" });
    }
    case "effort":
      return returnOnEffort(evaluation as EffortFigures);
    case "plain": {
      const { option, score: points } = evaluation as PlainFigures;
      return {
        option,
        over: points,
        under: 10,
        shown: `score ${oneDecimal(points)}/10`,
        slips: [],
      };
    }
  }
}

/** The options a judge's own scores put first; more than one when they tie. */
export function bestOf(lens: OldLensId, scores: readonly OldLensScore[]): string[] {
  const better = (a: OldLensScore, b: OldLensScore): number => {
    const difference = compareDecimals(
      multiplyDecimals(parseDecimal(a.over), parseDecimal(b.under)),
      multiplyDecimals(parseDecimal(b.over), parseDecimal(a.under)),
    );
    return lens === "risk" ? difference : -difference;
  };
  const [first, ...rest] = [...scores].sort(better);
  if (!first) return [];
  return [first, ...rest.filter((other) => better(first, other) === 0)].map(({ option }) => option);
}

function outOfTen(
  option: string,
  points: number,
  { stated, what }: { stated: number | null; what: string },
): OldLensScore {
  const total = (10 * points) / FULL;
  return {
    option,
    over: points,
    under: FULL,
    shown: `${what} ${oneDecimal(total)}/10`,
    slips: slip(`total ${what} of ${option}`, stated, total),
  };
}

function returnOnEffort(evaluation: EffortFigures): OldLensScore {
  const { option, rows, uncertainty, value } = evaluation;
  const estimated = rows.map(({ days }) => parseDecimal(days)).reduce(addDecimals, parseDecimal(0));
  const realistic = convertToNumber(multiplyDecimals(estimated, parseDecimal(uncertainty)));
  // no work at all would divide by nothing; an hour is the least anything takes
  const days = Math.max(realistic, 0.125);
  return {
    option,
    over: value,
    under: days,
    shown: `${oneDecimal(realistic)} days, ROI ${(value / days).toFixed(2)}`,
    slips: [
      ...slip(`realistic days of ${option}`, evaluation.stated_realistic_days, realistic),
      ...slip(`ROI of ${option}`, evaluation.stated_roi, value / days),
    ],
  };
}

/** One part in twenty is rounding; more is a wrong sum. */
function slip(what: string, stated: number | null, computed: number): string[] {
  if (stated === null) return [];
  const off = Math.abs(stated - computed);
  if (off <= 0.1 || off <= Math.abs(computed) * 0.05) return [];
  return [`${what} stated as ${oneDecimal(stated)}, its own rows give ${oneDecimal(computed)}`];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function oneDecimal(number: number): string {
  return (Math.round(number * 10) / 10).toString();
}
