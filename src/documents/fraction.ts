/** Exact arithmetic for scores (K2): fractions of whole numbers, rounded only when they are shown. */

export interface Fraction {
  readonly num: bigint;
  /** Above zero. */
  readonly den: bigint;
}

export function fraction(num: number | bigint, den: number | bigint = 1): Fraction {
  return reduced(BigInt(num), BigInt(den));
}

export function sum(terms: readonly Fraction[]): Fraction {
  return terms.reduce(
    (total, { num, den }) => reduced(total.num * den + num * total.den, total.den * den),
    fraction(0),
  );
}

export function minus(a: Fraction, b: Fraction): Fraction {
  return sum([a, { num: -b.num, den: b.den }]);
}

export function times(a: Fraction, b: Fraction): Fraction {
  return reduced(a.num * b.num, a.den * b.den);
}

/** Below, at or above zero as `a` is less than, equal to or more than `b`. */
export function compare(a: Fraction, b: Fraction): number {
  const difference = a.num * b.den - b.num * a.den;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** For people; halves are rounded away from zero. */
export function decimal({ num, den }: Fraction, places: number): string {
  const scale = 10n ** BigInt(places);
  const size = num < 0n ? -num : num;
  const rounded = (2n * size * scale + den) / (2n * den);
  const whole = (rounded / scale).toString();
  const rest = (rounded % scale).toString().padStart(places, "0");
  const sign = num < 0n && rounded > 0n ? "-" : "";
  return places === 0 ? sign + whole : `${sign}${whole}.${rest}`;
}

function reduced(num: bigint, den: bigint): Fraction {
  const divisor = greatestCommonDivisor(num < 0n ? -num : num, den);
  return { num: num / divisor, den: den / divisor };
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [a, b];
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger === 0n ? 1n : larger;
}
