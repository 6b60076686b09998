import type { Clock } from "../../../src/clock.ts";

/** A clock that stands still until it is moved. */
export function fakeClock(
  startMs = 1_700_000_000_000,
): Clock & { advance(byMs: number): void; waiting(): number } {
  let nowMs = startMs;
  let timers: { dueMs: number; call: () => void }[] = [];
  return {
    nowMs: () => nowMs,
    after(delayMs, call) {
      const timer = { dueMs: nowMs + delayMs, call };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    advance(byMs) {
      nowMs += byMs;
      const due = timers.filter(({ dueMs }) => dueMs <= nowMs);
      timers = timers.filter(({ dueMs }) => dueMs > nowMs);
      for (const { call } of due) call();
    },
    waiting: () => timers.length,
  };
}
