/**
 * How a debate stands, as an agent is told: a bounded projection of its journal.
 *
 * MS1. Whatever someone else said stands in a field called `quoted`, cut and without steering characters.
 * MS2. While the host has a seat, nothing that anyone said is told beside that seat's own prompt: what the panel may
 *      not see, the host must not see on another way.
 */
import { auditOf } from "../audit/audit.ts";
import { HOST } from "../domain/awaited.ts";
import { type Event, opening } from "../domain/event.ts";
import { footingsOf } from "../domain/footing.ts";
import type { Outcome } from "../domain/outcome.ts";
import { type Transcript, transcriptOf } from "../domain/transcript.ts";
import { worthLine } from "../reports/words.ts";
import { first, labelled, MOST, quoted } from "./quoted.ts";

type Told = Readonly<Record<string, unknown>>;

export type Status = "running" | "waiting" | "paused" | "settled";

export function statusOf({ outcome, waiting, awaited, paused }: Transcript): Status {
  if (outcome) return "settled";
  if (waiting || awaited.length > 0) return "waiting";
  return paused === null ? "running" : "paused";
}

/** MS2 */
export function isKeptBack(events: readonly Event[]): boolean {
  const settled = events.some(({ fact }) => fact.type === "debate-settled");
  return !settled && opening(events).participants.some(({ model }) => model === HOST);
}

export function standingOf(events: readonly Event[]): Told {
  const transcript = transcriptOf(events);
  const { protocol, question, notices, accounts, outcome, decisions } = transcript;
  const { calls, costUsd, unpriced } = accounts;
  return {
    protocol,
    question: { quoted: quoted(question, MOST.sentence) },
    ...said(events, transcript),
    ...(outcome && { outcome: outcomeTold(outcome, events, transcript) }),
    ...(decisions.length > 0 && {
      decisions: decisions.map(({ choice, by, reason }) => ({
        choice: labelled(choice),
        decided_by: labelled(by),
        quoted: quoted(reason, MOST.sentence),
      })),
    }),
    notices: notices.map((notice) => quoted(notice, MOST.sentence)),
    cost: { calls, usd: costUsd, ...(unpriced > 0 && { unpriced_calls: unpriced }) },
  };
}

/** Who holds what, and what is held against it. */
function said(events: readonly Event[], transcript: Transcript): Told {
  if (isKeptBack(events)) {
    return {
      positions: transcript.participants.map(({ id, name }) => ({
        seat: id,
        name: labelled(name),
      })),
      kept_back:
        "What the others said is kept back while you hold a seat; its prompt has what it may see.",
    };
  }
  const { entries } = auditOf(events).ledger;
  // what is open and attacks is what a reader has to deal with
  const weight = (standing: string, side: string): number =>
    (standing === "open" ? 2 : standing === "disputed" ? 1 : 0) + (side === "attacks" ? 3 : 0);
  const ranked = entries.toSorted(
    (a, b) => weight(b.standing, b.claim.side) - weight(a.standing, a.claim.side),
  );
  const claims = first(ranked);
  const cruxes = first(
    footingsOf(events).filter(({ kind }) => kind === "crux"),
    6,
  );
  return {
    positions: positionsIn(transcript),
    claims: claims.shown.map(({ claim, verified, standing }) => ({
      id: claim.id,
      by: claim.by,
      [claim.side]: labelled(claim.about),
      standing,
      quote_verified: verified,
      quoted: quoted(claim.text, MOST.sentence),
    })),
    ...(claims.more > 0 && { more_claims: claims.more }),
    cruxes: cruxes.shown.map(({ id, by, text }) => ({
      id,
      by,
      quoted: quoted(text, MOST.sentence),
    })),
    ...(cruxes.more > 0 && { more_cruxes: cruxes.more }),
  };
}

/** The last word of every seat. */
function positionsIn({ steps, participants }: Transcript): Told[] {
  const turns = steps.flatMap((step) => step.turns);
  return first(participants).shown.map(({ id, name }) => {
    const own = turns.filter(({ by }) => by === id);
    const last = own.findLast((turn) => turn.said !== null)?.said;
    const holds = own.findLast((turn) => turn.said?.position)?.said?.position;
    const absent = own.at(-1)?.absent;
    return {
      seat: id,
      name: labelled(name),
      ...(holds && { holds: labelled(holds) }),
      ...(last && { quoted: quoted(last.words, MOST.sentence) }),
      ...(last?.confidence != null && { confidence: last.confidence }),
      ...(absent && {
        absent: absent.reason,
        why: { quoted: quoted(absent.detail, MOST.sentence) },
      }),
    };
  });
}

function outcomeTold(outcome: Outcome, events: readonly Event[], transcript: Transcript): Told {
  const { label, ending, choice, confidence, summary, dissents, absences, notes, result } = outcome;
  const { label: audited, rule } = auditOf(events);
  const shown = first(dissents, 6);
  const worth = worthLine(transcript, outcome);
  const amended = result["final_position"];
  return {
    label,
    ending,
    ...(choice !== null && { choice: labelled(choice) }),
    confidence,
    audit: { label: audited, rule: quoted(rule, MOST.sentence) },
    ...(worth !== null && { worth: { quoted: quoted(worth) } }),
    ...(notes.length > 0 && {
      notes: first(notes).shown.map((note) => ({ quoted: quoted(note) })),
    }),
    quoted: quoted(summary, MOST.sentence),
    dissents: shown.shown.map(({ by, holds, words }) => ({
      by,
      holds: labelled(holds),
      quoted: quoted(words),
    })),
    ...(shown.more > 0 && { more_dissents: shown.more }),
    absent: absences.map(({ by, reason }) => ({ by, reason })),
    ...(typeof amended === "string" && {
      position_now: { quoted: quoted(amended, LONGEST_POSITION) },
    }),
  };
}

// the amended plan is what was asked for, so there is more of it
const LONGEST_POSITION = 4_000;
