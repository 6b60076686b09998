/** Yields to the event loop, so that reading documents never blocks it for long. */
import { setImmediate as turn } from "node:timers/promises";

// a tenth of what is allowed, for machines that are slower
const SLICE_MS = 10;

export interface YieldToEventLoop {
  /** Resolves at once, or after a turn of the event loop when this one has lasted long enough. */
  (): Promise<void> | undefined;
}

/** `await breathe()` in a long loop, once per bounded piece of work. The result never depends on it. */
export function createEventLoopYielder(
  nowMs: () => number = () => performance.now(),
): YieldToEventLoop {
  let sinceMs = nowMs();
  return () => {
    if (nowMs() - sinceMs < SLICE_MS) return undefined;
    return turn().then(() => {
      sinceMs = nowMs();
    });
  };
}
