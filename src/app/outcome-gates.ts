/** Which outcomes fail an unattended pipeline, and why, in kinds that a script can tell apart. */
import type { Audit } from "../audit/audit.ts";
import { type Event, readOpening } from "../domain/journal/event.ts";
import { describePause } from "../domain/journal/transcript.ts";
import { NOBODY_JUDGED, listJudgingSeats } from "../domain/outcome/judgement.ts";
import { type Outcome, isDegradedOutcome } from "../domain/outcome/outcome.ts";
import { describeAbsenceReason } from "../domain/round.ts";
import type { RunResult } from "../engine.ts";
import { SetupError } from "../errors.ts";
import { findNearestWord } from "../text/nearest-word.ts";

export const OUTCOME_GATES = [
  "contested",
  "dissent",
  "degraded",
  "weak",
  "open-challenge",
  "unsupported-change",
  "blind-seat",
] as const;
/** Still taken, and named nowhere: K19 leaves one word for how far to rely on an outcome. */
const OLD_GATES = ["low-confidence", "capitulation"] as const;
export type OutcomeGate = (typeof OUTCOME_GATES)[number] | (typeof OLD_GATES)[number];

/** Whether to look at the machinery, at the question, at the money, or at what the answer rests on. */
export type GateReasonKind = "infrastructure" | "disagreement" | "budget" | "evidence";

export interface GateReason {
  readonly kind: GateReasonKind;
  readonly code:
    | OutcomeGate
    | "judgement"
    | "refuted"
    | "quorum"
    | "providers"
    | "limit"
    | "interrupted"
    | "waiting";
  readonly message: string;
  readonly seats?: readonly string[];
  /** Ids of claims. */
  readonly claims?: readonly string[];
}

/** Reads `dissent,degraded`; a misspelt gate must not stay open in silence. */
export function parseGateList(text: string | undefined): readonly OutcomeGate[] {
  if (text === undefined) return [];
  return text.split(",").map((word) => {
    const gate = word.trim();
    if (isOutcomeGate(gate)) return gate;
    const guess = findNearestWord(gate, OUTCOME_GATES);
    throw new SetupError("usage", `--fail-on knows no "${gate}".`, {
      hint:
        guess === undefined
          ? `Choose from: ${OUTCOME_GATES.join(", ")}.`
          : `Did you mean ${guess}?`,
    });
  });
}

function isOutcomeGate(word: string): word is OutcomeGate {
  return [...OUTCOME_GATES, ...OLD_GATES].some((gate) => gate === word);
}

/** A debate that has ended, as a gate looks at it. */
export interface FinishedDebate {
  readonly events: readonly Event[];
  readonly outcome: Outcome;
  readonly audit: Audit;
}

/** Every gate that is shut, in the order given. */
export function findTrippedGates(
  gates: readonly OutcomeGate[],
  passing: FinishedDebate,
): readonly GateReason[] {
  return gates.flatMap((gate) => checkOutcomeGate(gate, passing) ?? []);
}

function checkOutcomeGate(
  code: OutcomeGate,
  { events, outcome, audit }: FinishedDebate,
): GateReason | null {
  const named = createSeatNameFormatter(events);
  switch (code) {
    case "contested":
      // what nobody judged has a reason of its own
      if (outcome.ending === "decided" || outcome.nobodyJudged) return null;
      return { kind: "disagreement", code, message: `${outcome.label}: ${outcome.summary}` };
    case "dissent": {
      const seats = outcome.dissents.map(({ by }) => by);
      if (seats.length === 0) return null;
      return { kind: "disagreement", code, message: `${named(seats)} dissent`, seats };
    }
    case "degraded": {
      if (!isDegradedOutcome(outcome)) return null;
      const [first] = outcome.absences;
      const seats = [...new Set(outcome.absences.map(({ by }) => by))];
      const why = first ? `, the first ${describeAbsenceReason(first.reason)}` : "";
      return { kind: "infrastructure", code, message: `without ${named(seats)}${why}`, seats };
    }
    case "weak": {
      const { strength, reasons } = audit;
      if (strength === "strong" || strength === "fair") return null;
      return { kind: "evidence", code, message: `strength ${strength}: ${reasons.join("; ")}` };
    }
    case "low-confidence":
      if (outcome.confidence === "HIGH") return null;
      return { kind: "evidence", code, message: `confidence is ${outcome.confidence}` };
    case "open-challenge": {
      const claims = audit.unanswered;
      if (claims.length === 0) return null;
      const message = `no answer to ${claims.join(", ")}, quoted attacks on the outcome`;
      return { kind: "disagreement", code, message, claims };
    }
    case "unsupported-change":
    case "capitulation": {
      const flips = audit.flips.filter((flip) => flip.class === "capitulated");
      const seats = [...new Set(flips.map(({ by }) => by))];
      if (seats.length === 0) return null;
      const [first] = flips;
      const message = `${named(seats)} changed position without a cause that holds (${first?.ground ?? ""})`;
      return { kind: "evidence", code, message, seats };
    }
    case "blind-seat": {
      const seats = audit.ledger.blindSeats;
      if (seats.length === 0) return null;
      return {
        kind: "evidence",
        code,
        message: `${named(seats)} argued and quoted nothing that is in the sources`,
        seats,
      };
    }
  }
}

function createSeatNameFormatter(events: readonly Event[]): (seats: readonly string[]) => string {
  const names = new Map(readOpening(events).participants.map(({ id, name }) => [id, name]));
  return (seats) => seats.map((seat) => names.get(seat) ?? seat).join(", ");
}

/** K20: built-in readers pass nothing, whatever the gate should fail on. */
export function findJudgementReason(result: RunResult): GateReason | null {
  if (result.status !== "settled" || !result.outcome.nobodyJudged) return null;
  return { kind: "infrastructure", code: "judgement", message: NOBODY_JUDGED };
}

/** What was attacked and did not hold passes no gate, whatever that should fail on. */
export function findRefutedReason(result: RunResult): GateReason | null {
  if (result.status !== "settled") return null;
  const { refuted, nobodyJudged, label, summary } = result.outcome;
  if (refuted !== true || nobodyJudged) return null;
  return { kind: "disagreement", code: "refuted", message: `${label}: ${summary}` };
}

export function findQuorumReason(
  events: readonly Event[],
  quorum: number | null,
): GateReason | null {
  const seats = listJudgingSeats(events);
  if (quorum === null || seats.length >= quorum) return null;
  const of = readOpening(events).participants.length;
  const message = `${seats.length} of ${of} seats had a live voice, ${quorum} are needed`;
  return { kind: "infrastructure", code: "quorum", message, seats };
}

/** Why a debate did not reach an ending that could pass; null if it did. */
export function findUnfinishedReason(result: RunResult): GateReason | null {
  if (result.status === "waiting") {
    return { kind: "disagreement", code: "waiting", message: result.detail };
  }
  if (result.status === "paused") {
    const { reason, detail: message } = result;
    if (reason === "limit") return { kind: "budget", code: "limit", message };
    const code = reason === "failed" ? "providers" : "interrupted";
    return { kind: "infrastructure", code, message: `paused${describePause(message)}` };
  }
  if (result.outcome.ending !== "failed") return null;
  return { kind: "infrastructure", code: "providers", message: result.outcome.summary };
}
