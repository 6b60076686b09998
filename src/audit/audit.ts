/** Measures how good a debate was, from its journal alone: one audit for terminal, reports, page and `verify`. */
import { type DebateAccounts, computeAccounts } from "../domain/journal/accounts.ts";
import { type Event, readOpening, findSettlement } from "../domain/journal/event.ts";
import type { Json } from "../domain/json.ts";
import { isDegradedOutcome } from "../domain/outcome/outcome.ts";
import { type LedgerEntry, type ClaimLedger, buildClaimLedger } from "./measures/claim-ledger.ts";
import { readDebateExposure, type StatedPosition } from "./measures/debate-exposure.ts";
import { type DissentFidelity, computeDissentFidelity } from "./measures/dissent-fidelity.ts";
import { type OutcomeRobustness, computeOutcomeRobustness } from "./measures/outcome-robustness.ts";
import {
  type OutcomeStrength,
  decideOutcomeStrength,
  type LikeCases,
} from "./measures/outcome-strength.ts";
import { type PositionFlip, findPositionFlips } from "./measures/position-flips.ts";
import { type VoteIndependence, computeVoteIndependence } from "./measures/vote-independence.ts";
import { computeVoteTallies, listAbsentVotes, type VoteTallies } from "./measures/vote-tallies.ts";

export interface Audit {
  readonly strength: OutcomeStrength;
  /** The one that decided comes first. */
  readonly reasons: readonly string[];
  /** How decisions of this strength turned out; null while too few were judged. Not from this journal. */
  readonly likeCases: LikeCases | null;
  readonly tallies: VoteTallies;
  readonly flips: readonly PositionFlip[];
  readonly ledger: ClaimLedger;
  /** Quoted attacks on what carried that nobody answered: claim ids. */
  readonly unanswered: readonly string[];
  readonly independence: VoteIndependence;
  readonly robustness: OutcomeRobustness;
  readonly fidelity: DissentFidelity | null;
  readonly value: DebateValue;
}

/** K18: what debating added to voting, and what it took. */
export interface DebateValue {
  readonly blindChoice: string | null;
  readonly finalChoice: string | null;
  readonly changed: boolean;
  /** Everything after the blind round. */
  readonly extra: DebateAccounts["afterBlind"];
}

export interface AuditOptions {
  /** Texts of what was published, if available. */
  readonly documents?: readonly string[];
  /** Correlation of errors measured on labelled debates. */
  readonly measured?: number;
  /** By strength, from the judged decisions of a project. */
  readonly judged?: Readonly<Record<OutcomeStrength, LikeCases>> | null;
}

export function computeAudit(events: readonly Event[], setting: AuditOptions = {}): Audit {
  const heard = readDebateExposure(events);
  const outcome = findSettlement(events)?.outcome ?? null;
  const flips = findPositionFlips(heard, { changes: outcome?.changes ?? [] });
  const ledger = buildClaimLedger(events, heard);
  const tallies = computeVoteTallies(events, heard.stands, flips);
  const electors = Object.values(tallies.final.distribution).flat();
  const independence = computeVoteIndependence(events, {
    electors,
    first: Object.keys(tallies.blind.distribution).length,
    ...(setting.measured !== undefined && { measured: setting.measured }),
  });
  const unanswered = findUnansweredAttacks(ledger.entries, tallies.final.leader, heard.stands);
  const names = new Map(readOpening(events).participants.map(({ id, name }) => [id, name]));
  const capitulations = flips.filter((flip) => flip.class === "capitulated").length;
  const found = decideOutcomeStrength({
    judged: outcome?.nobodyJudged !== true,
    tallies,
    absentVotes: listAbsentVotes(events, heard.stands),
    unanswered: unanswered.length,
    flips: flips.length,
    capitulations,
    families: Object.keys(independence.families).length,
    effectiveVotes: independence.effectiveVotes,
    whole: outcome !== null && !isDegradedOutcome(outcome),
    ending: outcome?.ending ?? null,
    unsettled: outcome?.unsettled?.because,
    confidence: outcome?.confidence ?? null,
  });
  return {
    ...found,
    likeCases: findLikeCases(found.strength, setting),
    tallies,
    flips,
    ledger,
    unanswered: unanswered.map(({ claim }) => claim.id),
    independence,
    robustness: computeOutcomeRobustness({
      heard,
      outcome,
      final: tallies.final,
      families: independence.families,
      sources: ledger.sources.filter(({ quotes }) => quotes > 0).map(({ id }) => id),
      findName: (seat) => names.get(seat) ?? seat,
      auditedWith: (changed) => computeVoteTallies(events, heard.stands, changed).audited,
    }),
    fidelity:
      outcome &&
      computeDissentFidelity({
        outcome,
        entries: ledger.entries,
        positions: Object.keys(tallies.final.distribution),
        unanswered,
        documents: setting.documents ?? [],
        saidBy: collectWordsBySpeaker(events, new Set(outcome.dissents.map(({ by }) => by))),
      }),
    value: computeDebateValue(events, tallies),
  };
}

function computeDebateValue(events: readonly Event[], { blind, final }: VoteTallies): DebateValue {
  const baseline = findSettlement(events)?.outcome.baseline;
  // where nobody votes, the protocol itself knows whether its first state changed
  const changed = final.cast === 0 ? (baseline?.changed ?? false) : blind.leader !== final.leader;
  const { afterBlind: extra } = computeAccounts(events);
  return { blindChoice: blind.leader, finalChoice: final.leader, changed, extra };
}

/** How decisions of this strength turned out, if known. */
export function findLikeCases(
  strength: OutcomeStrength,
  { judged }: Pick<AuditOptions, "judged">,
): LikeCases | null {
  const known = strength === "none" ? undefined : judged?.[strength];
  return known && known.of > 0 ? { count: known.count, of: known.of } : null;
}

/** A quoted claim against the winner, or against a claim for it, that none of its supporters answered. */
function findUnansweredAttacks(
  entries: readonly LedgerEntry[],
  winner: string | null,
  stands: readonly StatedPosition[],
): LedgerEntry[] {
  if (winner === null) return [];
  const held = new Map(stands.map(({ by, position }) => [by, position]));
  const forWinner = new Set(
    entries
      .filter(({ claim }) => claim.about === winner && claim.side === "supports")
      .map(({ claim }) => claim.id),
  );
  return entries.filter(({ claim, verified, standing }) => {
    if (!verified || standing !== "open" || claim.side !== "attacks") return false;
    if (held.get(claim.by) === winner) return false;
    return claim.about === winner || forWinner.has(claim.about);
  });
}

/** Everything that some participants said, as flat text. */
function collectWordsBySpeaker(
  events: readonly Event[],
  speakers: ReadonlySet<string>,
): Map<string, string[]> {
  const words = new Map<string, string[]>();
  for (const { fact } of events) {
    if (fact.type !== "reply-recorded" || !speakers.has(fact.by)) continue;
    const own = words.get(fact.by) ?? [];
    own.push(...collectStrings(fact.reply));
    words.set(fact.by, own);
  }
  return words;
}

function collectStrings(value: Json): string[] {
  if (typeof value === "string") return [value];
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap(collectStrings);
}
