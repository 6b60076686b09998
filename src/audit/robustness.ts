/** Does the outcome hang on one voice, one threshold, one model family or one source? Computed, at no cost. */
import type { Claim } from "../domain/claim.ts";
import type { Outcome } from "../domain/outcome.ts";
import { reaches, type Share, spellShare, TWO_THIRDS } from "../domain/tally.ts";
import type { Flip } from "./flips.ts";
import { flipsIn } from "./flips.ts";
import { proves } from "./ledger.ts";
import type { Heard } from "./stands.ts";
import { type Count, counted } from "./tallies.ts";

export interface Trial {
  readonly kind: "seat" | "threshold" | "family" | "source";
  /** What was changed: "without effort", "threshold 3/4", "one vote per family", "without source S1". */
  readonly change: string;
  /** What carries then; null where nothing does. */
  readonly choice: string | null;
  readonly differs: boolean;
}

export interface Robustness {
  /** What the votes say under the protocol's own share. */
  readonly choice: string | null;
  readonly trials: readonly Trial[];
  /** One sentence. */
  readonly sentence: string;
}

export interface RobustnessGrounds {
  readonly heard: Heard;
  readonly outcome: Outcome | null;
  readonly final: Count;
  /** Family to seats. */
  readonly families: Readonly<Record<string, readonly string[]>>;
  readonly sources: readonly string[];
  readonly nameOf: (seat: string) => string;
  /** The tally without unsupported changes, for a set of flips. */
  readonly auditedWith: (flips: readonly Flip[]) => Count;
}

const THRESHOLDS: readonly Share[] = [
  { needed: 501, of: 1000 },
  { needed: 3, of: 5 },
  TWO_THIRDS,
  { needed: 3, of: 4 },
  { needed: 4, of: 5 },
  { needed: 1, of: 1 },
];

export function robustnessOf(grounds: RobustnessGrounds): Robustness {
  const { outcome, final } = grounds;
  const needed = outcome?.tallies.at(-1)?.needed ?? null;
  const votes = votesOf(final);
  const choice = carried(counted(votes), needed);
  const trial = (kind: Trial["kind"], change: string, then: string | null): Trial => ({
    kind,
    change,
    choice: then,
    differs: then !== choice,
  });
  const seats = votes.map(([by]) =>
    trial("seat", `without ${grounds.nameOf(by)}`, carried(without(votes, by), needed)),
  );
  const shares = needed === null ? [] : THRESHOLDS;
  const thresholds = shares
    .filter((share) => spellShare(share) !== spellShare(needed ?? share))
    .map((share) => trial("threshold", thresholdName(share), carried(counted(votes), share)));
  const collapsed = collapse(votes, grounds.families);
  const family =
    Object.keys(grounds.families).length < votes.length
      ? [trial("family", "one vote per model family", carried(collapsed, needed))]
      : [];
  const sources = grounds.sources.map((source) => {
    const count = grounds.auditedWith(flipsIn(grounds.heard, provenWithout(source)));
    return trial("source", `without source ${source}`, carried(count, needed));
  });
  const trials = [...seats, ...thresholds, ...family, ...sources];
  return { choice, trials, sentence: sentenceOf(choice, trials) };
}

/** What carries: the share where the protocol has one, else what most hold. */
function carried(count: Count, needed: Share | null): string | null {
  const { leader, distribution, cast } = count;
  if (leader === null || needed === null) return leader;
  return reaches(needed, distribution[leader]?.length ?? 0, cast) ? leader : null;
}

function votesOf({ distribution }: Count): [string, string][] {
  return Object.entries(distribution).flatMap(([option, voters]) =>
    voters.map((by): [string, string] => [by, option]),
  );
}

function without(votes: readonly (readonly [string, string])[], seat: string): Count {
  return counted(votes.filter(([by]) => by !== seat));
}

function thresholdName(share: Share): string {
  return share.of === 1000 ? "threshold more than half" : `threshold ${spellShare(share)}`;
}

/** A family whose seats are split evenly has no one vote. */
function collapse(
  votes: readonly (readonly [string, string])[],
  families: Readonly<Record<string, readonly string[]>>,
): Count {
  return counted(
    Object.entries(families).flatMap(([family, seats]): [string, string][] => {
      const { leader } = counted(votes.filter(([by]) => seats.includes(by)));
      return leader === null ? [] : [[family, leader]];
    }),
  );
}

/** Proven as if nothing could be quoted from one source. */
function provenWithout(source: string): (claim: Claim) => boolean {
  return ({ evidence }) => evidence.some((one) => one.source !== source && proves(one));
}

/** "C hangs on Value and Effort; it carries up to a threshold of 2/3." */
function sentenceOf(choice: string | null, trials: readonly Trial[]): string {
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
