/**
 * Computes whether the outcome depends on one vote, one threshold, one model family or one source. It costs nothing.
 */
import type { Claim } from "../../domain/claim.ts";
import type { Outcome } from "../../domain/outcome/outcome.ts";
import {
  reachesShare,
  type VoteShare,
  formatVoteShare,
  TWO_THIRDS,
} from "../../domain/outcome/tally.ts";
import { isProvenEvidence } from "./claim-ledger.ts";
import type { DebateExposure } from "./debate-exposure.ts";
import { type PositionFlip, findPositionFlips } from "./position-flips.ts";
import { type VoteCount, countVotes, listCastVotes } from "./vote-tallies.ts";

export interface RobustnessTrial {
  readonly kind: "seat" | "threshold" | "family" | "source";
  /** What was changed: "without effort", "threshold 3/4", "one vote per family", "without source S1". */
  readonly change: string;
  /** What carries then; null where nothing does. */
  readonly choice: string | null;
  readonly differs: boolean;
}

export interface OutcomeRobustness {
  /** What the votes say under the protocol's own share. */
  readonly choice: string | null;
  readonly trials: readonly RobustnessTrial[];
  /** One sentence. */
  readonly sentence: string;
}

export interface RobustnessInput {
  readonly heard: DebateExposure;
  readonly outcome: Outcome | null;
  readonly final: VoteCount;
  /** Family to seats. */
  readonly families: Readonly<Record<string, readonly string[]>>;
  readonly sources: readonly string[];
  readonly findName: (seat: string) => string;
  /** The tally without unsupported changes, for a set of flips. */
  readonly auditedWith: (flips: readonly PositionFlip[]) => VoteCount;
}

const THRESHOLDS: readonly VoteShare[] = [
  { needed: 501, of: 1000 },
  { needed: 3, of: 5 },
  TWO_THIRDS,
  { needed: 3, of: 4 },
  { needed: 4, of: 5 },
  { needed: 1, of: 1 },
];

export function computeOutcomeRobustness(grounds: RobustnessInput): OutcomeRobustness {
  const { outcome, final } = grounds;
  const needed = outcome?.tallies.at(-1)?.needed ?? null;
  const votes = listCastVotes(final);
  const choice = findCarriedChoice(countVotes(votes), needed);
  const trial = (
    kind: RobustnessTrial["kind"],
    change: string,
    then: string | null,
  ): RobustnessTrial => ({
    kind,
    change,
    choice: then,
    differs: then !== choice,
  });
  const seats = votes.map(([by]) =>
    trial(
      "seat",
      `without ${grounds.findName(by)}`,
      findCarriedChoice(countWithoutSeat(votes, by), needed),
    ),
  );
  const shares = needed === null ? [] : THRESHOLDS;
  const thresholds = shares
    .filter((share) => formatVoteShare(share) !== formatVoteShare(needed ?? share))
    .map((share) =>
      trial("threshold", formatThreshold(share), findCarriedChoice(countVotes(votes), share)),
    );
  const collapsed = collapseModelFamilies(votes, grounds.families);
  const family =
    Object.keys(grounds.families).length < votes.length
      ? [trial("family", "one vote per model family", findCarriedChoice(collapsed, needed))]
      : [];
  const sources = grounds.sources.map((source) => {
    const count = grounds.auditedWith(
      findPositionFlips(grounds.heard, {
        isProven: createProofTestWithout(source),
        changes: outcome?.changes ?? [],
      }),
    );
    return trial("source", `without source ${source}`, findCarriedChoice(count, needed));
  });
  const trials = [...seats, ...thresholds, ...family, ...sources];
  return { choice, trials, sentence: describeRobustness(choice, trials) };
}

/** What decides: the protocol's share if it has one, otherwise the most votes. */
function findCarriedChoice(count: VoteCount, needed: VoteShare | null): string | null {
  const { leader, distribution, cast } = count;
  if (leader === null || needed === null) return leader;
  return reachesShare(needed, distribution[leader]?.length ?? 0, cast) ? leader : null;
}

function countWithoutSeat(votes: readonly (readonly [string, string])[], seat: string): VoteCount {
  return countVotes(votes.filter(([by]) => by !== seat));
}

function formatThreshold(share: VoteShare): string {
  return share.of === 1000 ? "threshold more than half" : `threshold ${formatVoteShare(share)}`;
}

/** A family whose seats are split evenly has no one vote. */
function collapseModelFamilies(
  votes: readonly (readonly [string, string])[],
  families: Readonly<Record<string, readonly string[]>>,
): VoteCount {
  return countVotes(
    Object.entries(families).flatMap(([family, seats]): [string, string][] => {
      const { leader } = countVotes(votes.filter(([by]) => seats.includes(by)));
      return leader === null ? [] : [[family, leader]];
    }),
  );
}

/** Proven as if nothing could be quoted from one source. */
function createProofTestWithout(source: string): (claim: Claim) => boolean {
  return ({ evidence }) => evidence.some((one) => one.source !== source && isProvenEvidence(one));
}

/** "C hangs on Value and Effort; it carries up to a threshold of 2/3." */
function describeRobustness(choice: string | null, trials: readonly RobustnessTrial[]): string {
  if (trials.length === 0) return "There was no vote to test.";
  const turns = trials.filter(({ differs }) => differs);
  const what = choice ?? "That nothing carries";
  if (turns.length === 0) return `${what} holds in all ${trials.length} trials.`;
  const hinges = turns
    .filter(({ kind }) => kind !== "threshold")
    .map(({ change, choice: then }) => `${change} ${then === null ? "nothing" : then} carries`);
  const shares = turns
    .filter(({ kind }) => kind === "threshold")
    .map(({ change }) => change.replace("threshold ", ""));
  return [
    hinges.length === 0
      ? `${what} hangs on no single voice or source`
      : `${what} hangs on single voices or sources: ${hinges.join(", ")}`,
    ...(shares.length === 0
      ? []
      : [`it would be otherwise at a threshold of ${shares.join(", ")}`]),
  ]
    .join("; ")
    .concat(".");
}
