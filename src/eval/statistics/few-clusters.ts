/**
 * Intervals over few clusters. Drawing six clusters again and again shows too little of what a seventh would be like, and
 * nothing at all where the six are alike.
 *
 * EV9. Up to 30 clusters an interval is at least as wide as Student's t over the clusters' totals makes it, and clusters
 * that are all alike leave room for one that is not.
 */
import {
  computeWilsonInterval,
  type ConfidenceInterval,
} from "../../audit/statistics/statistics.ts";

export interface ClusterTotal {
  readonly sum: number;
  readonly size: number;
}

/** Points of Student's t for 1 to 29 degrees of freedom. */
const STUDENT_T: Readonly<Record<number, readonly number[]>> = {
  0.95: [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16,
    2.145, 2.131, 2.12, 2.11, 2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052,
    2.048, 2.045,
  ],
  0.9: [
    6.314, 2.92, 2.353, 2.132, 2.015, 1.943, 1.895, 1.86, 1.833, 1.812, 1.796, 1.782, 1.771, 1.761,
    1.753, 1.746, 1.74, 1.734, 1.729, 1.725, 1.721, 1.717, 1.714, 1.711, 1.708, 1.706, 1.703, 1.701,
    1.699,
  ],
};

export interface WideningOptions {
  readonly confidence: number;
  /** The least that a value can be: 0 for a share, -1 for a difference. The most is 1. */
  readonly least: number;
}

export function widenForFewClusters(
  drawn: ConfidenceInterval,
  clusters: readonly ClusterTotal[],
  { confidence, least }: WideningOptions,
): ConfidenceInterval {
  const count = clusters.length;
  const quantile = STUDENT_T[confidence]?.[count - 2];
  if (count === 1) return { low: least, high: 1 };
  if (quantile === undefined) return drawn;
  const size = clusters.reduce((total, one) => total + one.size, 0);
  const mean = clusters.reduce((total, one) => total + one.sum, 0) / size;
  const spread = clusters.reduce((total, one) => total + (one.sum - mean * one.size) ** 2, 0);
  const reach =
    spread === 0
      ? reachOfTheUnseen(count, confidence)
      : (quantile * Math.sqrt((spread * count) / (count - 1))) / size;
  return {
    low: Math.max(least, Math.min(drawn.low, mean - reach)),
    high: Math.min(1, Math.max(drawn.high, mean + reach)),
  };
}

/** How far the mean could lie from what all clusters show, by Wilson's interval for none of as many. */
function reachOfTheUnseen(count: number, confidence: number): number {
  return computeWilsonInterval(0, count, confidence).high;
}
