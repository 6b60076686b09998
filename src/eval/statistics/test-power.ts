/** What a number of items can show, and what several tests at once still show. */
import {
  computeBinomialChance,
  computeMcnemarMidP,
  computeMcnemarTest,
} from "../../audit/statistics/statistics.ts";

export interface PowerQuestion {
  readonly pairs: number;
  /** Share of pairs in which the arms differ. */
  readonly discordant: number;
  /** True difference of the two shares. */
  readonly delta: number;
  readonly test: "exact" | "mid-p";
  readonly alpha?: number;
}

/** Chance that the test rejects, summed over every outcome it can have; with no difference, its true level. */
export function computeTestPower({
  pairs,
  discordant,
  delta,
  test,
  alpha = 0.05,
}: PowerQuestion): number {
  const p = test === "exact" ? computeMcnemarTest : computeMcnemarMidP;
  const win = 0.5 + delta / (2 * discordant);
  let power = 0;
  for (let differ = 0; differ <= pairs; differ++) {
    const chance = computeBinomialChance(differ, pairs, discordant);
    if (chance < 1e-12) continue;
    power += chance * computeRejection(differ, win, (few) => p(few, differ - few) < alpha);
  }
  return power;
}

/** The smaller count up to which the test rejects lies at both ends. */
function computeRejection(
  differ: number,
  win: number,
  rejects: (fewer: number) => boolean,
): number {
  let total = 0;
  for (let few = 0; 2 * few <= differ && rejects(few); few++) {
    total += computeBinomialChance(few, differ, win);
    if (2 * few !== differ) total += computeBinomialChance(differ - few, differ, win);
  }
  return total;
}

/** Holm's step-down: p-values as they count within their family, in the order given. */
export function adjustByHolm(values: readonly number[]): number[] {
  const order = values.map((value, place) => ({ value, place })).sort((a, b) => a.value - b.value);
  const adjusted = values.map(() => 1);
  let highest = 0;
  for (const [rank, { value, place }] of order.entries()) {
    highest = Math.max(highest, Math.min(1, value * (values.length - rank)));
    adjusted[place] = highest;
  }
  return adjusted;
}
