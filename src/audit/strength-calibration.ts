/** R15, R8: what judged decisions show about strength and shared errors. Too few cases show nothing. */
import { OUTCOME_STRENGTHS, type OutcomeStrength } from "./measures/outcome-strength.ts";
import { type DebateCase, type CaseRate, computeCaseRate } from "./project-stats.ts";
import { computeCalibrationError, type Forecast } from "./statistics/statistics.ts";

/** Fewer judged decisions than this give no probability. */
export const CASES_NEEDED = 100;
/** Fewer questions that two seats both answered give no correlation. */
const PAIRS_NEEDED = 30;

export interface CalibrationReport {
  readonly judged: number;
  readonly needed: number;
  /** How often a strength was right; null until there are enough judged decisions. */
  readonly byStrength: Readonly<Record<OutcomeStrength, CaseRate>> | null;
  /** Mean distance of what one half of the cases forecasts for the other from what came true. */
  readonly error: number | null;
  /** Mean correlation of two seats' errors; null until enough is known. */
  readonly correlation: number | null;
}

/** A decision that was partly right counts for neither side. */
export function computeStrengthCalibration(cases: readonly DebateCase[]): CalibrationReport {
  const judged = cases.filter(
    ({ verdict, strength }) => isClearVerdict(verdict) && strength !== "none",
  );
  const enough = judged.length >= CASES_NEEDED;
  return {
    judged: judged.length,
    needed: CASES_NEEDED,
    byStrength: enough ? computeStrengthRates(judged) : null,
    error: enough ? computeCalibrationError(buildCrossForecasts(judged)) : null,
    correlation: computeErrorCorrelation(judged),
  };
}

function isClearVerdict(verdict: DebateCase["verdict"]): boolean {
  return verdict === "right" || verdict === "wrong";
}

function computeStrengthRates(judged: readonly DebateCase[]): Record<OutcomeStrength, CaseRate> {
  const rate = (strength: OutcomeStrength): [OutcomeStrength, CaseRate] => {
    const own = judged.filter((one) => one.strength === strength);
    return [
      strength,
      computeCaseRate(own.filter(({ verdict }) => verdict === "right").length, own.length),
    ];
  };
  return Object.fromEntries(OUTCOME_STRENGTHS.map(rate)) as Record<OutcomeStrength, CaseRate>;
}

/** Every other case forecasts the rest and the rest forecasts it, so that none forecasts itself. */
function buildCrossForecasts(judged: readonly DebateCase[]): Forecast[] {
  const halves = [0, 1].map((half) => judged.filter((_, index) => index % 2 === half));
  return halves.flatMap((half, index) => {
    const rates = computeStrengthRates(halves[1 - index] ?? []);
    return half.flatMap(({ strength, verdict }) => {
      const { count, of } = rates[strength];
      return of === 0 ? [] : [{ stated: count / of, right: verdict === "right" }];
    });
  });
}

/**
 * Mean pairwise correlation (φ) of errors. If the decision was right, its supporters were right and all others were
 * wrong; if it was wrong, only its supporters are known to be wrong.
 */
export function computeErrorCorrelation(judged: readonly DebateCase[]): number | null {
  const errors = judged.map(({ votes, choice, verdict }) => {
    const known = Object.entries(votes).flatMap(([seat, held]): [string, boolean][] => {
      if (verdict === "right") return [[seat, held !== choice]];
      return held === choice ? [[seat, true]] : [];
    });
    return new Map(known);
  });
  const seats = [...new Set(errors.flatMap((one) => [...one.keys()]))];
  const correlations = seats.flatMap((a, index) =>
    seats.slice(index + 1).flatMap((b) => {
      const pairs = errors.flatMap((one): [boolean, boolean][] => {
        const first = one.get(a);
        const second = one.get(b);
        return first === undefined || second === undefined ? [] : [[first, second]];
      });
      const phi = pairs.length < PAIRS_NEEDED ? null : computePhiCoefficient(pairs);
      return phi === null ? [] : [phi];
    }),
  );
  if (correlations.length === 0) return null;
  return correlations.reduce((sum, phi) => sum + phi, 0) / correlations.length;
}

/** Null where one of the two never varies. */
export function computePhiCoefficient(
  pairs: readonly (readonly [boolean, boolean])[],
): number | null {
  const count = (a: boolean, b: boolean): number =>
    pairs.filter(([first, second]) => first === a && second === b).length;
  const [both, first, second, neither] = [
    count(true, true),
    count(true, false),
    count(false, true),
    count(false, false),
  ];
  const spread = Math.sqrt(
    (both + first) * (second + neither) * (both + second) * (first + neither),
  );
  return spread === 0 ? null : (both * neither - first * second) / spread;
}
