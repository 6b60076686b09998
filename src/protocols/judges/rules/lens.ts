/** What a judge looks at, how it scores, and how scores add up. Code does the adding, never a judge. */
import {
  compareDecimals,
  parseDecimal,
  convertToNumber,
  addDecimals,
  multiplyDecimals,
} from "../../../domain/evidence/decimal.ts";
import type { Level } from "../../../domain/outcome/level.ts";

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

interface ScoreFraction {
  readonly over: number;
  readonly under: number;
}

/** A score kept as a fraction, so that equal scores are equal. */
export interface LensScore extends ScoreFraction {
  readonly option: string;
  /** Where rows are unknown, the lowest and the highest that it can be; the fraction itself otherwise. */
  readonly range?: readonly [low: ScoreFraction, high: ScoreFraction];
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

/** High by high. */
const FULL_ROW = 9;
/** The sum of a full table of four rows. */
const FULL = 4 * FULL_ROW;

export function findLens(seatId: string, stance: string | null): LensId {
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

export function scoreForLens(lens: LensId, evaluation: LensFigures): LensScore {
  switch (lens) {
    case "risk": {
      const risk = evaluation as RiskEvaluation;
      const isRated = risk.rows.some(({ probability, impact }) => isRating(probability, impact));
      return createScore(
        risk,
        sumNumbers(risk.rows.map(countRiskPoints)),
        isRated ? "risk " : null,
      );
    }
    case "value": {
      const value = evaluation as ValueEvaluation;
      const points = sumNumbers(value.rows.map(countValuePoints));
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

/** The options that a judge's own scores may put first: more than one when they tie, or when too much is unknown. */
export function listBestOptions(lens: LensId, scores: readonly LensScore[]): string[] {
  const isBeaten = (one: LensScore): boolean =>
    scores.some((other) => {
      if (lens === "risk") return compareFractions(readRange(other)[1], readRange(one)[0]) < 0;
      return compareFractions(readRange(other)[0], readRange(one)[1]) > 0;
    });
  return scores.filter((one) => !isBeaten(one)).map(({ option }) => option);
}

/** "B", "A and B", or which may be best where unknown rows leave it open. */
export function describeBest(best: readonly string[], scores: readonly LensScore[]): string {
  const isOpen = scores.some(({ option, range }) => range && best.includes(option));
  const names = best.join(", ");
  return isOpen && best.length > 1 ? `${names} (unknown rows leave it open)` : names;
}

function readRange(score: LensScore): readonly [ScoreFraction, ScoreFraction] {
  return score.range ?? [score, score];
}

function compareFractions(a: ScoreFraction, b: ScoreFraction): number {
  return compareDecimals(
    multiplyDecimals(parseDecimal(a.over), parseDecimal(b.under)),
    multiplyDecimals(parseDecimal(b.over), parseDecimal(a.under)),
  );
}

function isRating(...ratings: readonly string[]): boolean {
  return ratings.every((rating) => rating !== "does_not_apply" && rating !== "unknown");
}

/** Rows of which a judge says that nobody can tell. */
function countUnknown(rows: readonly object[]): number {
  return rows.filter((row) => Object.values(row).includes("unknown")).length;
}

/** Where no row is rated, there is nothing to add up. */
function createScore(
  { option, rows }: RiskEvaluation | ValueEvaluation,
  points: number,
  what: string | null,
): LensScore {
  const unknown = countUnknown(rows);
  // an unknown risk is not a small one, and an unknown value can go both ways
  const isRisk = rows.some((row) => "impact" in row);
  const least = isRisk && unknown > 0 ? `${what}at least ` : what;
  const total = what === null ? NOT_RATED : `${least}${roundToTenth((10 * points) / FULL)}/10`;
  const most = { over: points + FULL_ROW * unknown, under: FULL };
  const low = { over: isRisk ? points : points - FULL_ROW * unknown, under: FULL };
  return {
    option,
    over: points,
    under: FULL,
    ...(unknown > 0 && { range: [low, most] as const }),
    shown: total + formatUnknownRows(unknown),
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
  const unknown = countUnknown(rows);
  // unknown days are not none: the true return of a gain is lower by as much as they are
  const isOpen = unknown > 0 && value > 0;
  const days = `${roundToTenth(convertToNumber(estimated))} days × ${uncertainty} = ${roundToTenth(realistic)} weighted`;
  const short = `ROI ${isOpen ? "at most " : ""}${formatTwoDigits(value / under)}`;
  const formula = `${unknown > 0 ? "at least " : ""}${days}, ${short}`;
  return {
    option,
    over: value,
    under,
    ...(isOpen && {
      range: [
        { over: 0, under: 1 },
        { over: value, under },
      ] as const,
    }),
    shown: (isRated ? formula : NOT_RATED) + formatUnknownRows(unknown),
    ...(isRated && { short }),
  };
}

/** The days of one row that are known. */
export function countDays({ days }: Pick<EffortRow, "days">): number {
  return typeof days === "number" ? days : 0;
}

/** Two significant digits, so that small returns differ. */
function formatTwoDigits(number: number): string {
  return Math.abs(number) >= 100 || number === 0
    ? String(Math.round(number))
    : number.toPrecision(2);
}

function sumNumbers(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function roundToTenth(number: number): string {
  return (Math.round(number * 10) / 10).toString();
}
