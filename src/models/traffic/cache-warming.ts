/**
 * Prompt caches: if several calls begin with the same long text, one goes first and warms the cache.
 *
 * TW1. The others wait for its first token or its end, and never longer than a set time.
 * TW2. If it ends without a token, the next call goes first instead.
 * TW3. Nobody waits for text that was warmed recently, or for a new part too short to pay off.
 */
import type { Clock } from "../../clock.ts";
import { createStoppedError } from "./abortable-wait.ts";

/** Where a shared part of a prompt ends: a hash of all up to there, and its length. */
export interface CacheBoundary {
  readonly hash: string;
  readonly bytes: number;
}

export interface WarmingPolicy {
  /** Less than about 1,024 tokens no vendor caches. */
  readonly leastBytes: number;
  readonly longestWaitMs: number;
  readonly staysWarmMs: number;
}

export const DEFAULT_WARMING_POLICY: WarmingPolicy = {
  leastBytes: 4_096,
  longestWaitMs: 15_000,
  // vendors keep a prefix for five minutes at least
  staysWarmMs: 240_000,
};

/** How one call tells the others how far it is. */
export interface WarmingTicket {
  /** The first word has come: the prompt was read, and its cache is there. */
  spoke(): void;
  ended(): void;
}

export interface CacheWarming {
  /** Resolves when the call may go. Boundaries are those of its shared parts, shortest first. */
  join(boundaries: readonly CacheBoundary[], signal: AbortSignal): Promise<WarmingTicket>;
}

export function createCacheWarming(policy: WarmingPolicy, clock: Clock): CacheWarming {
  const warmUntilMs = new Map<string, number>();
  /** Those who wait for the call that is ahead, by the text they share. */
  const ahead = new Map<string, Set<() => void>>();

  const forgetCold = (nowMs: number): void => {
    for (const [hash, untilMs] of warmUntilMs) {
      if (untilMs > nowMs) return;
      warmUntilMs.delete(hash);
    }
  };

  const pays = (boundaries: readonly CacheBoundary[]): boolean => {
    forgetCold(clock.nowMs());
    const whole = boundaries.at(-1)?.bytes ?? 0;
    const warm = boundaries.findLast(({ hash }) => warmUntilMs.has(hash))?.bytes ?? 0;
    return whole - warm >= policy.leastBytes;
  };

  const warmed = (boundaries: readonly CacheBoundary[]): void => {
    const untilMs = clock.nowMs() + policy.staysWarmMs;
    for (const { hash } of boundaries) {
      // put last again: the map is kept in the order in which entries grow cold
      warmUntilMs.delete(hash);
      warmUntilMs.set(hash, untilMs);
    }
  };

  const leading = (boundaries: readonly CacheBoundary[], hash: string): WarmingTicket => {
    ahead.set(hash, new Set());
    const release = (): void => {
      const waiting = ahead.get(hash);
      ahead.delete(hash);
      for (const go of waiting ?? []) go();
    };
    let over = false;
    const once = (act: () => void) => () => {
      if (over) return;
      over = true;
      act();
      release();
    };
    return { spoke: once(() => warmed(boundaries)), ended: once(() => {}) };
  };

  return {
    async join(boundaries, signal) {
      const hash = boundaries.at(-1)?.hash ?? "";
      const latestMs = clock.nowMs() + policy.longestWaitMs;
      while (pays(boundaries)) {
        const waiting = ahead.get(hash);
        if (!waiting) return leading(boundaries, hash);
        const leftMs = latestMs - clock.nowMs();
        if (leftMs <= 0) break;
        await waitForRelease(waiting, { clock, leftMs, signal });
      }
      return { spoke: () => warmed(boundaries), ended: () => {} };
    },
  };
}

/** Resolves when it is released or has waited long enough. */
function waitForRelease(
  waiting: Set<() => void>,
  { clock, leftMs, signal }: { clock: Clock; leftMs: number; signal: AbortSignal },
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(createStoppedError(signal));
      return;
    }
    const end = (): void => {
      waiting.delete(go);
      cancel();
      signal.removeEventListener("abort", stop);
    };
    const go = (): void => {
      end();
      resolve();
    };
    const stop = (): void => {
      end();
      reject(createStoppedError(signal));
    };
    const cancel = clock.after(leftMs, go);
    signal.addEventListener("abort", stop, { once: true });
    waiting.add(go);
  });
}
