/**
 * The world that simulated participants answer in. It is a function of the question and the seed alone, so that every
 * process, and every run, finds the same one.
 *
 * SW1. No participant is asked for more than its own prompt shows: first answers depend on question, seed and seat.
 */
import { createSeededGenerator, drawUniform } from "../../audit/statistics/seeded-generator.ts";
import { computeNormalQuantile } from "../../audit/statistics/statistics.ts";
import type { SimulatedView } from "../../domain/simulated-answer.ts";
import type { SimTraits } from "./sim-traits.ts";

type SimQuestion = Pick<SimulatedView, "item" | "options">;

/** Option ids of a question: the right one, then the trap, then the rest. By their words, so that no order matters. */
export function rankSimulatedOptions({ item, options }: SimQuestion): string[] {
  return options
    .map(({ id, label }) => ({ id, lot: drawUniform("world", item, label) }))
    .sort((a, b) => a.lot - b.lot)
    .map(({ id }) => id);
}

let lastQuestion = "";
let lastRanking: readonly string[] = [];

/** The same for a question that is asked of many seats one after another. */
export function rankOptionsOnce(question: SimQuestion): readonly string[] {
  const key = `${question.item}\u0000${question.options.map(({ id, label }) => id + label).join("\u0000")}`;
  if (key !== lastQuestion) {
    lastRanking = rankSimulatedOptions(question);
    lastQuestion = key;
  }
  return lastRanking;
}

/** The belief before anything was heard: the right option, the trap, the rest. */
export function listFirstChances({ p, trap }: SimTraits, count: number): number[] {
  const share = trap < 0 ? 1 / Math.max(1, count - 1) : count === 2 ? 1 : trap;
  return Array.from({ length: count }, (_, rank) => {
    if (rank === 0) return p;
    if (rank === 1) return (1 - p) * share;
    return ((1 - p) * (1 - share)) / (count - 2);
  });
}

/** Rank of the first answer: 0 is right, 1 the trap. */
export function drawFirstRank(
  traits: SimTraits,
  { item, seat }: Pick<SimulatedView, "item" | "seat">,
  count: number,
): number {
  if (isFirstRight(traits, item, seat)) return 0;
  const [, ...wrong] = listFirstChances(traits, count);
  const mass = wrong.reduce((sum, one) => sum + one, 0);
  return 1 + pickByWeight(wrong, drawUniform(traits.seed, item, seat, "wrong") * mass);
}

function isFirstRight(traits: SimTraits, item: string, seat: string): boolean {
  const { p, g, f, family, seed } = traits;
  if (g > 0 || f > 0) {
    const z =
      Math.sqrt(g) * drawNormal(seed, item, "everyone") +
      Math.sqrt(f) * drawNormal(seed, item, `family ${family}`) +
      Math.sqrt(Math.max(0, 1 - g - f)) * drawNormal(seed, item, `seat ${seat}`);
    return z < computeNormalQuantile(Math.min(1 - 1e-9, Math.max(1e-9, p)));
  }
  return drawUniform(seed, item, seat, "first") < drawCommonSkill(traits, item);
}

let lastSkill = { key: "", skill: 0 };

/** How easy the item is for everyone, so that two seats' answers correlate by `rho`. */
function drawCommonSkill({ p, rho, seed }: SimTraits, item: string): number {
  if (rho <= 0 || p <= 0 || p >= 1) return p;
  const key = `${seed} ${item} ${p} ${rho}`;
  if (lastSkill.key !== key) {
    const spread = (1 - rho) / rho;
    const chance = createSeededGenerator(`skill ${key}`);
    lastSkill = {
      key,
      skill: rho >= 1 ? Number(chance.uniform() < p) : chance.beta(p * spread, (1 - p) * spread),
    };
  }
  return lastSkill.skill;
}

function drawNormal(seed: number, item: string, whose: string): number {
  const radius = Math.sqrt(-2 * Math.log(1 - drawUniform(seed, item, whose, "radius")));
  return radius * Math.cos(2 * Math.PI * drawUniform(seed, item, whose, "angle"));
}

/** The place at which a mark on the line of weights lies. */
export function pickByWeight(weights: readonly number[], mark: number): number {
  let left = mark;
  for (const [index, weight] of weights.entries()) {
    left -= weight;
    if (left < 0) return index;
  }
  return weights.length - 1;
}
