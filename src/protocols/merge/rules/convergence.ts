/** A26-A30, K2: when a point is agreed on, how certain that is, and how much agreement there is. Integers only. */
import { SHARE_DIGITS } from "../settings.ts";

/** The status of one point. */
export interface PointStanding {
  readonly how: "unanimous" | "majority" | "split";
  /** What is agreed on, as votes are compared; null where it is split, and so unresolved. */
  readonly choice: string | null;
  /** Advocates that agree on it. */
  readonly votes: number;
  /** Advocates that were asked, whether they named anyone or not. */
  readonly present: number;
}

/** A27: one entry per present advocate, null where it named nothing; silence is no agreement (K4). */
export function describeScoreStanding(votes: readonly (string | null)[]): PointStanding {
  const present = votes.length;
  const counts = new Map<string, number>();
  for (const vote of votes) if (vote !== null) counts.set(vote, (counts.get(vote) ?? 0) + 1);
  const [leader] = [...counts].sort(([, a], [, b]) => b - a);
  const split: PointStanding = { how: "split", choice: null, votes: leader?.[1] ?? 0, present };
  // one advocate agrees with itself, which decides nothing
  if (!leader || present < 2) return split;
  const [choice, count] = leader;
  if (count === present) return { how: "unanimous", choice, votes: count, present };
  return count * 3 >= present * 2 ? { how: "majority", choice, votes: count, present } : split;
}

const SURE = 100;
const MOST = 99;
const UNANIMOUS = 90;
const MAJORITY = 60;
const SPLIT = 50;
const CONCESSION = 10;
// from two thirds (60) towards, and never reaching, everyone (90)
const MAJORITY_RANGE = 29;

/** How many advocates of other variants there are, and how many of them conceded the point to the winner. */
interface Conceding {
  readonly losers: number;
  readonly conceded: number;
}

/**
 * A30, y: unanimous 90, majority 60 + 29·(3·votes − 2·present)/present rounded down, split 50.
 * A loser's concession adds 10; at most 99, and 100 only where all agree and every loser conceded.
 */
export function computePointConfidence(
  { how, votes, present }: PointStanding,
  { losers, conceded }: Conceding,
): number {
  if (how === "split") return SPLIT;
  if (how === "unanimous" && losers > 0 && conceded === losers) return SURE;
  const start =
    how === "unanimous"
      ? UNANIMOUS
      : MAJORITY + Math.floor((MAJORITY_RANGE * (3 * votes - 2 * present)) / present);
  return Math.min(MOST, Math.max(SPLIT, start + (conceded > 0 ? CONCESSION : 0)));
}

/** A26: points agreed on, of all that are voted on. */
export interface Convergence {
  readonly agreed: number;
  readonly points: number;
}

export function computeConvergence(standings: readonly PointStanding[]): Convergence {
  const agreed = standings.filter(({ choice }) => choice !== null).length;
  return { agreed, points: standings.length };
}

/** Ambiguity l: no points, nothing that anyone disagrees on. The threshold is in millionths. */
export function reachesThreshold({ agreed, points }: Convergence, threshold: number): boolean {
  return agreed * SHARE_DIGITS >= threshold * points;
}

/** For people and programs; decisions are taken on the integers. */
export function convergenceScore({ agreed, points }: Convergence): number {
  return points === 0 ? 1 : agreed / points;
}
