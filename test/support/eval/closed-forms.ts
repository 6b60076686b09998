/** Exact results about votes that simulations are held against. */

/** Most votes win, ties by a coin; the first of `chances` is the right option. */
export function computePluralityAccuracy(n: number, chances: readonly number[]): number {
  let total = 0;
  const visit = (option: number, left: number, counts: readonly number[], weight: number): void => {
    const chance = chances[option]!;
    if (option === chances.length - 1) {
      const all = [...counts, left];
      const whole = weight * power(chance, left);
      const most = Math.max(...all);
      if (all[0] === most) total += whole / all.filter((one) => one === most).length;
      return;
    }
    for (let count = 0; count <= left; count++)
      visit(
        option + 1,
        left - count,
        [...counts, count],
        weight * choose(left, count) * power(chance, count),
      );
  };
  visit(0, n, [], 1);
  return total;
}

function power(base: number, exponent: number): number {
  return exponent === 0 ? 1 : base ** exponent;
}

function choose(n: number, k: number): number {
  let result = 1;
  for (let step = 1; step <= k; step++) result = (result * (n - step + 1)) / step;
  return result;
}

/** Voters of different skill, each with one vote, or with the log odds of their skill. */
export function computeWeightedMajority(skills: readonly number[], weighted: boolean): number {
  let total = 0;
  for (let votes = 0; votes < 2 ** skills.length; votes++) {
    let chance = 1;
    let score = 0;
    for (const [index, p] of skills.entries()) {
      const right = Math.floor(votes / 2 ** index) % 2 === 1;
      const weight = weighted ? Math.log(p / (1 - p)) : 1;
      chance *= right ? p : 1 - p;
      score += right ? weight : -weight;
    }
    if (score > 1e-12) total += chance;
    else if (Math.abs(score) <= 1e-12) total += chance / 2;
  }
  return total;
}

/** Bikhchandani, Hirshleifer and Welch: where votes are seen in turn and ties fall to a coin. */
export function computeCascadeLimit(p: number): number {
  return (p * (p + 1)) / (2 * (1 - p + p * p));
}
