/** What a judge looks at, how it scores, and how scores add up. Code does the adding, never a judge. */
import {
  compareDecimals,
  parseDecimal,
  convertToNumber,
  addDecimals,
  multiplyDecimals,
} from "../../../domain/decimal.ts";
import type { Level } from "../../../domain/level.ts";

export const LENSES = ["risk", "value", "effort", "plain"] as const;
export type LensId = (typeof LENSES)[number];

export const RISK_KINDS = ["technical", "user", "business", "operational"] as const;
/** Of customers and colleagues alike. */
export const VALUE_KINDS = ["daily_use", "advantage", "trust", "growth"] as const;
export const EFFORT_KINDS = ["implementation", "testing", "rollout", "recurring"] as const;
/** Understood, some unknowns, significant unknowns, novel. */
export const UNCERTAINTIES = [1, 1.5, 2, 3] as const;
export const RATINGS = ["none", "low", "medium", "high", "does_not_apply", "unknown"] as const;
export type RiskRating = (typeof RATINGS)[number];
export const EFFECTS = ["gain", "loss", "none", "does_not_apply", "unknown"] as const;
export type ValueEffect = (typeof EFFECTS)[number];
/** Months over which effort is counted, unless the brief says otherwise. */
export const USUAL_HORIZON = 12;

export interface RiskRow {
  readonly kind: (typeof RISK_KINDS)[number];
  readonly description: string;
  readonly probability: RiskRating;
  readonly impact: RiskRating;
}

export interface ValueRow {
  readonly kind: (typeof VALUE_KINDS)[number];
  readonly description: string;
  readonly effect: ValueEffect;
  /** Null where there is neither gain nor loss. */
  readonly magnitude: Level | null;
  readonly reach: Level | null;
}

export interface EffortRow {
  readonly kind: (typeof EFFORT_KINDS)[number];
  readonly description: string;
  /** Null where it does not apply. */
  readonly days: number | "unknown" | null;
}

export interface RiskEvaluation {
  readonly option: string;
  readonly rows: readonly RiskRow[];
}

export interface ValueEvaluation {
  readonly option: string;
  readonly rows: readonly ValueRow[];
}

export interface EffortEvaluation {
  readonly option: string;
  readonly rows: readonly EffortRow[];
  readonly uncertainty: (typeof UNCERTAINTIES)[number];
  readonly value: number;
}

export interface PlainEvaluation {
  readonly option: string;
  readonly strengths: string;
  readonly weaknesses: string;
  readonly score: number;
}

export type LensEvaluation = RiskEvaluation | ValueEvaluation | EffortEvaluation | PlainEvaluation;
export type LensRow = RiskRow | ValueRow | EffortRow;

/** What a score is computed from: of each row, only its figures. */
type LensFigures =
  | RowFigures<RiskEvaluation, "probability" | "impact">
  | RowFigures<ValueEvaluation, "effect" | "magnitude" | "reach">
  | RowFigures<EffortEvaluation, "days">
  | Pick<PlainEvaluation, "option" | "score">;

type RowFigures<
  Evaluation extends { readonly rows: readonly object[] },
  Name extends keyof Evaluation["rows"][number],
> = Omit<Evaluation, "rows"> & {
  readonly rows: readonly Pick<Evaluation["rows"][number], Name>[];
};

/** A score kept as a fraction, so that equal scores are equal. */
export interface LensScore {
  readonly option: string;
  readonly over: number;
  readonly under: number;
  /** For people: one decimal and its unit. */
  readonly shown: string;
  /** The same without its formula, where it has one. */
  readonly short?: string;
}

const WEIGHT: Readonly<Record<RiskRating, number>> = {
  none: 0,
  low: 1,
  medium: 2,
  high: 3,
  does_not_apply: 0,
  unknown: 0,
};

const NOT_RATED = "not rated";

/** The sum of a full table: four rows of high by high. */
const FULL = 36;

export function lensOf(seatId: string, stance: string | null): LensId {
  const known = LENSES.find((lens) => lens === seatId);
  if (known) return known;
  switch (stance?.toLowerCase()) {
    case "skeptical":
      return "risk";
    case "optimistic":
      return "value";
    case "pragmatic":
      return "effort";
    default:
      return "plain";
  }
}

export function countRiskPoints({
  probability,
  impact,
}: Pick<RiskRow, "probability" | "impact">): number {
  return WEIGHT[probability] * WEIGHT[impact];
}

/** A loss counts against an option, and the more people it meets, the more. */
export function countValuePoints({
  effect,
  magnitude,
  reach,
}: Pick<ValueRow, "effect" | "magnitude" | "reach">): number {
  const points = WEIGHT[magnitude ?? "none"] * WEIGHT[reach ?? "none"];
  if (effect === "gain") return points;
  return effect === "loss" && points > 0 ? -points : 0;
}

export function score(lens: LensId, evaluation: LensFigures): LensScore {
  switch (lens) {
    case "risk": {
      const risk = evaluation as RiskEvaluation;
      const isRated = risk.rows.some(({ probability, impact }) => isRating(probability, impact));
      return createScore(risk, sum(risk.rows.map(countRiskPoints)), isRated ? "risk " : null);
    }
    case "value": {
      const value = evaluation as ValueEvaluation;
      const points = sum(value.rows.map(countValuePoints));
      const isRated = value.rows.some(({ effect }) => isRating(effect));
      return createScore(value, points, isRated ? (points > 0 ? "value +" : "value ") : null);
    }
    case "effort":
      return computeReturn(evaluation as EffortEvaluation);
    case "plain": {
      const { option, score: points } = evaluation as PlainEvaluation;
      return { option, over: points, under: 10, shown: `score ${roundToTenth(points)}/10` };
    }
  }
}

/** The options a judge's own scores put first; more than one when they tie. */
export function bestOf(lens: LensId, scores: readonly LensScore[]): string[] {
  const better = (a: LensScore, b: LensScore): number => {
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

function isRating(...ratings: readonly string[]): boolean {
  return ratings.every((rating) => rating !== "does_not_apply" && rating !== "unknown");
}

/** Rows of which a judge says that nobody can tell. They count as nothing, and the total says so. */
function countUnknown(rows: readonly object[]): number {
  return rows.filter((row) => Object.values(row).includes("unknown")).length;
}

/** Where no row is rated, there is nothing to add up. */
function createScore(
  { option, rows }: RiskEvaluation | ValueEvaluation,
  points: number,
  what: string | null,
): LensScore {
  const total = what === null ? NOT_RATED : `${what}${roundToTenth((10 * points) / FULL)}/10`;
  return {
    option,
    over: points,
    under: FULL,
    shown: total + formatUnknownRows(countUnknown(rows)),
  };
}

function formatUnknownRows(count: number): string {
  return count === 0 ? "" : ` (${count} ${count === 1 ? "row" : "rows"} unknown)`;
}

function computeReturn({
  option,
  rows,
  uncertainty,
  value,
}: RowFigures<EffortEvaluation, "days">): LensScore {
  const estimated = rows
    .map((row) => parseDecimal(countDays(row)))
    .reduce(addDecimals, parseDecimal(0));
  const realistic = convertToNumber(multiplyDecimals(estimated, parseDecimal(uncertainty)));
  // less than a day would divide by next to nothing, and more work must not make a loss look smaller
  const under = value < 0 ? 1 : Math.max(realistic, 1);
  const isRated = rows.some(({ days }) => typeof days === "number");
  const formula = `${roundToTenth(convertToNumber(estimated))} days × ${uncertainty} = ${roundToTenth(realistic)} weighted`;
  const short = `ROI ${formatTwoDigits(value / under)}`;
  const shown =
    (isRated ? `${formula}, ${short}` : NOT_RATED) + formatUnknownRows(countUnknown(rows));
  return { option, over: value, under, shown, ...(isRated && { short }) };
}

/** Days that are not known count as nothing. */
export function countDays({ days }: Pick<EffortRow, "days">): number {
  return typeof days === "number" ? days : 0;
}

/** Two significant digits, so that small returns differ. */
function formatTwoDigits(number: number): string {
  return Math.abs(number) >= 100 || number === 0
    ? String(Math.round(number))
    : number.toPrecision(2);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function roundToTenth(number: number): string {
  return (Math.round(number * 10) / 10).toString();
}
