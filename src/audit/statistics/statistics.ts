/** Figures about many debates: intervals of shares, paired tests, calibration, and what a vote is worth. */

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

/** Two-sided exact McNemar test on the cases where two arms differ. */
export function computeMcnemarTest(onlyFirst: number, onlySecond: number): number {
  const cases = onlyFirst + onlySecond;
  let tail = 0;
  for (let k = 0; k <= Math.min(onlyFirst, onlySecond); k++) tail += computeCoinChance(k, cases);
  return Math.min(1, 2 * tail);
}

/** The same with half of the observed case's chance, which is less conservative. */
export function computeMcnemarMidP(onlyFirst: number, onlySecond: number): number {
  if (onlyFirst === onlySecond) return 1;
  return (
    computeMcnemarTest(onlyFirst, onlySecond) -
    computeCoinChance(Math.min(onlyFirst, onlySecond), onlyFirst + onlySecond)
  );
}

/** P(k of n coins), by logarithms where the counts would be too large to write down. */
function computeCoinChance(k: number, n: number): number {
  if (n <= 50) return computeBinomialCoefficient(n, k) / 2 ** n;
  return computeBinomialChance(k, n, 0.5);
}

/** P(k of n) where each comes with `p`. */
export function computeBinomialChance(k: number, n: number, p: number): number {
  if (p <= 0 || p >= 1) return Number(k === (p <= 0 ? 0 : n));
  const log =
    computeLogFactorial(n) -
    computeLogFactorial(k) -
    computeLogFactorial(n - k) +
    k * Math.log(p) +
    (n - k) * Math.log(1 - p);
  return Math.exp(log);
}

const logFactorials: number[] = [0];

function computeLogFactorial(n: number): number {
  for (let next = logFactorials.length; next <= n; next++)
    logFactorials.push((logFactorials[next - 1] ?? 0) + Math.log(next));
  return logFactorials[n] ?? 0;
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

export interface Forecast {
  /** Stated chance, 0 to 1. */
  readonly stated: number;
  readonly right: boolean;
}

export interface CalibrationBin {
  readonly cases: number;
  /** Mean of what was stated. */
  readonly stated: number;
  /** Share that was right. */
  readonly observed: number;
}

export function computeBrierScore(forecasts: readonly Forecast[]): number {
  return computeMean(forecasts.map(({ stated, right }) => (stated - (right ? 1 : 0)) ** 2));
}

export function computeLogLoss(forecasts: readonly Forecast[]): number {
  return computeMean(forecasts.map(({ stated, right }) => -Math.log(right ? stated : 1 - stated)));
}

const BINS = 15;

/** Bins of equal size; cases with the same statement are never split over two. */
export function computeReliabilityBins(
  forecasts: readonly Forecast[],
  bins = BINS,
): CalibrationBin[] {
  const sorted = [...forecasts].sort((a, b) => a.stated - b.stated);
  const size = Math.max(1, Math.ceil(sorted.length / bins));
  const groups: Forecast[][] = [];
  for (const forecast of sorted) {
    const last = groups.at(-1);
    const full = last === undefined || last.length >= size;
    if (full && last?.at(-1)?.stated !== forecast.stated) groups.push([forecast]);
    else last?.push(forecast);
  }
  return groups.map((group) => ({
    cases: group.length,
    stated: computeMean(group.map(({ stated }) => stated)),
    observed: computeMean(group.map(({ right }) => (right ? 1 : 0))),
  }));
}

/** Expected calibration error: the mean distance of the bins, weighed by their cases. */
export function computeCalibrationError(forecasts: readonly Forecast[], bins = BINS): number {
  if (forecasts.length === 0) return 0;
  return computeReliabilityBins(forecasts, bins).reduce(
    (sum, { cases, stated, observed }) =>
      sum + (cases / forecasts.length) * Math.abs(stated - observed),
    0,
  );
}

export function computeMean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Condorcet: `n` independent voters, each right with `p`; a tie is decided by a coin. */
export function computeMajorityAccuracy(n: number, p: number): number {
  return sumOverHalf(
    n,
    (right) => computeBinomialCoefficient(n, right) * p ** right * (1 - p) ** (n - right),
  );
}

export interface CorrelatedVoters {
  readonly p: number;
  readonly rho: number;
}

export function computeCorrelatedMajorityAccuracy(n: number, voters: CorrelatedVoters): number {
  return sumOverHalf(n, (right) => computeCorrelatedChance(right, n, voters));
}

/** P(k of n are right) if errors correlate by `rho` (beta-binomial, as a product that is also valid at 0). */
function computeCorrelatedChance(k: number, n: number, { p, rho }: CorrelatedVoters): number {
  const pull = rho / (1 - rho);
  let chance = computeBinomialCoefficient(n, k);
  for (let at = 0; at < n; at++) {
    const own = at < k ? p + at * pull : 1 - p + (at - k) * pull;
    chance *= own / (1 + at * pull);
  }
  return chance;
}

function sumOverHalf(n: number, computeChance: (right: number) => number): number {
  let total = 0;
  for (let right = 0; right <= n; right++) {
    if (2 * right > n) total += computeChance(right);
    else if (2 * right === n) total += computeChance(right) / 2;
  }
  return total;
}

/** How many independent voters `n` correlated ones are worth. */
export function computeEffectiveVotes(n: number, rho: number): number {
  return n === 0 ? 0 : n / (1 + (n - 1) * rho);
}

/** n over k, exact as long as it is a safe integer. */
function computeBinomialCoefficient(n: number, k: number): number {
  let result = 1;
  for (let step = 1; step <= Math.min(k, n - k); step++) result = (result * (n - step + 1)) / step;
  return Math.round(result);
}

/** The standard normal value below which a share of `p` lies, by Newton's method on its distribution. */
export function computeNormalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError("A share strictly between 0 and 1 has a quantile.");
  let z = 0;
  for (let step = 0; step < 100; step++) {
    const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
    // a far tail has hardly any density: never step further than one
    const next = z - Math.max(-1, Math.min(1, (computeNormalCdf(z) - p) / density));
    if (Math.abs(next - z) < 1e-14) return next;
    z = next;
  }
  return z;
}

/** P(Z ≤ z): a series near zero, a fraction far out. */
export function computeNormalCdf(z: number): number {
  const size = Math.abs(z);
  const tail = size < 3 ? 0.5 - computeNormalSeries(size) : computeNormalTail(size);
  return z < 0 ? tail : 1 - tail;
}

function computeNormalSeries(z: number): number {
  let term = z;
  let sum = z;
  for (let k = 1; k < 200; k++) {
    term *= (z * z) / (2 * k + 1);
    sum += term;
    if (term < 1e-17 * sum) break;
  }
  return (sum * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI);
}

function computeNormalTail(z: number): number {
  let below = z;
  for (let k = 100; k > 0; k--) below = z + k / below;
  return Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI) / below;
}
