import type { Clock } from "../../../src/clock.ts";

/** A clock that jumps to the next timer whenever nothing else is left to do, so that nobody waits. */
export function eagerClock(startMs = 1_700_000_000_000): Clock {
  let nowMs = startMs;
  let timers: { dueMs: number; call: () => void }[] = [];
  let planned = false;

  function plan(): void {
    if (planned || timers.length === 0) return;
    planned = true;
    setImmediate(() => {
      planned = false;
      const next = timers.reduce((a, b) => (b.dueMs < a.dueMs ? b : a), timers[0]!);
      if (next === undefined) return;
      timers = timers.filter((timer) => timer !== next);
      nowMs = Math.max(nowMs, next.dueMs);
      next.call();
      plan();
    });
  }

  return {
    nowMs: () => nowMs,
    after(delayMs, call) {
      const timer = { dueMs: nowMs + delayMs, call };
      timers.push(timer);
      plan();
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
  };
}
