/** K18: what all debates of a project show together: how often debating changed anything, and at what cost. */
import { computeAccounts } from "../domain/journal/accounts.ts";
import { type Event, readOpening, findSettlement } from "../domain/journal/event.ts";
import { isDegradedOutcome } from "../domain/outcome/outcome.ts";
import { playsRecordedReplies } from "../domain/recorded-replies.ts";
import { computeAudit } from "./audit.ts";
import type { OutcomeStrength } from "./measures/outcome-strength.ts";
import { type ConfidenceInterval, computeWilsonInterval } from "./statistics/statistics.ts";

export type JudgedVerdict = "right" | "wrong" | "partial";

/** Raise it when a case would say something else of the same journal: cases that were kept are computed again. */
export const CASE_RULES = 1;

/** One ended debate, as far as counting goes. */
export interface DebateCase {
  readonly id: string;
  readonly protocol: string;
  /** Model families at the table, such as "anthropic 2, openai 1". */
  readonly panel: string;
  readonly strength: OutcomeStrength;
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
  readonly verdict: JudgedVerdict | null;
  /** Seat to its final position. */
  readonly votes: Readonly<Record<string, string>>;
  readonly choice: string | null;
}

/** Undefined while a debate has not ended, and for recorded replies: they say nothing about this project. */
export function createDebateCase(events: readonly Event[]): DebateCase | undefined {
  const outcome = findSettlement(events)?.outcome;
  if (!outcome || playsRecordedReplies(events)) return undefined;
  const { debate, protocol } = readOpening(events);
  const audit = computeAudit(events);
  const { tallies, independence, flips, value } = audit;
  const accounts = computeAccounts(events);
  const judged = events.findLast(({ fact }) => fact.type === "decision-judged")?.fact;
  return {
    id: debate,
    protocol,
    panel: Object.entries(independence.families)
      .map(([family, { length }]) => `${family} ${length}`)
      .sort()
      .join(", "),
    strength: audit.strength,
    contested: outcome.ending === "open" && !outcome.nobodyJudged,
    failed: outcome.ending === "failed",
    degraded: isDegradedOutcome(outcome),
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

export interface CaseRate {
  readonly count: number;
  readonly of: number;
  readonly interval: ConfidenceInterval;
}

export interface CaseGroup {
  /** "all", a protocol, or a panel. */
  readonly name: string;
  readonly debates: number;
  readonly changed: CaseRate;
  readonly hollow: CaseRate;
  readonly contested: CaseRate;
  readonly degraded: CaseRate;
  /** Of all changes of mind. */
  readonly capitulated: CaseRate;
  readonly calls: number;
  readonly costUsd: number;
  /** Per debate, on top of the blind vote. */
  readonly extraCalls: number;
  readonly extraUsd: number;
  readonly extraMs: number;
}

export interface ProjectStats {
  readonly all: CaseGroup;
  readonly byProtocol: readonly CaseGroup[];
  readonly byPanel: readonly CaseGroup[];
}

export function computeProjectStats(cases: readonly DebateCase[]): ProjectStats {
  return {
    all: summarizeCaseGroup("all", cases),
    byProtocol: groupCases(cases, ({ protocol }) => protocol),
    byPanel: groupCases(cases, ({ panel }) => panel),
  };
}

function groupCases(
  cases: readonly DebateCase[],
  getGroupName: (one: DebateCase) => string,
): CaseGroup[] {
  const groups = Map.groupBy(cases, getGroupName);
  return [...groups]
    .map(([name, members]) => summarizeCaseGroup(name, members))
    .sort((a, b) => b.debates - a.debates || (a.name < b.name ? -1 : 1));
}

function summarizeCaseGroup(name: string, cases: readonly DebateCase[]): CaseGroup {
  const count = (holds: (one: DebateCase) => boolean): CaseRate =>
    computeCaseRate(cases.filter(holds).length, cases.length);
  const sum = (of: (one: DebateCase) => number): number =>
    cases.reduce((total, one) => total + of(one), 0);
  const mean = (of: (one: DebateCase) => number): number =>
    cases.length === 0 ? 0 : sum(of) / cases.length;
  return {
    name,
    debates: cases.length,
    changed: count(({ changed }) => changed),
    hollow: count(({ hollow }) => hollow),
    contested: count(({ contested }) => contested),
    degraded: count(({ degraded }) => degraded),
    capitulated: computeCaseRate(
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

export function computeCaseRate(count: number, of: number): CaseRate {
  return { count, of, interval: computeWilsonInterval(count, of) };
}
