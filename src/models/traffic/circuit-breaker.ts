/**
 * Stops calling a provider that keeps failing, for all debates of the process.
 *
 * TC1. After a number of failures in a row, over all calls, no call goes out for some time.
 * TC2. Then one call tests the provider; its result decides for the others.
 * TC3. A cancelled call says nothing about the provider.
 */
import type { Clock } from "../../clock.ts";
import { ModelError } from "../../model.ts";

/** What a call's end says about the provider: it works, it does not, or neither. */
export type ProviderHealth = "healthy" | "unhealthy" | "unknown";

export interface CircuitPolicy {
  readonly failures: number;
  readonly openForMs: number;
}

// three seats with three tries each fit before it opens: one bad minute costs no more than its own round
export const DEFAULT_CIRCUIT_POLICY: CircuitPolicy = { failures: 10, openForMs: 30_000 };

export interface CircuitBreaker {
  /** Throws while the provider is left alone. */
  check(): void;
  /** Throws, or lets the call through and returns how to report its end. */
  begin(): (verdict: ProviderHealth, why: string) => void;
}

export function createCircuitBreaker(
  provider: string,
  { failures: most, openForMs }: CircuitPolicy,
  clock: Clock,
): CircuitBreaker {
  let failures = 0;
  let openUntilMs: number | null = null;
  let probing = false;
  let lastWhy = "";

  const check = (): void => {
    if (openUntilMs === null) return;
    if (clock.nowMs() >= openUntilMs && !probing) return;
    const again = probing
      ? "it is being tried by another call"
      : `it is not asked again until ${formatWaitTime(openUntilMs)}`;
    throw new ModelError(
      "unavailable",
      `${provider} failed ${failures} times in a row, and ${again}; the last time: ${lastWhy}`,
    );
  };

  return {
    check,
    begin() {
      check();
      const probe = openUntilMs !== null;
      probing ||= probe;
      return (verdict, why) => {
        if (probe) probing = false;
        if (verdict === "unknown") return;
        if (verdict === "healthy") {
          failures = 0;
          openUntilMs = null;
          return;
        }
        failures += 1;
        lastWhy = why;
        const opens = probe || (openUntilMs === null && failures >= most);
        if (opens) openUntilMs = clock.nowMs() + openForMs;
      };
    },
  };
}

function formatWaitTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(11, 19)} UTC`;
}
