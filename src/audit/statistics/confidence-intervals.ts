/** Statistics for few cases: intervals, paired tests, and how many cases a statement needs. */
import {
  computeBetaCdf,
  computeBinomialCoefficient,
  computeNormalQuantile,
} from "./special-functions.ts";

export interface ConfidenceInterval {
  readonly low: number;
  readonly high: number;
}

/** Wilson's interval of a share. */
export function computeWilsonInterval(
  hits: number,
  cases: number,
  confidence = 0.95,
): ConfidenceInterval {
  if (cases === 0) return { low: 0, high: 1 };
  const z = computeNormalQuantile(1 - (1 - confidence) / 2);
  const share = hits / cases;
  const squeeze = 1 + (z * z) / cases;
  const middle = (share + (z * z) / (2 * cases)) / squeeze;
  const half =
    (z / squeeze) * Math.sqrt((share * (1 - share)) / cases + (z * z) / (4 * cases * cases));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** The highest rate that no event in `cases` is still likely under (95 %). */
export function computeRuleOfThree(cases: number): number {
  return Math.min(1, 3 / cases);
}

/** Two-sided exact McNemar test on the cases where two arms differ. */
export function computeMcnemarTest(onlyFirst: number, onlySecond: number): number {
  const cases = onlyFirst + onlySecond;
  const fewer = Math.min(onlyFirst, onlySecond);
  let tail = 0;
  for (let k = 0; k <= fewer; k++) tail += computeBinomialCoefficient(cases, k);
  return Math.min(1, (2 * tail) / 2 ** cases);
}

/** The same with half of the observed case's chance, which is less conservative. */
export function computeMcnemarMidP(onlyFirst: number, onlySecond: number): number {
  if (onlyFirst === onlySecond) return 1;
  const cases = onlyFirst + onlySecond;
  return (
    computeMcnemarTest(onlyFirst, onlySecond) -
    computeBinomialCoefficient(cases, Math.min(onlyFirst, onlySecond)) / 2 ** cases
  );
}

/** Pairs needed to see a difference `delta` where a share `discordant` of pairs differ. */
export function computePairsNeeded(
  discordant: number,
  delta: number,
  { alpha = 0.05, power = 0.8 } = {},
): number {
  const root =
    computeNormalQuantile(1 - alpha / 2) * Math.sqrt(discordant) +
    computeNormalQuantile(power) * Math.sqrt(discordant - delta * delta);
  return Math.ceil((root * root) / (delta * delta));
}

/** P(the rate is below `bound` | `events` in `cases`), from a flat start. */
export function computeRateBelowProbability(bound: number, events: number, cases: number): number {
  return computeBetaCdf(bound, 1 + events, 1 + cases - events);
}
