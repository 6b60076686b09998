/**
 * K9: recomputes a whole debate offline and names the first difference.
 *
 * AV1. The chain: no event was changed, moved or dropped.
 * AV2. The replay: under the recorded rules, the recorded replies lead to the recorded prompts, claims, artifacts and
 *      outcome, and to nothing else.
 * AV3. Isolation: no prompt of a blind step contains a peer's words (K1).
 */
import {
  type DebateOpened,
  type Event,
  findSettlement,
  readOpening,
} from "../../domain/journal/event.ts";
import { ReplayError } from "../../errors.ts";
import { GENESIS, isJournalFault, readJournal } from "../../kernel/journal/hash-chain.ts";
import type { Protocol } from "../../protocol.ts";
import type { EvidenceTally } from "../measures/evidence-tally.ts";
import { describeFirstDifference } from "./journal-faults.ts";
import { replayDebate } from "./replay-debate.ts";

export interface Verification {
  readonly ok: boolean;
  /** Hash of the last event: pin it elsewhere, and nobody can rewrite the whole journal unseen. */
  readonly head: string;
  readonly events: number;
  /** The checks that passed, in words. */
  readonly holds: readonly string[];
  /** Null where the debate could not be recomputed. */
  readonly evidence: EvidenceTally | null;
  readonly fault: VerificationFault | null;
}

export interface VerificationFault {
  /** "event 12 (reply-recorded openings/risk)". */
  readonly where: string;
  readonly what: string;
}

export interface VerificationInput {
  readonly lines: readonly string[];
  readonly text: (sha256: string) => Promise<string | undefined>;
  readonly findProtocolById: (id: string) => Protocol | undefined;
  /** The hash the last event should have, if the reader kept it. */
  readonly expectedHead?: string | undefined;
}

export async function verify(verifiable: VerificationInput): Promise<Verification> {
  const { lines } = verifiable;
  if (lines.length === 0) {
    return createFailedVerification(verifiable, [], {
      where: "event 0",
      what: "the journal is empty",
    });
  }
  const events = readJournal(lines);
  if (isJournalFault(events)) {
    const { sequence, what } = events;
    const where = `event ${sequence}${what.startsWith("has ") ? formatFactType(lines[sequence]) : ""}`;
    return createFailedVerification(verifiable, [], { where, what: `the event ${what}` });
  }
  const otherHead = findHeadFault(events, verifiable);
  if (otherHead) return createFailedVerification(verifiable, [], otherHead);
  const holds = [`chain of ${events.length} events is intact`];
  const opened = readOpening(events);
  const protocol = verifiable.findProtocolById(opened.protocol);
  if (!protocol || protocol.version !== opened.protocolVersion) {
    return createFailedVerification(verifiable, holds, {
      where: "event 0 (debate-opened)",
      what: describeMissingRules(opened, protocol),
    });
  }
  let evidence: EvidenceTally | null = null;
  try {
    const replayed = await replayDebate(events, protocol, verifiable.text);
    if (replayed.fault) return createFailedVerification(verifiable, holds, replayed.fault);
    holds.push(...replayed.holds);
    evidence = replayed.evidence;
    const settled = findSettlement(events);
    const at = events.findIndex(({ fact }) => fact.type === "debate-settled");
    if (settled && replayed.outcome) {
      const difference = describeFirstDifference(settled.outcome, replayed.outcome, "outcome");
      if (difference)
        return createFailedVerification(verifiable, holds, {
          where: `event ${at} (debate-settled)`,
          what: difference,
        });
      holds.push("outcome recomputed, no difference");
    } else if (settled) {
      return createFailedVerification(verifiable, holds, {
        where: `event ${at} (debate-settled)`,
        what: "the debate could not have ended there under its rules",
      });
    } else {
      holds.push("the debate has not ended; all that is recorded was recomputed");
    }
  } catch (error) {
    // whatever stops the replay of a journal that anyone may have written, it does not verify
    const what = error instanceof Error ? error.message : String(error);
    return createFailedVerification(verifiable, holds, { where: formatErrorPlace(error), what });
  }
  return {
    ok: true,
    head: events.at(-1)?.hash ?? GENESIS,
    events: events.length,
    holds,
    evidence,
    fault: null,
  };
}

function formatErrorPlace(error: unknown): string {
  return error instanceof ReplayError ? `step ${error.step}` : "replay";
}

/** " (debate-settled)", as far as the line can be read. */
function formatFactType(line = ""): string {
  const type = /"fact":\{"type":"([a-z-]{1,40})"/.exec(line)?.[1];
  return type === undefined ? "" : ` (${type})`;
}

function findHeadFault(
  events: readonly Event[],
  { expectedHead }: Pick<VerificationInput, "expectedHead">,
): VerificationFault | undefined {
  const head = events.at(-1)?.hash ?? GENESIS;
  if (expectedHead === undefined || head.startsWith(expectedHead.toLowerCase())) return undefined;
  return {
    where: `event ${events.length - 1}`,
    what: `the journal ends in ${head}, not in ${expectedHead}`,
  };
}

function createFailedVerification(
  { lines }: VerificationInput,
  holds: readonly string[],
  fault: VerificationFault,
): Verification {
  const head = /"hash":"([0-9a-f]{64})"\}$/.exec(lines.at(-1) ?? "")?.[1] ?? GENESIS;
  return { ok: false, head, events: lines.length, holds, evidence: null, fault };
}

/** Journals of older rules still open and their chain is checked; only the rules are gone. */
function describeMissingRules(
  { protocol: id, protocolVersion }: DebateOpened,
  protocol: Protocol | undefined,
): string {
  const rules = `the rules of ${id} version ${protocolVersion}`;
  return protocol && protocol.version > protocolVersion
    ? `${rules} are no longer shipped, so nothing beyond the chain was checked`
    : `${rules} are not at hand, so nothing beyond the chain was checked`;
}
