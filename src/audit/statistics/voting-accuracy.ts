/** How often a vote is right: with independent voters, with shared errors, and with voters who see each other. */
import { computeBetaCdf, computeBinomialCoefficient } from "./special-functions.ts";

/** Condorcet: `n` independent voters, each right with `p`; a tie is decided by a coin. */
export function computeMajorityAccuracy(n: number, p: number): number {
  return sumOverHalf(
    n,
    (right) => computeBinomialCoefficient(n, right) * p ** right * (1 - p) ** (n - right),
  );
}

/** Voters of different skill; a tie is decided by a coin. */
export function computeMixedMajorityAccuracy(skills: readonly number[]): number {
  const chances = computeCountChances(skills);
  return sumOverHalf(skills.length, (right) => chances[right] ?? 0);
}

/** Voters of different skill, each weighed by the log odds of being right. */
export function computeWeightedMajorityAccuracy(skills: readonly number[]): number {
  const weights = skills.map((skill) => Math.log(skill / (1 - skill)));
  let total = 0;
  for (let pattern = 0; pattern < 2 ** skills.length; pattern++) {
    let chance = 1;
    let lead = 0;
    for (const [index, skill] of skills.entries()) {
      const right = ((pattern >> index) & 1) === 1;
      chance *= right ? skill : 1 - skill;
      lead += right ? (weights[index] ?? 0) : -(weights[index] ?? 0);
    }
    if (Math.abs(lead) < 1e-12) total += chance / 2;
    else if (lead > 0) total += chance;
  }
  return total;
}

/** Plurality among `options`, errors spread evenly, ties decided at random. */
export function computePluralityAccuracy(n: number, p: number, options: number): number {
  const wrong = (1 - p) / (options - 1);
  let total = 0;
  const counts: number[] = [];
  const visit = (left: number, chance: number): void => {
    if (counts.length === options - 1) {
      const all = [...counts, left];
      const [right = 0] = all;
      const most = Math.max(...all);
      if (right < most) return;
      total += (chance * wrong ** left) / all.filter((count) => count === most).length;
      return;
    }
    for (let count = 0; count <= left; count++) {
      const each = counts.length === 0 ? p : wrong;
      counts.push(count);
      visit(left - count, chance * computeBinomialCoefficient(left, count) * each ** count);
      counts.pop();
    }
  };
  visit(n, 1);
  return total;
}

/** Votes cast one after another in sight of all, once there are many: what the first few said decides. */
export function computeCascadeAccuracy(p: number): number {
  return (p * (p + 1)) / (2 * (1 - p + p * p));
}

/** P(k of n are right) if errors correlate by `rho` (beta-binomial, as a product that is also valid at 0). */
export function computeCorrelatedChance(
  k: number,
  n: number,
  { p, rho }: CorrelatedVoters,
): number {
  const pull = rho / (1 - rho);
  let chance = computeBinomialCoefficient(n, k);
  for (let at = 0; at < n; at++) {
    const own = at < k ? p + at * pull : 1 - p + (at - k) * pull;
    chance *= own / (1 + at * pull);
  }
  return chance;
}

export interface CorrelatedVoters {
  readonly p: number;
  readonly rho: number;
}

export function computeCorrelatedMajorityAccuracy(n: number, voters: CorrelatedVoters): number {
  return sumOverHalf(n, (right) => computeCorrelatedChance(right, n, voters));
}

/** What the majority of ever more correlated voters tends to. */
export function computeCorrelatedLimit({ p, rho }: CorrelatedVoters): number {
  if (rho === 0) return p > 0.5 ? 1 : p < 0.5 ? 0 : 0.5;
  return 1 - computeBetaCdf(0.5, ...computeBetaShape({ p, rho }));
}

/** P(the majority is right | m of n agree), two options. */
export function computeRightGivenSplit(m: number, n: number, voters: CorrelatedVoters): number {
  const right = computeCorrelatedChance(m, n, voters);
  return right / (right + computeCorrelatedChance(n - m, n, voters));
}

export function computeUnanimityChance(n: number, voters: CorrelatedVoters): number {
  return computeCorrelatedChance(n, n, voters) + computeCorrelatedChance(0, n, voters);
}

/** P(right | all agree), independent voters, errors spread evenly over the other options. */
export function computeRightGivenUnanimity(n: number, p: number, options: number): number {
  const right = p ** n;
  const wrong = (options - 1) * ((1 - p) / (options - 1)) ** n;
  return right / (right + wrong);
}

/** How many independent voters `n` correlated ones are worth. */
export function computeEffectiveVotes(n: number, rho: number): number {
  return n === 0 ? 0 : n / (1 + (n - 1) * rho);
}

/** P(at least one voter is right). */
export function computeOracleCeiling(n: number, p: number): number {
  return 1 - (1 - p) ** n;
}

/** A judge with content skill `q` who picks the first slot with probability `beta`, whatever it contains. */
export function modelSlotBiasedJudge(q: number, beta: number) {
  const betterFirst = beta + (1 - beta) * q;
  const betterSecond = (1 - beta) * q;
  const bothRight = betterFirst * betterSecond;
  const consistency = bothRight + (1 - betterFirst) * (1 - betterSecond);
  return { betterFirst, betterSecond, consistency, whenConsistent: bothRight / consistency };
}

function computeBetaShape({ p, rho }: CorrelatedVoters): [number, number] {
  const size = (1 - rho) / rho;
  return [p * size, (1 - p) * size];
}

function sumOverHalf(n: number, chanceOf: (right: number) => number): number {
  let total = 0;
  for (let right = 0; right <= n; right++) {
    if (2 * right > n) total += chanceOf(right);
    else if (2 * right === n) total += chanceOf(right) / 2;
  }
  return total;
}

/** P(exactly k are right) for every k. */
function computeCountChances(skills: readonly number[]): number[] {
  return skills.reduce<number[]>(
    (chances, skill) =>
      Array.from(
        { length: chances.length + 1 },
        (_, right) => (chances[right] ?? 0) * (1 - skill) + (chances[right - 1] ?? 0) * skill,
      ),
    [1],
  );
}
