/** Formats the status of a running debate in one line: who supports what, and what it has used. */
import { computeAccounts, type DebateAccounts } from "../../domain/journal/accounts.ts";
import { computeActiveMs } from "../../domain/journal/active-time.ts";
import { readCurrentLimits } from "../../domain/journal/current-limits.ts";
import { type Event, readOpening } from "../../domain/journal/event.ts";
import { splitPriceNotices } from "../../domain/journal/price-notices.ts";
import {
  resolveCountedPosition,
  type DecisionRule,
} from "../../domain/outcome/possible-endings.ts";
import { decidingUnder, type Protocol } from "../../protocol.ts";
import { formatCostLine, formatWallTime, formatDollars } from "../../reports/summary-text.ts";
import { formatCount } from "../../text/plain-text.ts";
import { buildDebateTimeline } from "../../timeline/build-timeline.ts";
import { computeSnapshotAt } from "../../timeline/snapshot/snapshot.ts";
import { sanitizeForTerminal, type TerminalStyle } from "../terminal/terminal-style.ts";

export interface StatusLineOptions {
  readonly style: TerminalStyle;
  readonly nowMs: number;
  readonly protocols: readonly Protocol[];
}

export function formatStatusLine(
  events: readonly Event[],
  { style, nowMs, protocols }: StatusLineOptions,
): string {
  const { brief, participants } = readOpening(events);
  const held = countHeldPositions(events, findDebateRules(events, protocols).deciding);
  const counts = brief.options.flatMap(({ id }, index) => {
    const count = [...held.values()].filter((option) => option === id).length;
    return count === 0 ? [] : [`${style.option(index, id)} ${count} of ${participants.length}`];
  });
  const taken = listUsedAndLeft(events, nowMs).join("   ");
  return `${counts.length === 0 ? "no votes yet" : counts.join("   ")}   ${style.dim(taken)}`;
}

/** K12: what a debate has used, and what is left of each limit that it has. */
function listUsedAndLeft(events: readonly Event[], nowMs: number): string[] {
  const accounts = computeAccounts(events);
  const hasPrice = isPriceKnown(events, accounts);
  const { calls, usd, wallMs } = readCurrentLimits(events);
  const activeMs = computeActiveMs(events) + Math.max(0, nowMs - (events.at(-1)?.atMs ?? nowMs));
  const left = (limit: number | null, used: number, format: (rest: number) => string): string =>
    limit === null ? "" : `, ${format(Math.max(0, limit - used))} left`;
  return [
    `${formatCount(accounts.calls, "call")}${left(calls, accounts.calls, String)}`,
    // that it is unknown was said before the run
    ...(hasPrice
      ? [`${formatCostLine(accounts)}${left(usd, accounts.costUsd, formatDollars)}`]
      : []),
    `${formatWallTime(activeMs)}${left(wallMs, activeMs, formatWallTime)}`,
  ];
}

/** K14: no amount is shown while only models without a known price were asked. */
function isPriceKnown(events: readonly Event[], { calls, unpriced }: DebateAccounts): boolean {
  const { notices } = readOpening(events);
  return calls > 0 ? unpriced < calls : splitPriceNotices(notices).unpriced.length === 0;
}

/** The votes that count: a vote that was reverted counts where it went, as in the outcome. */
function countHeldPositions(
  events: readonly Event[],
  deciding: DecisionRule | null,
): Map<string, string> {
  const held = new Map<string, string>();
  for (const { fact } of events) {
    if (fact.type !== "reply-recorded" || !fact.said?.position) continue;
    const taken = { position: fact.said.position, unmet: fact.unmet };
    held.set(fact.by, resolveCountedPosition(taken, held.get(fact.by), deciding));
  }
  return held;
}

function findDebateRules(events: readonly Event[], protocols: readonly Protocol[]) {
  const { protocol: id, settings } = readOpening(events);
  const protocol = protocols.find((one) => one.id === id);
  return { id, titles: protocol?.titles ?? {}, deciding: decidingUnder(protocol, settings) };
}

/** What can still come of it, where the protocol says what its outcome turns on; the same sentence as on the page. */
export function formatEndingLines(
  events: readonly Event[],
  protocols: readonly Protocol[],
): string[] {
  const known = ENDING_LINES_CACHE.get(events);
  if (known?.count === events.length) return [...known.lines];
  const debateTimeline = buildDebateTimeline(events, findDebateRules(events, protocols));
  const sentence = computeSnapshotAt(debateTimeline, debateTimeline.last).endings;
  const lines = sentence === null ? [] : [sanitizeForTerminal(sentence)];
  ENDING_LINES_CACHE.set(events, { count: events.length, lines });
  return lines;
}

// a live display asks many times a second, and the journal has mostly not grown
const ENDING_LINES_CACHE = new WeakMap<
  readonly Event[],
  { count: number; lines: readonly string[] }
>();
