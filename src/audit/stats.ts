/** What all debates of a project say together: how often debating changed anything, and at what price (K18). */
import { accountsOf } from "../domain/accounts.ts";
import { type Event, opening, settlement } from "../domain/event.ts";
import { isDegraded } from "../domain/outcome.ts";
import { auditOf } from "./audit.ts";
import type { Label } from "./label.ts";
import { type Interval, wilson } from "./statistics/intervals.ts";

export type Verdict = "right" | "wrong" | "partial";

/** One ended debate, as far as counting goes. */
export interface Case {
  readonly id: string;
  readonly protocol: string;
  /** Model families at the table, such as "anthropic 2, openai 1". */
  readonly panel: string;
  readonly label: Label | null;
  readonly contested: boolean;
  readonly failed: boolean;
  readonly degraded: boolean;
  /** The final vote leads elsewhere than the blind one. */
  readonly changed: boolean;
  /** It would not without changes that nothing supports. */
  readonly hollow: boolean;
  readonly flips: number;
  readonly capitulations: number;
  readonly calls: number;
  readonly costUsd: number;
  readonly extraCalls: number;
  readonly extraUsd: number;
  readonly extraMs: number;
  readonly verdict: Verdict | null;
  /** Seat to what it held at the end. */
  readonly votes: Readonly<Record<string, string>>;
  readonly choice: string | null;
}

/** Undefined while a debate has not ended. */
export function caseOf(events: readonly Event[]): Case | undefined {
  const outcome = settlement(events)?.outcome;
  if (!outcome) return undefined;
  const { debate, protocol } = opening(events);
  const audit = auditOf(events);
  const { tallies, independence, flips, value } = audit;
  const accounts = accountsOf(events);
  const judged = events.findLast(({ fact }) => fact.type === "decision-judged")?.fact;
  return {
    id: debate,
    protocol,
    panel: Object.entries(independence.families)
      .map(([family, { length }]) => `${family} ${length}`)
      .sort()
      .join(", "),
    label: audit.label,
    contested: outcome.ending === "open" && !outcome.nobodyJudged,
    failed: outcome.ending === "failed",
    degraded: isDegraded(outcome),
    changed: value.changed,
    hollow: tallies.final.leader !== tallies.audited.leader,
    flips: flips.length,
    capitulations: flips.filter((flip) => flip.class === "capitulated").length,
    calls: accounts.calls,
    costUsd: accounts.costUsd,
    extraCalls: value.extra.calls,
    extraUsd: value.extra.costUsd,
    extraMs: value.extra.wallMs,
    verdict: judged?.type === "decision-judged" ? judged.verdict : null,
    votes: Object.fromEntries(
      Object.entries(tallies.final.distribution).flatMap(([option, voters]) =>
        voters.map((by) => [by, option]),
      ),
    ),
    choice: tallies.final.leader,
  };
}

export interface Rate {
  readonly count: number;
  readonly of: number;
  readonly interval: Interval;
}

export interface Group {
  /** "all", a protocol, or a panel. */
  readonly name: string;
  readonly debates: number;
  readonly changed: Rate;
  readonly hollow: Rate;
  readonly contested: Rate;
  readonly degraded: Rate;
  /** Of all changes of mind. */
  readonly capitulated: Rate;
  readonly calls: number;
  readonly costUsd: number;
  /** Per debate, on top of the blind vote. */
  readonly extraCalls: number;
  readonly extraUsd: number;
  readonly extraMs: number;
}

export interface Stats {
  readonly all: Group;
  readonly byProtocol: readonly Group[];
  readonly byPanel: readonly Group[];
}

export function statsOf(cases: readonly Case[]): Stats {
  return {
    all: groupOf("all", cases),
    byProtocol: grouped(cases, ({ protocol }) => protocol),
    byPanel: grouped(cases, ({ panel }) => panel),
  };
}

function grouped(cases: readonly Case[], nameOf: (one: Case) => string): Group[] {
  const groups = Map.groupBy(cases, nameOf);
  return [...groups]
    .map(([name, members]) => groupOf(name, members))
    .sort((a, b) => b.debates - a.debates || (a.name < b.name ? -1 : 1));
}

function groupOf(name: string, cases: readonly Case[]): Group {
  const count = (holds: (one: Case) => boolean): Rate =>
    rateOf(cases.filter(holds).length, cases.length);
  const sum = (of: (one: Case) => number): number =>
    cases.reduce((total, one) => total + of(one), 0);
  const mean = (of: (one: Case) => number): number =>
    cases.length === 0 ? 0 : sum(of) / cases.length;
  return {
    name,
    debates: cases.length,
    changed: count(({ changed }) => changed),
    hollow: count(({ hollow }) => hollow),
    contested: count(({ contested }) => contested),
    degraded: count(({ degraded }) => degraded),
    capitulated: rateOf(
      sum(({ capitulations }) => capitulations),
      sum(({ flips }) => flips),
    ),
    calls: sum(({ calls }) => calls),
    costUsd: sum(({ costUsd }) => costUsd),
    extraCalls: mean(({ extraCalls }) => extraCalls),
    extraUsd: mean(({ extraUsd }) => extraUsd),
    extraMs: mean(({ extraMs }) => extraMs),
  };
}

export function rateOf(count: number, of: number): Rate {
  return { count, of, interval: wilson(count, of) };
}
