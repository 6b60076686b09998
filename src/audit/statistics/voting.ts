/** How often a vote is right: independent voters, voters who share their errors, voters who see each other. */
import { betaBelow, choose } from "./special.ts";

/** Condorcet: `n` independent voters, each right with `p`; a tie is decided by a coin. */
export function majorityAccuracy(n: number, p: number): number {
  return overHalf(n, (right) => choose(n, right) * p ** right * (1 - p) ** (n - right));
}

/** Voters of different skill; a tie is decided by a coin. */
export function mixedMajority(skills: readonly number[]): number {
  const chances = countChances(skills);
  return overHalf(skills.length, (right) => chances[right] ?? 0);
}

/** Voters of different skill, each weighed by the log odds of being right. */
export function weightedMajority(skills: readonly number[]): number {
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
export function pluralityAccuracy(n: number, p: number, options: number): number {
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
      visit(left - count, chance * choose(left, count) * each ** count);
      counts.pop();
    }
  };
  visit(n, 1);
  return total;
}

/** Votes cast one after another in sight of all, once there are many: what the first few said decides. */
export function cascadeAccuracy(p: number): number {
  return (p * (p + 1)) / (2 * (1 - p + p * p));
}

/** P(k of n are right) where errors correlate by `rho` (beta-binomial, as a product that holds at 0 too). */
export function correlatedChance(k: number, n: number, { p, rho }: Voters): number {
  const pull = rho / (1 - rho);
  let chance = choose(n, k);
  for (let at = 0; at < n; at++) {
    const own = at < k ? p + at * pull : 1 - p + (at - k) * pull;
    chance *= own / (1 + at * pull);
  }
  return chance;
}

export interface Voters {
  readonly p: number;
  readonly rho: number;
}

export function correlatedMajority(n: number, voters: Voters): number {
  return overHalf(n, (right) => correlatedChance(right, n, voters));
}

/** What the majority of ever more correlated voters tends to. */
export function correlatedLimit({ p, rho }: Voters): number {
  if (rho === 0) return p > 0.5 ? 1 : p < 0.5 ? 0 : 0.5;
  return 1 - betaBelow(0.5, ...shapeOf({ p, rho }));
}

/** P(the majority is right | m of n agree), two options. */
export function rightGivenSplit(m: number, n: number, voters: Voters): number {
  const right = correlatedChance(m, n, voters);
  return right / (right + correlatedChance(n - m, n, voters));
}

export function unanimityChance(n: number, voters: Voters): number {
  return correlatedChance(n, n, voters) + correlatedChance(0, n, voters);
}

/** P(right | all agree), independent voters, errors spread evenly over the other options. */
export function rightGivenUnanimity(n: number, p: number, options: number): number {
  const right = p ** n;
  const wrong = (options - 1) * ((1 - p) / (options - 1)) ** n;
  return right / (right + wrong);
}

/** How many independent voters `n` correlated ones are worth. */
export function effectiveVotes(n: number, rho: number): number {
  return n === 0 ? 0 : n / (1 + (n - 1) * rho);
}

/** P(at least one voter is right). */
export function oracleCeiling(n: number, p: number): number {
  return 1 - (1 - p) ** n;
}

/** A judge with content skill `q` who takes the first slot with `beta` whatever it holds. */
export function slotBiasedJudge(q: number, beta: number) {
  const betterFirst = beta + (1 - beta) * q;
  const betterSecond = (1 - beta) * q;
  const bothRight = betterFirst * betterSecond;
  const consistency = bothRight + (1 - betterFirst) * (1 - betterSecond);
  return { betterFirst, betterSecond, consistency, whenConsistent: bothRight / consistency };
}

function shapeOf({ p, rho }: Voters): [number, number] {
  const size = (1 - rho) / rho;
  return [p * size, (1 - p) * size];
}

function overHalf(n: number, chanceOf: (right: number) => number): number {
  let total = 0;
  for (let right = 0; right <= n; right++) {
    if (2 * right > n) total += chanceOf(right);
    else if (2 * right === n) total += chanceOf(right) / 2;
  }
  return total;
}

/** P(exactly k are right) for every k. */
function countChances(skills: readonly number[]): number[] {
  return skills.reduce<number[]>(
    (chances, skill) =>
      Array.from(
        { length: chances.length + 1 },
        (_, right) => (chances[right] ?? 0) * (1 - skill) + (chances[right - 1] ?? 0) * skill,
      ),
    [1],
  );
}
