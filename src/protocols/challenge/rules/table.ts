/** Who sits in a debate of `challenge`, who of them can be asked, and what was said so far. */
import { BODY_SOURCE, type Brief } from "../../../domain/brief.ts";
import type { Participant } from "../../../domain/participant.ts";
import type { Round, Turn } from "../../../domain/round.ts";
import type { ExchangeContext } from "../../../exchange/reader-view.ts";
import type {
  BlindAnswerReply,
  ChallengeReply,
  ChallengerRebuttalReply,
  ExposureReply,
  OpeningReply,
  PlanAnswersReply,
  PlanOpeningReply,
  ProponentResponseReply,
  RemarksReply,
} from "../replies.ts";
import type { ChallengeSettings } from "../settings.ts";

export const PROPONENT = "proponent";
export const CHALLENGER = "challenger";

export interface ChallengeDebateTable {
  readonly brief: Brief;
  readonly settings: ChallengeSettings;
  readonly proponent: Participant;
  readonly challengers: readonly Participant[];
  /** Seated, but not among those known to work; never asked. */
  readonly unavailable: readonly Participant[];
  readonly exchange?: ExchangeContext | null;
}

export type ProponentAnswersReply = ProponentResponseReply | PlanAnswersReply;

/** A confrontation: the proponent responds, the dissenters answer, and what comes of it is tested as a whole. */
export interface ConfrontationRound {
  readonly round: number;
  readonly response: Turn<ProponentAnswersReply>;
  /** Null when there was no response to answer to, or its answers are still awaited. */
  readonly rebuttals: Round<ChallengerRebuttalReply> | null;
  /** Attempts to refute the version of this round, before it is agreed to. */
  readonly refutations: readonly Round<ChallengeReply>[];
}

export interface Debate extends ChallengeDebateTable {
  readonly blind: Round<BlindAnswerReply> | null;
  readonly opening: Round<PlanOpeningReply | OpeningReply>;
  readonly challenges: Round<ChallengeReply> | null;
  readonly press: Round<ChallengeReply> | null;
  readonly exchanges: readonly ConfrontationRound[];
  readonly remarks: Turn<RemarksReply> | null;
  readonly exposures: Round<ExposureReply> | null;
}

export function createDebateTable(
  participants: readonly Participant[],
  brief: Brief,
  settings: ChallengeSettings,
): ChallengeDebateTable {
  const proponent = participants.find(({ role }) => role === PROPONENT);
  if (!proponent) throw new TypeError("A debate of challenge has a proponent.");
  const seated = participants.filter(({ role }) => role === CHALLENGER);
  const challengers = seated.filter((challenger) => isAvailable(challenger, settings));
  const unavailable = seated.filter((challenger) => !challengers.includes(challenger));
  return { brief, settings, proponent, challengers, unavailable };
}

/** H1: named by its seat, its model or its provider among those known to work. */
export function isAvailable(
  { id, model }: Participant,
  { available }: Pick<ChallengeSettings, "available">,
): boolean {
  const provider = model.split("/", 1)[0] ?? model;
  return available === null || [id, model, provider].some((name) => available.includes(name));
}

export function beginDebate(table: ChallengeDebateTable, heard: Partial<Debate> = {}): Debate {
  return {
    ...table,
    blind: null,
    opening: { step: "opening", spoken: [], absent: [] },
    challenges: null,
    press: null,
    exchanges: [],
    remarks: null,
    exposures: null,
    ...heard,
  };
}

/** The brief's own text: the position, where the user opens (H6). */
export function readBriefBody({ sources }: Brief): string {
  return sources.find(({ id }) => id === BODY_SOURCE)?.text.trim() ?? "";
}

/** The position is a person's own plan, in that person's words. */
export function isUsersPlan({ settings }: Pick<ChallengeDebateTable, "settings">): boolean {
  return settings.opening === "user";
}

/** Whether new versions are made; a person's plan is only rewritten where that was asked for. */
export function makesVersions({ settings }: Pick<ChallengeDebateTable, "settings">): boolean {
  return settings.opening !== "user" || settings.rewrite;
}

export function replaceLastExchange(debate: Debate, changes: Partial<ConfrontationRound>): Debate {
  const last = debate.exchanges.at(-1);
  if (!last) throw new TypeError("Nothing was confronted yet.");
  return { ...debate, exchanges: [...debate.exchanges.slice(0, -1), { ...last, ...changes }] };
}

/** Every turn of the debate, in the order it was asked for. */
export function listTurns(debate: Debate): Turn<unknown>[] {
  const { blind, opening, challenges, press, exchanges, remarks, exposures } = debate;
  return [
    ...listRoundTurns(blind),
    ...listRoundTurns(opening),
    ...listRoundTurns(challenges),
    ...listRoundTurns(press),
    ...exchanges.flatMap(({ response, rebuttals, refutations }) => [
      response,
      ...listRoundTurns(rebuttals),
      ...refutations.flatMap(listRoundTurns),
    ]),
    ...(remarks ? [remarks] : []),
    ...listRoundTurns(exposures),
  ];
}

function listRoundTurns(round: Round<unknown> | null): Turn<unknown>[] {
  return round ? [...round.spoken, ...round.absent] : [];
}

export function findSeatName(
  { proponent, challengers, unavailable }: ChallengeDebateTable,
  id: string,
): string {
  return [proponent, ...challengers, ...unavailable].find((one) => one.id === id)?.name ?? id;
}
