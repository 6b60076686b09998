/** Time as a parameter, so that no test has to sleep. */
export interface Clock {
  nowMs(): number;
  /** Calls back once after the delay; the returned function takes it back. */
  after(delayMs: number, call: () => void): () => void;
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  after(delayMs, call) {
    const timer = setTimeout(call, Math.min(delayMs, LONGEST_TIMER_MS));
    return () => {
      clearTimeout(timer);
    };
  },
};

// setTimeout fires at once when given more than 31 bits
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Resolves after the delay, or when the signal aborts. */
export function sleepUnlessAborted(
  clock: Clock,
  delayMs: number,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const cancel = clock.after(delayMs, done);
    function done(): void {
      cancel();
      signal.removeEventListener("abort", done);
      resolve();
    }
    signal.addEventListener("abort", done);
  });
}
