/** Limits how often each client may do something: a burst, and then a steady rate. */
import type { Clock } from "../../../clock.ts";

export interface RateLimiter {
  /** Takes one and returns 0, or returns how many seconds to wait for the next. */
  take(key: string): number;
  /** The same without taking one. */
  peek(key: string): number;
  /** How many are remembered. */
  size(): number;
}

export interface RateLimiterOptions {
  readonly atOnce: number;
  readonly perMinute: number;
  readonly clock: Clock;
  /** How many are remembered at most; the least recently seen is forgotten first. */
  readonly most?: number;
}

const MOST = 10_000;

export function createRateLimiter({
  atOnce,
  perMinute,
  clock,
  most = MOST,
}: RateLimiterOptions): RateLimiter {
  const perMs = perMinute / 60_000;
  const known = new Map<string, { readonly left: number; readonly atMs: number }>();

  function countLeft(key: string): number {
    const found = known.get(key);
    if (!found) return atOnce;
    // a clock that is set back gives nothing
    const passedMs = Math.max(0, clock.nowMs() - found.atMs);
    return Math.min(atOnce, found.left + passedMs * perMs);
  }

  const waitFor = (left: number): number =>
    left >= 1 ? 0 : Math.max(1, Math.ceil((1 - left) / perMs / 1000));

  return {
    peek: (key) => waitFor(countLeft(key)),
    take(key) {
      const left = countLeft(key);
      const wait = waitFor(left);
      if (wait > 0) return wait;
      // asked last, forgotten last
      known.delete(key);
      known.set(key, { left: left - 1, atMs: clock.nowMs() });
      const [oldest] = known.keys();
      if (known.size > most && oldest !== undefined) known.delete(oldest);
      return 0;
    },
    size: () => known.size,
  };
}

export interface Closable {
  once(event: "close", call: () => void): unknown;
}

/** Counts one more under a key until it closes, and says how many there are now. */
export function countUntilClosed(counts: Map<string, number>, key: string, one: Closable): number {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  one.once("close", () => {
    const left = (counts.get(key) ?? 1) - 1;
    if (left === 0) counts.delete(key);
    else counts.set(key, left);
  });
  return count;
}
