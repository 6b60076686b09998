/** A29: the scoring matrix, with one row per point that is voted on. */
import type { ComparisonPoint } from "../../../documents/comparison-point.ts";
import { computeThreshold } from "../settings.ts";
import { listPresentAdvocates, type AdvocateVote, votesAfter } from "./advocates.ts";
import {
  computePointConfidence,
  type Convergence,
  computeConvergence,
  reachesThreshold,
  type PointStanding,
  describeScoreStanding,
} from "./convergence.ts";
import { type Debated, findVariantNumber } from "./table.ts";
import { findChosenVariant } from "./vote-choice.ts";

export interface MatrixRow extends PointStanding {
  readonly point: ComparisonPoint;
  /** The variant whose words win; 0 where no draft's words alone do; null where nothing is agreed. */
  readonly winner: number | null;
  readonly confidence: number;
  /** In the order of the advocates; one who named nobody is left out. */
  readonly cast: readonly AdvocateVote[];
  /** Advocates of other variants who gave the point up to the winner. */
  readonly concededBy: readonly string[];
}

export type LastRound = 1 | 2 | 3;

/** The round in which something was last said. */
export function lastRound({ rebuttals, finals }: Debated): LastRound {
  return finals ? 3 : rebuttals ? 2 : 1;
}

export function matrixAfter(debated: Debated, round: LastRound): MatrixRow[] {
  const voters = listPresentAdvocates(debated);
  const votes = votesAfter(debated, round);
  return debated.voted.map((point) => {
    const cast = voters.flatMap(
      ({ id }) => votes.find((vote) => vote.by === id && vote.point === point.id) ?? [],
    );
    const standing = describeScoreStanding(
      voters.map(({ id }) => cast.find(({ by }) => by === id)?.choice ?? null),
    );
    const winner = standing.choice === null ? null : findChosenVariant(point, standing.choice);
    const losers = voters.filter(({ id }) => findVariantNumber(debated, id) !== winner);
    const concededBy = losers
      .filter(({ id }) =>
        cast.some(({ by, conceded, variant }) => by === id && conceded && variant === winner),
      )
      .map(({ id }) => id);
    const confidence = computePointConfidence(standing, {
      losers: losers.length,
      conceded: concededBy.length,
    });
    return { ...standing, winner, point, confidence, cast, concededBy };
  });
}

export function buildVoteMatrix(debated: Debated): MatrixRow[] {
  return matrixAfter(debated, lastRound(debated));
}

/** Why it was agreed on, in the words of who wanted it first; whoever joined them speaks of their own vote. */
export function findAgreedReason({ cast, choice }: MatrixRow): string | undefined {
  const agreed = cast.filter((vote) => choice !== null && vote.choice === choice);
  return agreed.toSorted((a, b) => a.round - b.round)[0]?.because;
}

export function unresolvedIn(rows: readonly MatrixRow[]): MatrixRow[] {
  return rows.filter(({ choice }) => choice === null);
}

export interface Agreement extends Convergence {
  /** Null for quick, which has no check (A25). */
  readonly converged: boolean | null;
  /** A person said otherwise after the debate (A48). */
  readonly overruled: boolean;
}

/** A25, A26: the state of the debate as it ended. */
export function computeAgreement(debated: Debated): Agreement {
  const convergence = computeConvergence(buildVoteMatrix(debated));
  const { depth } = debated.settings;
  const reached = reachesThreshold(convergence, computeThreshold(debated.settings));
  const counted = depth === "quick" && debated.voted.length > 0 ? null : reached;
  const answer = debated.overrides.find(({ stop }) => stop === "after-debate");
  const ruled = answer ? answer.choice === "accept" : counted;
  return { ...convergence, converged: ruled, overruled: answer !== undefined && ruled !== counted };
}

/** A25, j: deep ends after round 1 only where everyone agrees on everything. */
export function isUnanimous(rows: readonly MatrixRow[]): boolean {
  return rows.every(({ how }) => how === "unanimous");
}

export function pointsWon(rows: readonly MatrixRow[], variant: number): number {
  return rows.filter(({ winner }) => winner === variant).length;
}
