/**
 * K12: the limits of a debate. A call reserves its worst case before it starts; what it really used replaces that
 * afterwards. After a restart, the journal says what was spent before.
 */
import type { Clock } from "../clock.ts";
import { computeAccounts } from "../domain/journal/accounts.ts";
import { computeActiveMs } from "../domain/journal/active-time.ts";
import type { Event, Limits, Usage } from "../domain/journal/event.ts";
import type { WorstCase } from "../model.ts";

export type CallReservation =
  | { readonly granted: true; settle(used: Usage): void }
  | { readonly granted: false; readonly limit: string };

export interface Budget {
  reserve(worst: WorstCase): CallReservation;
}

export function createBudget(limits: Limits, events: readonly Event[], clock: Clock): Budget {
  const spent = computeAccounts(events);
  let calls = spent.calls;
  let tokens = spent.inputTokens + spent.outputTokens;
  let usd = spent.costUsd;
  const heldBeforeMs = computeActiveMs(events);
  const startedMs = clock.nowMs();

  return {
    reserve({ tokens: mostTokens, usd: mostUsd }) {
      const worst = { tokens: mostTokens, usd: mostUsd ?? 0 };
      if (mostUsd === null && limits.usd !== null && limits.unpriced !== true) {
        return { granted: false, limit: "usd: nobody knows what the next call costs" };
      }
      const wallMs = heldBeforeMs + clock.nowMs() - startedMs;
      const limit =
        describeExceededLimit("calls", calls + 1, limits.calls) ??
        describeExceededLimit("tokens", tokens + worst.tokens, limits.tokens) ??
        describeExceededLimit("usd", usd + worst.usd, limits.usd) ??
        describeExceededLimit("wall time in ms", wallMs, limits.wallMs);
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

// ten cents three times are a little more than thirty cents in binary
const ROUNDING = 1e-9;

function describeExceededLimit(
  what: string,
  wanted: number,
  limit: number | null,
): string | undefined {
  if (limit === null || wanted <= limit + ROUNDING) return undefined;
  return `${what}: the next call could reach ${formatAmount(wanted)} of ${formatAmount(limit)}`;
}

function formatAmount(amount: number): string {
  return String(Math.round(amount * 10_000) / 10_000);
}
