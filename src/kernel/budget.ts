/**
 * Limits of a debate (K12): the worst case of a call is reserved before it starts, and what was really
 * used replaces it afterwards. What was spent before a restart is read from the journal.
 */
import type { Clock } from "../clock.ts";
import { accountsOf } from "../domain/accounts.ts";
import type { Event, Limits, Usage } from "../domain/event.ts";
import type { WorstCase } from "../model.ts";

export type Reservation =
  | { readonly granted: true; settle(used: Usage): void }
  | { readonly granted: false; readonly limit: string };

export interface Budget {
  reserve(worst: WorstCase): Reservation;
}

export function budgetOf(limits: Limits, events: readonly Event[], clock: Clock): Budget {
  const spent = accountsOf(events);
  let calls = spent.calls;
  let tokens = spent.inputTokens + spent.outputTokens;
  let usd = spent.costUsd;
  const heldBeforeMs = activeMs(events);
  const startedMs = clock.nowMs();

  return {
    reserve(worst) {
      const wallMs = heldBeforeMs + clock.nowMs() - startedMs;
      const limit =
        over("calls", calls + 1, limits.calls) ??
        over("tokens", tokens + worst.tokens, limits.tokens) ??
        over("usd", usd + worst.usd, limits.usd) ??
        over("wall time in ms", wallMs, limits.wallMs);
      if (limit !== undefined) return { granted: false, limit };
      calls += 1;
      tokens += worst.tokens;
      usd += worst.usd;
      return {
        granted: true,
        settle(used) {
          tokens += used.inputTokens + used.outputTokens - worst.tokens;
          usd += used.costUsd - worst.usd;
        },
      };
    },
  };
}

function over(what: string, wanted: number, limit: number | null): string | undefined {
  if (limit === null || wanted <= limit) return undefined;
  return `${what}: the next call could reach ${rounded(wanted)} of ${rounded(limit)}`;
}

function rounded(amount: number): string {
  return String(Math.round(amount * 10_000) / 10_000);
}

/** Time during which a process was holding the debate; sleeping for days costs nothing. */
function activeMs(events: readonly Event[]): number {
  let total = 0;
  let sinceMs: number | undefined;
  for (const [index, { fact, atMs }] of events.entries()) {
    if (fact.type === "debate-opened" || fact.type === "debate-resumed") {
      const lastMs = events[index - 1]?.atMs;
      if (sinceMs !== undefined && lastMs !== undefined) total += lastMs - sinceMs;
      sinceMs = atMs;
    } else if (fact.type === "debate-paused" && sinceMs !== undefined) {
      total += atMs - sinceMs;
      sinceMs = undefined;
    }
  }
  const lastMs = events.at(-1)?.atMs;
  return sinceMs === undefined || lastMs === undefined ? total : total + lastMs - sinceMs;
}
