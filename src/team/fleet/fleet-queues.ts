/**
 * What things of a fleet are called in its database.
 *
 * FN1. A call has the name of its step, never a number of its order: `debate/openings/risk#1`.
 * FN2. A debate waits in the queue of the rules it began under, `hold:judges@1`; a worker listens only to the
 *      queues of rules it has, so that none meets a debate it does not know.
 */
import type { DebateOpened } from "../../domain/event.ts";

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

/** Who is asked behind a reference: what stands before the slash. Limits are kept by it. */
export function parseProviderName(reference: string): string {
  return reference.split("/", 1)[0] ?? reference;
}

/** Each time a debate is sent is a holding of its own. */
export function formatAssignmentId(debate: string, number: number): string {
  return `${debate}#${number}`;
}

/** A call that was dropped is made again under the next name. */
export function formatCallId(key: string, attempt: number, time: number): string {
  return time === 1 ? `${key}#${attempt}` : `${key}#${attempt}~${time}`;
}
