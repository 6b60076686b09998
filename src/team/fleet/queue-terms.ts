/** What a queue of the fleet lets through, and how often workers look into it. */
import type { TrafficLimits } from "../../models/endpoint.ts";

export interface QueueLimits {
  /** Under way in the whole fleet. */
  readonly most: number | null;
  /** Begun in the whole fleet; a coarse limit, which grants make exact. */
  readonly rate: { readonly count: number; readonly seconds: number } | null;
  /** Under way in one worker. */
  readonly mostEach: number;
}

// a look costs little beside a call of seconds, and makes it begin a moment sooner
const CALL_LOOK_MS = 100;
const HOLD_LOOK_MS = 200;
// a debate that waits for its calls is a promise and a journal
const MOST_DEBATES = 500;
const MOST_CALLS = 200;

export function computeCallQueueLimits(limits: TrafficLimits, mostCalls = MOST_CALLS): QueueLimits {
  const { concurrency, requestsPerSecond, requestsPerMinute } = limits;
  const perMinute = requestsPerMinute === null ? null : { count: requestsPerMinute, seconds: 60 };
  return {
    most: concurrency,
    mostEach: mostCalls,
    rate: requestsPerSecond === null ? perMinute : { count: requestsPerSecond, seconds: 1 },
  };
}

/** What the engine is told when a queue is registered; written out, so that no declaration needs the engine's types. */
export interface QueueRegistration {
  readonly onConflict: "always_update" | "never_update";
  readonly minPollingIntervalMs: number;
  readonly workerConcurrency: number;
  readonly globalConcurrency?: number;
  readonly rateLimit?: { readonly limitPerPeriod: number; readonly periodSec: number };
}

/** Calls have terms, from the configuration of whoever orders first; debates have the same everywhere. */
export function createQueueRegistration(terms: QueueLimits | undefined): QueueRegistration {
  if (!terms) {
    return {
      onConflict: "never_update",
      minPollingIntervalMs: HOLD_LOOK_MS,
      workerConcurrency: MOST_DEBATES,
    };
  }
  const { most, mostEach, rate } = terms;
  return {
    onConflict: "always_update",
    minPollingIntervalMs: CALL_LOOK_MS,
    workerConcurrency: most === null ? mostEach : Math.min(most, mostEach),
    ...(most !== null && { globalConcurrency: most }),
    ...(rate && { rateLimit: { limitPerPeriod: rate.count, periodSec: rate.seconds } }),
  };
}
