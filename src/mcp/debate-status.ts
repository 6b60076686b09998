/**
 * The status of a debate for an agent: a bounded projection of its journal.
 *
 * MS1. Other people's words are in a field called `quoted`, shortened and without control characters.
 * MS2. While the host has a seat, it is shown no one's words except in that seat's own prompt: the host must not
 *      learn in another way what its seat may not see.
 */
import { computeAudit } from "../audit/audit.ts";
import { HOST_MODEL } from "../domain/awaited.ts";
import { type Event, readOpening } from "../domain/journal/event.ts";
import { sealOpenSteps } from "../domain/journal/sealed-steps.ts";
import { type Transcript, buildTranscript } from "../domain/journal/transcript.ts";
import { listOutcomeConditions, type Outcome } from "../domain/outcome/outcome.ts";
import { listPremises } from "../domain/premise.ts";
import { describeDebateWorth } from "../reports/summary-text.ts";
import { computeVerdictCard } from "../reports/verdict-card.ts";
import { takeFirstEntries, quoteLabel, QUOTE_LIMITS, quoteForAgent } from "./quote-text.ts";

export type AgentDescription = Readonly<Record<string, unknown>>;

export type DebateStatus = "running" | "waiting" | "paused" | "settled";

export function findTranscriptStatus({
  outcome,
  waiting,
  awaited,
  paused,
}: Transcript): DebateStatus {
  if (outcome) return "settled";
  if (waiting || awaited.length > 0) return "waiting";
  return paused === null ? "running" : "paused";
}

/** MS2 */
export function isHiddenFromHost(events: readonly Event[]): boolean {
  const settled = events.some(({ fact }) => fact.type === "debate-settled");
  return !settled && readOpening(events).participants.some(({ model }) => model === HOST_MODEL);
}

export function describeDebateForAgent(journal: readonly Event[]): AgentDescription {
  const events = sealOpenSteps(journal);
  const transcript = buildTranscript(events);
  const { protocol, question, notices, accounts, outcome, decisions } = transcript;
  const { calls, costUsd, unpriced } = accounts;
  return {
    protocol,
    question: { quoted: quoteForAgent(question, QUOTE_LIMITS.sentence) },
    ...describePositionsAndClaims(events, transcript),
    ...(outcome && { outcome: describeOutcome(outcome, events, transcript) }),
    ...(decisions.length > 0 && {
      decisions: decisions.map(({ choice, by, reason }) => ({
        choice: quoteLabel(choice),
        decided_by: quoteLabel(by),
        quoted: quoteForAgent(reason, QUOTE_LIMITS.sentence),
      })),
    }),
    notices: notices.map((notice) => quoteForAgent(notice, QUOTE_LIMITS.sentence)),
    cost: { calls, usd: costUsd, ...(unpriced > 0 && { unpriced_calls: unpriced }) },
  };
}

/** Who supports what, and what speaks against it. */
function describePositionsAndClaims(
  events: readonly Event[],
  transcript: Transcript,
): AgentDescription {
  if (isHiddenFromHost(events)) {
    return {
      positions: transcript.participants.map(({ id, name }) => ({
        seat: id,
        name: quoteLabel(name),
      })),
      kept_back:
        "What the others said is kept back while you hold a seat; its prompt has what it may see.",
    };
  }
  const { entries } = computeAudit(events).ledger;
  // what is open and attacks is what a reader has to deal with
  const weight = (standing: string, side: string): number =>
    (standing === "open" ? 2 : standing === "disputed" ? 1 : 0) + (side === "attacks" ? 3 : 0);
  const ranked = entries.toSorted(
    (a, b) => weight(b.standing, b.claim.side) - weight(a.standing, a.claim.side),
  );
  const claims = takeFirstEntries(ranked);
  const cruxes = takeFirstEntries(
    listPremises(events).filter(({ kind }) => kind === "crux"),
    6,
  );
  return {
    positions: describePositions(transcript),
    claims: claims.shown.map(({ claim, verified, standing }) => ({
      id: claim.id,
      by: claim.by,
      [claim.side]: quoteLabel(claim.about),
      standing,
      quote_verified: verified,
      quoted: quoteForAgent(claim.text, QUOTE_LIMITS.sentence),
    })),
    ...(claims.more > 0 && { more_claims: claims.more }),
    cruxes: cruxes.shown.map(({ id, by, text }) => ({
      id,
      by,
      quoted: quoteForAgent(text, QUOTE_LIMITS.sentence),
    })),
    ...(cruxes.more > 0 && { more_cruxes: cruxes.more }),
  };
}

/** The last word of every seat. */
function describePositions({ steps, participants }: Transcript): AgentDescription[] {
  const turns = steps.flatMap((step) => step.turns);
  return takeFirstEntries(participants).shown.map(({ id, name }) => {
    const own = turns.filter(({ by }) => by === id);
    const last = own.findLast((turn) => turn.said !== null)?.said;
    const holds = own.findLast((turn) => turn.said?.position)?.said?.position;
    const absent = own.at(-1)?.absent;
    return {
      seat: id,
      name: quoteLabel(name),
      ...(holds && { holds: quoteLabel(holds) }),
      ...(last && { quoted: quoteForAgent(last.words, QUOTE_LIMITS.sentence) }),
      ...(last?.confidence != null && { confidence: last.confidence }),
      ...(absent && {
        absent: absent.reason,
        why: { quoted: quoteForAgent(absent.detail, QUOTE_LIMITS.sentence) },
      }),
    };
  });
}

function describeOutcome(
  outcome: Outcome,
  events: readonly Event[],
  transcript: Transcript,
): AgentDescription {
  const { label, ending, choice, summary, dissents, absences, notes, result } = outcome;
  const conditions = listOutcomeConditions(outcome);
  const card = computeVerdictCard(transcript, computeAudit(events));
  const shown = takeFirstEntries(dissents, 6);
  const worth = describeDebateWorth(transcript, outcome);
  const amended = result["final_position"];
  return {
    label,
    ending,
    ...(choice !== null && { choice: quoteLabel(choice) }),
    ...(card && {
      strength: card.strength,
      because: quoteForAgent(card.reasons.join("; "), QUOTE_LIMITS.sentence),
      person_next: quoteForAgent(card.next, QUOTE_LIMITS.sentence),
    }),
    ...(worth !== null && { worth: { quoted: quoteForAgent(worth) } }),
    ...(notes.length > 0 && {
      notes: takeFirstEntries(notes).shown.map((note) => ({ quoted: quoteForAgent(note) })),
    }),
    ...(conditions.length > 0 && {
      only_if: takeFirstEntries(conditions).shown.map(({ by, text }) => ({
        by,
        quoted: quoteForAgent(text),
      })),
    }),
    quoted: quoteForAgent(summary, QUOTE_LIMITS.sentence),
    dissents: shown.shown.map(({ by, holds, words }) => ({
      by,
      holds: quoteLabel(holds),
      quoted: quoteForAgent(words),
    })),
    ...(shown.more > 0 && { more_dissents: shown.more }),
    absent: absences.map(({ by, reason }) => ({ by, reason })),
    ...(typeof amended === "string" && {
      position_now: { quoted: quoteForAgent(amended, MAX_POSITION_TEXT) },
    }),
  };
}

// the amended plan is what was asked for, so there is more of it
const MAX_POSITION_TEXT = 4_000;
