/** Whether and when a failed request is retried: a bounded number of times, and never sooner than the provider asks. */
import { hash } from "node:crypto";

export interface RetryPolicy {
  /** Beyond the first. */
  readonly extraTries: number;
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
  /** Asked to wait for longer than this, a call is given up instead. */
  readonly longestRetryAfterMs: number;
}

export const DEFAULT_RETRY_POLICY: RetryPolicy = {
  extraTries: 2,
  firstDelayMs: 1_000,
  longestDelayMs: 20_000,
  longestRetryAfterMs: 60_000,
};

export interface FailedTry {
  /** How many tries have failed. */
  readonly failed: number;
  /** What the provider asked for, in its Retry-After. */
  readonly retryAfterMs: number | null;
  /** Spreads the delays of parallel calls, and is the same on every run. */
  readonly key: string;
}

/** Null: it is not worth another try. */
export function computeRetryDelay(
  policy: RetryPolicy,
  { failed, retryAfterMs, key }: FailedTry,
): number | null {
  if (failed > policy.extraTries) return null;
  if (retryAfterMs !== null) {
    return retryAfterMs <= policy.longestRetryAfterMs ? retryAfterMs : null;
  }
  const longest = Math.min(policy.longestDelayMs, policy.firstDelayMs * 2 ** (failed - 1));
  return Math.round(longest * (0.5 + hashToUnitInterval(`${key}#${failed}`) / 2));
}

/** Seconds, a date, or milliseconds in the header that some vendors send beside it; null where none is meant. */
export function parseRetryAfter(
  headers: Readonly<Record<string, string>> | undefined,
  nowMs: number,
): number | null {
  const precise = headers?.["retry-after-ms"]?.trim() ?? "";
  if (/^\d+(?:\.\d+)?$/.test(precise)) return Math.ceil(Number(precise));
  const given = headers?.["retry-after"]?.trim() ?? "";
  if (/^\d+(?:\.\d+)?$/.test(given)) return Math.ceil(Number(given) * 1_000);
  // a date has the name of its month; Date.parse would take other things for one too
  const dateMs = /[a-z]{3}/i.test(given) ? Date.parse(given) : Number.NaN;
  return Number.isNaN(dateMs) ? null : Math.max(0, dateMs - nowMs);
}

/** From 0 to 1, evenly, by the letters of the key. */
function hashToUnitInterval(key: string): number {
  return Number.parseInt(hash("sha256", key).slice(0, 8), 16) / 0xffff_ffff;
}
