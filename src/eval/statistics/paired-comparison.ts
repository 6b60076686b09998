/**
 * Two arms on the same items: the difference with its interval, the test, and whether they count as equal.
 *
 * EV1. A pair is one item; where items come in clusters, whole clusters are drawn again.
 * EV2. A winner is named only where the interval of the difference leaves out 0, and there are 30 items.
 */
import {
  createSeededGenerator,
  type SeededGenerator,
} from "../../audit/statistics/seeded-generator.ts";
import {
  computeMcnemarMidP,
  computeMean,
  computeMcnemarTest,
  computeWilsonInterval,
  type ConfidenceInterval,
} from "../../audit/statistics/statistics.ts";
import { widenForFewClusters } from "./few-clusters.ts";

/** What two arms made of one item: 0 to 1, or a mean over repetitions. */
export interface PairedScore {
  readonly item: string;
  readonly cluster: string | null;
  readonly first: number;
  readonly second: number;
}

export interface PairedComparison {
  readonly pairs: number;
  readonly clusters: number;
  readonly first: number;
  readonly second: number;
  /** First minus second. */
  readonly difference: number;
  readonly interval: ConfidenceInterval;
  /** Newcombe's interval; null where items are scored in shares or come in clusters. */
  readonly newcombe: ConfidenceInterval | null;
  /** Items that only one of the two had right; null where scores are shares. */
  readonly discordant: { readonly onlyFirst: number; readonly onlySecond: number } | null;
  readonly exactP: number | null;
  readonly midP: number | null;
  /** Both ends of the 90 % interval lie within this of 0 (two one-sided tests at 5 %). */
  readonly equivalent: boolean;
  readonly margin: number;
  readonly verdict: "first" | "second" | "equivalent" | "open" | "too-few";
}

export interface ComparisonOptions {
  readonly seed: string | number;
  readonly resamples?: number;
  readonly margin?: number;
}

export const FEWEST_ITEMS = 30;
export const EQUIVALENCE_MARGIN = 0.02;
const RESAMPLES = 10_000;

export function comparePairedScores(
  scores: readonly PairedScore[],
  { seed, margin = EQUIVALENCE_MARGIN, resamples = RESAMPLES }: ComparisonOptions,
): PairedComparison {
  const clusters = groupByCluster(scores);
  const isClustered = clusters.length < scores.length;
  const drawn = drawMeanDifferences(clusters, { seed, resamples });
  const totals = clusters.map(sumCluster);
  const widen = (found: ConfidenceInterval, confidence: number): ConfidenceInterval =>
    isClustered ? widenForFewClusters(found, totals, { confidence, least: -1 }) : found;
  const isBinary = scores.every(({ first, second }) => isWhole(first) && isWhole(second));
  const onlyFirst = scores.filter(({ first, second }) => first > second).length;
  const onlySecond = scores.filter(({ first, second }) => second > first).length;
  // drawing equal pairs again shows no spread, and says nothing of the pairs that were not asked
  const interval =
    isBinary && !isClustered && onlyFirst + onlySecond === 0
      ? computeNewcombeInterval(countPairs(scores))
      : widen(takePercentiles(drawn, 0.95), 0.95);
  const narrow =
    isBinary && !isClustered
      ? computeNewcombeInterval(countPairs(scores), 0.9)
      : widen(takePercentiles(drawn, 0.9), 0.9);
  // with fewer, even no difference at all leaves a larger one possible
  const enough = scores.length >= FEWEST_ITEMS && computeRuleOfThree(scores.length) <= margin;
  const equivalent = enough && narrow.low > -margin && narrow.high < margin;
  const first = computeMean(scores.map((one) => one.first));
  const second = computeMean(scores.map((one) => one.second));
  return {
    pairs: scores.length,
    clusters: clusters.length,
    first,
    second,
    difference: first - second,
    interval,
    newcombe: isBinary && !isClustered ? computeNewcombeInterval(countPairs(scores)) : null,
    discordant: isBinary ? { onlyFirst, onlySecond } : null,
    exactP: isBinary && !isClustered ? computeMcnemarTest(onlyFirst, onlySecond) : null,
    midP: isBinary && !isClustered ? computeMcnemarMidP(onlyFirst, onlySecond) : null,
    equivalent,
    margin,
    verdict: decideVerdict({ pairs: scores.length, interval, equivalent }),
  };
}

function decideVerdict({
  pairs,
  interval: { low, high },
  equivalent,
}: Pick<PairedComparison, "pairs" | "interval" | "equivalent">): PairedComparison["verdict"] {
  if (pairs < FEWEST_ITEMS) return "too-few";
  if (low > 0) return "first";
  if (high < 0) return "second";
  return equivalent ? "equivalent" : "open";
}

function isWhole(score: number): boolean {
  return score === 0 || score === 1;
}

function groupByCluster(scores: readonly PairedScore[]): PairedScore[][] {
  const groups = Map.groupBy(scores, ({ cluster, item }) =>
    cluster === null ? `item ${item}` : `cluster ${cluster}`,
  );
  return [...groups.values()];
}

interface ClusterKind {
  readonly sum: number;
  readonly size: number;
  count: number;
}

/**
 * Sorted means of the difference, each over as many clusters as there are, drawn with replacement. Clusters that are
 * alike are drawn together: how many of each kind come up is what matters.
 */
function drawMeanDifferences(
  clusters: readonly (readonly PairedScore[])[],
  { seed, resamples }: { readonly seed: string | number; readonly resamples: number },
): Float64Array {
  const kinds = countClusterKinds(clusters);
  const chance = createSeededGenerator(`bootstrap ${seed}`);
  const means = new Float64Array(resamples);
  for (let round = 0; round < resamples; round++) {
    let left = clusters.length;
    let share = clusters.length;
    let sum = 0;
    let size = 0;
    for (const kind of kinds) {
      const drawn = drawBinomial(chance, left, share === 0 ? 0 : kind.count / share);
      sum += drawn * kind.sum;
      size += drawn * kind.size;
      left -= drawn;
      share -= kind.count;
    }
    means[round] = size === 0 ? 0 : sum / size;
  }
  return means.sort();
}

function countClusterKinds(clusters: readonly (readonly PairedScore[])[]): ClusterKind[] {
  const kinds = new Map<string, ClusterKind>();
  for (const members of clusters) {
    const { sum, size } = sumCluster(members);
    const key = `${sum} ${size}`;
    const kind = kinds.get(key) ?? { sum, size, count: 0 };
    kind.count += 1;
    kinds.set(key, kind);
  }
  return [...kinds.values()].sort((a, b) => a.sum - b.sum || a.size - b.size);
}

function sumCluster(members: readonly PairedScore[]): Pick<ClusterKind, "sum" | "size"> {
  const sum = members.reduce((total, { first, second }) => total + first - second, 0);
  return { sum, size: members.length };
}

/** By going up the distribution where it is narrow; from a variance of 100 on by the normal that it then is. */
function drawBinomial(chance: SeededGenerator, n: number, p: number): number {
  if (n === 0 || p <= 0) return 0;
  if (p >= 1) return n;
  if (p > 0.5) return n - drawBinomial(chance, n, 1 - p);
  const spread = n * p * (1 - p);
  if (spread > 100)
    return Math.min(n, Math.max(0, Math.round(n * p + Math.sqrt(spread) * chance.normal())));
  let mark = chance.uniform();
  let weight = (1 - p) ** n;
  let k = 0;
  while (mark >= weight && k < n) {
    mark -= weight;
    weight *= ((n - k) / (k + 1)) * (p / (1 - p));
    k += 1;
  }
  return k;
}

function takePercentiles(sorted: Float64Array, confidence: number): ConfidenceInterval {
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.max(0, Math.floor(share * sorted.length)))] ?? 0;
  const tail = (1 - confidence) / 2;
  return { low: at(tail), high: at(1 - tail) };
}

export interface PairCounts {
  readonly both: number;
  readonly onlyFirst: number;
  readonly onlySecond: number;
  readonly neither: number;
}

function countPairs(scores: readonly PairedScore[]): PairCounts {
  const count = (first: number, second: number): number =>
    scores.filter((one) => one.first === first && one.second === second).length;
  return {
    both: count(1, 1),
    onlyFirst: count(1, 0),
    onlySecond: count(0, 1),
    neither: count(0, 0),
  };
}

/** Newcombe's square-and-add interval of a paired difference (his method 10). */
export function computeNewcombeInterval(
  { both, onlyFirst, onlySecond, neither }: PairCounts,
  confidence = 0.95,
): ConfidenceInterval {
  const pairs = both + onlyFirst + onlySecond + neither;
  if (pairs === 0) return { low: -1, high: 1 };
  const p1 = (both + onlyFirst) / pairs;
  const p2 = (both + onlySecond) / pairs;
  const one = computeWilsonInterval(both + onlyFirst, pairs, confidence);
  const two = computeWilsonInterval(both + onlySecond, pairs, confidence);
  const phi = computeCorrectedPhi({ both, onlyFirst, onlySecond, neither });
  const reach = (a: number, b: number): number => Math.sqrt(a * a - 2 * phi * a * b + b * b);
  return {
    low: p1 - p2 - reach(p1 - one.low, two.high - p2),
    high: p1 - p2 + reach(one.high - p1, p2 - two.low),
  };
}

function computeCorrectedPhi({ both, onlyFirst, onlySecond, neither }: PairCounts): number {
  const margins = [
    both + onlyFirst,
    onlySecond + neither,
    both + onlySecond,
    onlyFirst + neither,
  ].reduce((product, one) => product * one, 1);
  if (margins === 0) return 0;
  const pairs = both + onlyFirst + onlySecond + neither;
  const cross = both * neither - onlyFirst * onlySecond;
  const corrected = cross > 0 ? Math.max(cross - pairs / 2, 0) : cross;
  return corrected / Math.sqrt(margins);
}

/** The largest rate that no event in `cases` leaves possible at 95 %. */
export function computeRuleOfThree(cases: number): number {
  return cases === 0 ? 1 : Math.min(1, 3 / cases);
}

/** The 95 % interval of a mean over clusters of values, drawn again cluster by cluster. */
export function drawClusteredInterval(
  clusters: readonly (readonly number[])[],
  { seed, resamples = RESAMPLES }: ComparisonOptions,
): ConfidenceInterval {
  const filled = clusters.filter(({ length }) => length > 0);
  if (filled.length === 0) return { low: 0, high: 1 };
  const members = filled.map((values, index) =>
    values.map((first) => ({ item: `${index}`, cluster: `${index}`, first, second: 0 })),
  );
  const drawn = takePercentiles(drawMeanDifferences(members, { seed, resamples }), 0.95);
  return widenForFewClusters(drawn, members.map(sumCluster), { confidence: 0.95, least: 0 });
}
