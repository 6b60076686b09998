/**
 * The names of a fleet's queues and calls in its database.
 *
 * FN1. A call is named after its step, never after its position: `debate/openings/risk#1`.
 * FN2. A debate waits in the queue of the rules it started under, `hold:protocol@version`. A worker listens only to the
 *      queues of rules it has, so it never gets a debate it does not know.
 */
import type { DebateOpened } from "../../domain/journal/event.ts";
import type { TrafficLimits } from "../../models/endpoint.ts";

/** How workers and clients of a fleet speak to each other; those of another number leave each other's work alone. */
export const FLEET_FORMAT = 1;
export const APPLICATION = "dissent";
export const APPLICATION_VERSION = `dissent-fleet-${FLEET_FORMAT}`;

export const RUN_DEBATE_WORKFLOW = "dissent.hold";
export const CALL_MODEL_WORKFLOW = "dissent.call";

export function formatProtocolVersion({
  protocol,
  protocolVersion,
}: Pick<DebateOpened, "protocol" | "protocolVersion">): string {
  return `${protocol}@${protocolVersion}`;
}

export function formatDebateQueueName(rules: string): string {
  return `hold:${rules}`;
}

export function formatCallQueueName(provider: string): string {
  return `call:${provider}`;
}

/** Who is called for a reference: the part before the slash. Limits apply to it. */
export function parseProviderName(reference: string): string {
  return reference.split("/", 1)[0] ?? reference;
}

/** Each time a debate is sent is a separate assignment. */
export function formatAssignmentId(debate: string, number: number): string {
  return `${debate}#${number}`;
}

/** A call that was dropped is made again under the next name. */
export function formatCallId(key: string, attempt: number, time: number): string {
  return time === 1 ? `${key}#${attempt}` : `${key}#${attempt}~${time}`;
}

// What a queue of the fleet lets through, and how often workers look into it.

export interface QueueLimits {
  /** In progress in the whole fleet. */
  readonly most: number | null;
  /** Begun in the whole fleet; a coarse limit, which grants make exact. */
  readonly rate: { readonly count: number; readonly seconds: number } | null;
  /** In progress in one worker. */
  readonly mostEach: number;
}

// a poll costs little beside a call of seconds, and makes it start sooner
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

/** The options for registering a queue; written out, so that no declaration needs the engine's types. */
interface QueueRegistration {
  readonly onConflict: "always_update" | "never_update";
  readonly minPollingIntervalMs: number;
  readonly workerConcurrency: number;
  readonly globalConcurrency?: number;
  readonly rateLimit?: { readonly limitPerPeriod: number; readonly periodSec: number };
}

/** Calls have terms, from the configuration of the first requester; debates have the same everywhere. */
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
