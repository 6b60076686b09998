/** What a debate was worth, measured from its own journal: one reading for terminal, reports, page and `verify`. */
import { type Accounts, accountsOf } from "../domain/accounts.ts";
import { type Event, opening, settlement } from "../domain/event.ts";
import type { Json } from "../domain/json.ts";
import { isDegraded } from "../domain/outcome.ts";
import { type Fidelity, fidelityOf } from "./fidelity.ts";
import { type Flip, flipsIn } from "./flips.ts";
import { type Independence, independenceOf } from "./independence.ts";
import { type Label, labelOf, type LikeCases } from "./label.ts";
import { type Entry, type Ledger, ledgerOf } from "./ledger.ts";
import { type Robustness, robustnessOf } from "./robustness.ts";
import { heardIn, type Stand } from "./stands.ts";
import { talliesOf, type Tallies } from "./tallies.ts";

export interface Audit {
  readonly label: Label | null;
  /** The rule that decided the label. */
  readonly rule: string;
  readonly caps: readonly string[];
  /** What became of decisions of this label; null while too few were judged. Not of this journal. */
  readonly likeCases: LikeCases | null;
  readonly tallies: Tallies;
  readonly flips: readonly Flip[];
  readonly ledger: Ledger;
  /** Proven attacks on what carried that nobody answered: claim ids. */
  readonly unanswered: readonly string[];
  readonly independence: Independence;
  readonly robustness: Robustness;
  readonly fidelity: Fidelity | null;
  readonly value: Value;
}

/** K18: what debating added to voting, and what it took. */
export interface Value {
  readonly blindChoice: string | null;
  readonly finalChoice: string | null;
  readonly changed: boolean;
  /** Everything after the blind round. */
  readonly extra: Accounts["afterBlind"];
}

export interface AuditSetting {
  /** Texts of what was published, where they are at hand. */
  readonly documents?: readonly string[];
  /** Correlation of errors measured on labelled debates. */
  readonly measured?: number;
  /** By label, from the judged decisions of a project. */
  readonly judged?: Readonly<Record<Label, LikeCases>> | null;
}

export function auditOf(events: readonly Event[], setting: AuditSetting = {}): Audit {
  const heard = heardIn(events);
  const outcome = settlement(events)?.outcome ?? null;
  const flips = flipsIn(heard);
  const ledger = ledgerOf(events, heard);
  const tallies = talliesOf(events, heard.stands, flips);
  const electors = Object.values(tallies.final.distribution).flat();
  const independence = independenceOf(events, {
    electors,
    first: Object.keys(tallies.blind.distribution).length,
    ...(setting.measured !== undefined && { measured: setting.measured }),
  });
  const unanswered = unansweredAttacks(ledger.entries, tallies.final.leader, heard.stands);
  const names = new Map(opening(events).participants.map(({ id, name }) => [id, name]));
  const capitulations = flips.filter((flip) => flip.class === "capitulated").length;
  const labelled = labelOf({
    judged: outcome?.nobodyJudged !== true,
    tallies,
    unanswered: unanswered.length,
    flips: flips.length,
    capitulations,
    families: Object.keys(independence.families).length,
    effectiveVotes: independence.effectiveVotes,
    whole: outcome !== null && !isDegraded(outcome),
  });
  return {
    ...labelled,
    likeCases: likeCasesOf(labelled.label, setting),
    tallies,
    flips,
    ledger,
    unanswered: unanswered.map(({ claim }) => claim.id),
    independence,
    robustness: robustnessOf({
      heard,
      outcome,
      final: tallies.final,
      families: independence.families,
      sources: ledger.sources.filter(({ quotes }) => quotes > 0).map(({ id }) => id),
      nameOf: (seat) => names.get(seat) ?? seat,
      auditedWith: (changed) => talliesOf(events, heard.stands, changed).audited,
    }),
    fidelity:
      outcome &&
      fidelityOf({
        outcome,
        entries: ledger.entries,
        positions: Object.keys(tallies.final.distribution),
        unanswered,
        documents: setting.documents ?? [],
        saidBy: wordsBy(events, new Set(outcome.dissents.map(({ by }) => by))),
      }),
    value: valueOf(events, tallies),
  };
}

function valueOf(events: readonly Event[], { blind, final }: Tallies): Value {
  const baseline = settlement(events)?.outcome.baseline;
  // where nobody votes, the protocol itself knows whether its first state changed
  const changed = final.cast === 0 ? (baseline?.changed ?? false) : blind.leader !== final.leader;
  const { afterBlind: extra } = accountsOf(events);
  return { blindChoice: blind.leader, finalChoice: final.leader, changed, extra };
}

function likeCasesOf(label: Label | null, { judged }: AuditSetting): LikeCases | null {
  const known = label === null ? undefined : judged?.[label];
  return known && known.of > 0 ? { count: known.count, of: known.of } : null;
}

/** Against the winner, or against a claim for it; proven; and nobody who stands for it said a word about it. */
function unansweredAttacks(
  entries: readonly Entry[],
  winner: string | null,
  stands: readonly Stand[],
): Entry[] {
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
function wordsBy(events: readonly Event[], speakers: ReadonlySet<string>): Map<string, string[]> {
  const words = new Map<string, string[]>();
  for (const { fact } of events) {
    if (fact.type !== "reply-recorded" || !speakers.has(fact.by)) continue;
    const own = words.get(fact.by) ?? [];
    own.push(...stringsIn(fact.reply));
    words.set(fact.by, own);
  }
  return words;
}

function stringsIn(value: Json): string[] {
  if (typeof value === "string") return [value];
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap(stringsIn);
}
