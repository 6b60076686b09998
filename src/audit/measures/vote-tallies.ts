/** R7: the votes before the discussion, at the end, and without the unsupported changes. */
import { type Event, readOpening, findSettlement } from "../../domain/journal/event.ts";
import type { Outcome } from "../../domain/outcome/outcome.ts";
import type { StatedPosition } from "./debate-exposure.ts";
import type { PositionFlip } from "./position-flips.ts";

export interface VoteCount {
  /** Position to its supporters; most first, then by name. */
  readonly distribution: Readonly<Record<string, readonly string[]>>;
  readonly cast: number;
  /** The position with the most votes; null for a tie, and if nobody voted. */
  readonly leader: string | null;
  /** Votes between the first and the second. */
  readonly margin: number;
}

export interface VoteTallies {
  readonly blind: VoteCount;
  readonly final: VoteCount;
  /** Capitulations undone. */
  readonly audited: VoteCount;
  readonly judge: NonNullable<Outcome["judge"]> | null;
  readonly agree: boolean;
  readonly sentence: string;
}

export function computeVoteTallies(
  events: readonly Event[],
  stands: readonly StatedPosition[],
  flips: readonly PositionFlip[],
): VoteTallies {
  const outcome = findSettlement(events)?.outcome ?? null;
  const electors = listElectors(outcome, stands);
  const seats = new Set(readOpening(events).participants.map(({ id }) => id));
  const blind = outcome?.baseline
    ? countVotes(listCastVotes(outcome.baseline).filter(([by]) => seats.has(by)))
    : countVotes(listFirstVotes(stands, electors));
  const voted = outcome?.tallies.at(-1)?.votes.map(({ by, option }) => [by, option] as const);
  const last = new Map(voted ?? listLastVotes(stands, electors));
  const reverted = new Set(
    (outcome?.changes ?? [])
      .filter(({ standing }) => standing === "reverted")
      .map(({ by, from, to }) => `${by} ${from} ${to}`),
  );
  const counts = flips.filter(({ by, from, to }) => !reverted.has(`${by} ${from} ${to}`));
  const audited = new Map(
    [...last].map(([by, option]) => [by, findSupportedPosition(by, option, counts)]),
  );
  const tallies = {
    blind,
    final: countVotes([...last]),
    audited: countVotes([...audited]),
    judge: outcome?.judge ?? null,
  };
  return { ...tallies, ...describeTallies(tallies) };
}

/** K4: the last stand of seats that were absent once and are not among those whose votes were counted at the end. */
export function listAbsentVotes(
  events: readonly Event[],
  stands: readonly StatedPosition[],
): [by: string, option: string][] {
  const outcome = findSettlement(events)?.outcome;
  const counted = outcome?.tallies.at(-1)?.votes.map(({ by }) => by) ?? [];
  const absent = new Set(outcome?.absences.map(({ by }) => by));
  if (counted.length === 0 || absent.size === 0) return [];
  const last = new Map(stands.map(({ by, position }) => [by, position]));
  return [...last].filter(([by]) => absent.has(by) && !counted.includes(by));
}

export function countVotes(votes: readonly (readonly [by: string, option: string])[]): VoteCount {
  const voters = new Map<string, string[]>();
  for (const [by, option] of votes) voters.set(option, [...(voters.get(option) ?? []), by]);
  const ranked = [...voters].sort(
    ([a, forA], [b, forB]) => forB.length - forA.length || (a < b ? -1 : 1),
  );
  const [first, second] = ranked;
  const margin = (first?.[1].length ?? 0) - (second?.[1].length ?? 0);
  return {
    distribution: Object.fromEntries(ranked),
    cast: votes.length,
    leader: margin > 0 ? (first?.[0] ?? null) : null,
    margin,
  };
}

/** Who votes: those the protocol counted; otherwise those who answered blind; otherwise all who took a position. */
function listElectors(
  outcome: Outcome | null,
  stands: readonly StatedPosition[],
): ReadonlySet<string> {
  const voters = outcome?.tallies.at(-1)?.votes.map(({ by }) => by) ?? [];
  if (voters.length > 0) return new Set(voters);
  const first = Object.values(outcome?.baseline?.distribution ?? {}).flat();
  if (first.length > 0) return new Set(first);
  return new Set(stands.map(({ by }) => by));
}

/** Who voted for what, as pairs of seat and option. */
export function listCastVotes({
  distribution,
}: Pick<VoteCount, "distribution">): [string, string][] {
  return Object.entries(distribution).flatMap(([option, voters]) =>
    voters.map((by): [string, string] => [by, option]),
  );
}

function listFirstVotes(
  stands: readonly StatedPosition[],
  electors: ReadonlySet<string>,
): [string, string][] {
  const first = new Map<string, string>();
  for (const { by, position } of stands) {
    if (electors.has(by) && !first.has(by)) first.set(by, position);
  }
  return [...first];
}

function listLastVotes(
  stands: readonly StatedPosition[],
  electors: ReadonlySet<string>,
): [string, string][] {
  const last = new Map<string, string>();
  for (const { by, position } of stands) if (electors.has(by)) last.set(by, position);
  return [...last];
}

/** The last position of its own that something supports: changes that nothing supports are walked back. */
function findSupportedPosition(by: string, option: string, flips: readonly PositionFlip[]): string {
  const own = flips.filter((flip) => flip.by === by);
  let held = option;
  for (const { from, to, class: kind } of own.toReversed()) {
    if (to !== held) continue;
    if (kind !== "capitulated") return held;
    held = from;
  }
  return held;
}

function describeTallies({
  blind,
  final,
  audited,
  judge,
}: Pick<VoteTallies, "blind" | "final" | "audited" | "judge">): Pick<
  VoteTallies,
  "agree" | "sentence"
> {
  const leaders = [blind.leader, final.leader, audited.leader, ...(judge ? [judge.choice] : [])];
  const agree = new Set(leaders).size === 1 && leaders[0] !== null;
  const parts = [
    `Before discussion: ${formatVoteCount(blind)}`,
    `after: ${formatVoteCount(final)}`,
    `without unsupported changes: ${formatVoteCount(audited)}`,
    ...(judge
      ? [`judge: ${judge.choice ?? "unresolved"}${judge.consistent ? "" : " (orders differ)"}`]
      : []),
  ];
  return { agree, sentence: `${parts.join("; ")}.` };
}

/** "3 to 2 for B", "2 to 2, a tie", "nobody". */
export function formatVoteCount({ distribution, leader, cast }: VoteCount): string {
  if (cast === 0) return "no vote";
  // numeric ids come first in an object, however few votes they have
  const [first = 0, ...others] = Object.values(distribution)
    .map(({ length }) => length)
    .toSorted((a, b) => b - a);
  if (others.length === 0) return `${first} of ${cast} for ${leader ?? ""}`;
  const split = [first, ...others].join(" to ");
  return leader === null ? `${split}, a tie` : `${split} for ${leader}`;
}
