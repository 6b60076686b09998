/** K2: exact arithmetic for scores: fractions of integers, rounded only for display. */

export interface ExactFraction {
  readonly num: bigint;
  /** Above zero. */
  readonly den: bigint;
}

export function createFraction(num: number | bigint, den: number | bigint = 1): ExactFraction {
  return reduceFraction(BigInt(num), BigInt(den));
}

export function addFractions(terms: readonly ExactFraction[]): ExactFraction {
  return terms.reduce(
    (total, { num, den }) => reduceFraction(total.num * den + num * total.den, total.den * den),
    createFraction(0),
  );
}

export function subtractFractions(a: ExactFraction, b: ExactFraction): ExactFraction {
  return addFractions([a, { num: -b.num, den: b.den }]);
}

export function multiplyFractions(a: ExactFraction, b: ExactFraction): ExactFraction {
  return reduceFraction(a.num * b.num, a.den * b.den);
}

/** Below, at or above zero as `a` is less than, equal to or more than `b`. */
export function compareFractions(a: ExactFraction, b: ExactFraction): number {
  const difference = a.num * b.den - b.num * a.den;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** For people; halves are rounded away from zero. */
export function formatFraction({ num, den }: ExactFraction, places: number): string {
  const scale = 10n ** BigInt(places);
  const size = num < 0n ? -num : num;
  const rounded = (2n * size * scale + den) / (2n * den);
  const whole = (rounded / scale).toString();
  const rest = (rounded % scale).toString().padStart(places, "0");
  const sign = num < 0n && rounded > 0n ? "-" : "";
  return places === 0 ? sign + whole : `${sign}${whole}.${rest}`;
}

function reduceFraction(num: bigint, den: bigint): ExactFraction {
  const divisor = findGreatestCommonDivisor(num < 0n ? -num : num, den);
  return { num: num / divisor, den: den / divisor };
}

function findGreatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [a, b];
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger === 0n ? 1n : larger;
}
