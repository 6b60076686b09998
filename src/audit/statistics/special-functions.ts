/** The special functions that the statistics need, in double precision. */

const LANCZOS: readonly number[] = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313,
  -176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6,
  1.5056327351493116e-7,
];

/** ln Γ(x) for x > 0. */
function computeLogGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - computeLogGamma(1 - x);
  const at = x - 1;
  const base = at + 7.5;
  const series = LANCZOS.reduce((sum, term, index) =>
    index === 0 ? term : sum + term / (at + index),
  );
  return 0.5 * Math.log(2 * Math.PI) + (at + 0.5) * Math.log(base) - base + Math.log(series);
}

function computeLogBeta(a: number, b: number): number {
  return computeLogGamma(a) + computeLogGamma(b) - computeLogGamma(a + b);
}

/** n over k, exact as long as it is a safe integer. */
export function computeBinomialCoefficient(n: number, k: number): number {
  let result = 1;
  for (let step = 1; step <= Math.min(k, n - k); step++) result = (result * (n - step + 1)) / step;
  return Math.round(result);
}

/** P(X ≤ x) for X ~ Beta(a, b). */
export function computeBetaCdf(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(a * Math.log(x) + b * Math.log(1 - x) - computeLogBeta(a, b));
  return x < (a + 1) / (a + b + 2)
    ? (front * computeBetaFraction(x, a, b)) / a
    : 1 - (front * computeBetaFraction(1 - x, b, a)) / b;
}

const TINY = 1e-300;
const MOST_TERMS = 500;

/** Lentz's way through the continued fraction of the incomplete beta function. */
function computeBetaFraction(x: number, a: number, b: number): number {
  const away = (value: number): number => (Math.abs(value) < TINY ? TINY : value);
  let c = 1;
  let d = 1 / away(1 - ((a + b) * x) / (a + 1));
  let result = d;
  for (let term = 1; term <= MOST_TERMS; term++) {
    const even = (term * (b - term) * x) / ((a + 2 * term - 1) * (a + 2 * term));
    const odd = (-(a + term) * (a + b + term) * x) / ((a + 2 * term) * (a + 2 * term + 1));
    for (const step of [even, odd]) {
      d = 1 / away(1 + step * d);
      c = away(1 + step / c);
      result *= c * d;
    }
    if (Math.abs(c * d - 1) < 1e-15) break;
  }
  return result;
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

/** P(Z ≤ z), by the incomplete beta function's relative: a series near zero, a fraction far out. */
function computeNormalCdf(z: number): number {
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
