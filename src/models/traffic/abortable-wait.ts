/** Waits that stop at once on a signal and leave no timer behind. */
import type { Clock } from "../../clock.ts";
import { ModelError } from "../../model.ts";

export function waitOrAbort(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(createStoppedError(signal));
      return;
    }
    const cancel = clock.after(delayMs, () => {
      signal.removeEventListener("abort", stop);
      resolve();
    });
    const stop = (): void => {
      cancel();
      reject(createStoppedError(signal));
    };
    signal.addEventListener("abort", stop, { once: true });
  });
}

/** What a call throws when it was stopped from outside: the kernel's own words where it gave any. */
export function createStoppedError(signal: AbortSignal): ModelError {
  const reason: unknown = signal.reason;
  return reason instanceof ModelError
    ? reason
    : new ModelError("timed-out", "stopped before it answered");
}
