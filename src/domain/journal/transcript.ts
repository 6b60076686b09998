/** The journal in readable form: one projection for terminal, reports and page. */
import type { Option } from "../brief.ts";
import type { Claim } from "../claim.ts";
import type { Outcome } from "../outcome/outcome.ts";
import type { Participant } from "../participant.ts";
import type { AbsenceReason } from "../round.ts";
import { type DebateAccounts, computeAccounts } from "./accounts.ts";
import {
  type AnswerAwaited,
  type DecisionRecorded,
  type EscalationRaised,
  type Event,
  type ReplyRecorded,
  type ReplySummary,
  findSettlement,
  listDecisions,
  readOpening,
} from "./event.ts";
import { type JournalTurn, readJournalSteps } from "./steps.ts";

export interface TranscriptTurn {
  readonly key: string;
  readonly by: string;
  readonly name: string;
  /** The previous position, if it differs from the current one. */
  readonly from: string | null;
  readonly said: ReplySummary | null;
  readonly claims: readonly Claim[];
  readonly absent: { readonly reason: AbsenceReason; readonly detail: string } | null;
  readonly repaired: boolean;
  readonly unmet: readonly string[];
  readonly model: string;
  readonly costUsd: number;
  readonly latencyMs: number;
  readonly reply: ReplyRecorded["reply"] | null;
}

export interface TranscriptStep {
  readonly step: string;
  readonly blind: boolean;
  readonly inherited: boolean;
  readonly closed: boolean;
  /** In seat order; those who have not answered yet are left out. */
  readonly turns: readonly TranscriptTurn[];
  readonly pending: readonly string[];
}

export interface Transcript {
  readonly id: string;
  readonly question: string;
  readonly options: readonly Option[];
  readonly protocol: string;
  readonly participants: readonly Participant[];
  readonly notices: readonly string[];
  readonly openedMs: number;
  readonly openedBy: string;
  readonly forkedFrom: string | null;
  readonly steps: readonly TranscriptStep[];
  readonly artifacts: readonly { readonly name: string; readonly sha256: string }[];
  readonly outcome: Outcome | null;
  readonly paused: string | null;
  readonly waiting: EscalationRaised | null;
  /** Seats whose persons have not answered yet. */
  readonly awaited: readonly AnswerAwaited[];
  readonly decisions: readonly (DecisionRecorded & { readonly atMs: number })[];
  readonly accounts: DebateAccounts;
  readonly head: string;
}

export function buildTranscript(events: readonly Event[]): Transcript {
  const opened = readOpening(events);
  return {
    id: opened.debate,
    question: opened.brief.question,
    options: opened.brief.options,
    protocol: opened.protocol,
    participants: opened.participants,
    notices: opened.notices,
    openedMs: events[0]?.atMs ?? 0,
    openedBy: opened.by,
    forkedFrom: opened.forkedFrom?.debate ?? null,
    steps: listTranscriptSteps(events, opened.participants),
    artifacts: events.flatMap(({ fact }) =>
      fact.type === "artifact-published" ? [{ name: fact.name, sha256: fact.sha256 }] : [],
    ),
    outcome: findSettlement(events)?.outcome ?? null,
    paused: findPauseDetail(events),
    waiting: findOpenEscalation(events),
    awaited: listAwaitedAnswers(events),
    decisions: listDecisions(events),
    accounts: computeAccounts(events),
    head: events.at(-1)?.hash ?? "",
  };
}

function listTranscriptSteps(
  events: readonly Event[],
  participants: readonly Participant[],
): TranscriptStep[] {
  const names = new Map(participants.map(({ id, name }) => [id, name]));
  const seatOrder = new Map(participants.map(({ id }, index) => [id, index]));
  const named = listNamedClaims(events);
  return readJournalSteps(events).steps.map(
    ({ step, blind, inherited, closedAt, asked, turns }) => ({
      step,
      blind,
      inherited,
      closed: closedAt !== null,
      turns: turns
        .map((turn) => createTranscriptTurn(turn, { names, named }))
        .sort((a, b) => (seatOrder.get(a.by) ?? 0) - (seatOrder.get(b.by) ?? 0)),
      pending: asked
        .map(({ seat }) => seat)
        .filter((seat) => !turns.some(({ fact }) => fact.by === seat)),
    }),
  );
}

/** Claims that another claim speaks of, or that moved somebody. */
function listNamedClaims(events: readonly Event[]): ReadonlySet<string> {
  return new Set(
    events.flatMap(({ fact }) =>
      fact.type === "reply-recorded"
        ? [...fact.claims.map(({ about }) => about), ...(fact.said?.because ?? [])]
        : [],
    ),
  );
}

function createTranscriptTurn(
  { fact, before, rejected }: JournalTurn,
  { names, named }: { names: ReadonlyMap<string, string>; named: ReadonlySet<string> },
): TranscriptTurn {
  const { key, by, speaker, usage, latencyMs } = fact;
  const common = {
    key,
    by,
    name: names.get(by) ?? by,
    repaired: rejected.length > 0,
    model: speaker.served ?? speaker.requested,
    costUsd: usage.costUsd,
    latencyMs,
  };
  if (fact.type === "participant-absent") {
    const absent = { reason: fact.reason, detail: fact.detail };
    return { ...common, from: null, said: null, claims: [], absent, unmet: [], reply: null };
  }
  const { said, unmet, reply } = fact;
  const claims = fact.claims.filter(({ id, aside }) => aside !== true || named.has(id));
  const from = before !== null && said?.position && said.position !== before ? before : null;
  return { ...common, from, said, claims, absent: null, unmet, reply };
}

/** Why a debate is paused; null while it is not. */
export function findPauseDetail(events: readonly Event[]): string | null {
  const last = events.findLast(
    ({ fact }) => fact.type === "debate-paused" || fact.type === "debate-resumed",
  );
  return last?.fact.type === "debate-paused" ? last.fact.detail : null;
}

function findOpenEscalation(events: readonly Event[]): EscalationRaised | null {
  const facts = events.map(({ fact }) => fact);
  const answered = new Set(
    facts.flatMap((fact) => (fact.type === "escalation-answered" ? [fact.key] : [])),
  );
  const raised = facts.findLast((fact) => fact.type === "escalation-raised");
  return raised?.type === "escalation-raised" && !answered.has(raised.key) ? raised : null;
}

/** Asks that wait for a person: recorded, and neither answered nor closed since. */
export function listAwaitedAnswers(events: readonly Event[]): AnswerAwaited[] {
  const facts = events.map(({ fact }) => fact);
  const done = new Set(
    facts.flatMap((fact) =>
      fact.type === "person-answered" ? [`${fact.key}#${fact.attempt}`] : [],
    ),
  );
  return facts.flatMap((fact) =>
    fact.type === "answer-awaited" && !done.has(`${fact.key}#${fact.attempt}`) ? [fact] : [],
  );
}

// The text after the word "paused" wherever a pause is shown.

/** The kernel records `paused` and `dropped` for a person's wish, and says what happened otherwise. */
export function describePause(detail: string): string {
  if (detail === "paused" || detail === "") return " on request";
  if (detail === "dropped") {
    return " on request; turns in flight were dropped and will be asked again";
  }
  return `: ${detail}`;
}
