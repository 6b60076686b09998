/** Who sits in a debate of `challenge`, who of them can be asked, and what was said so far. */
import { BODY_SOURCE, type Brief } from "../../../domain/brief.ts";
import type { Participant } from "../../../domain/participant.ts";
import type { Round, Turn } from "../../../domain/round.ts";
import type { ExchangeContext as Showing } from "../../../exchange/reader-view.ts";
import type { ProponentOpening } from "../prompts/prompt-input.ts";
import type {
  BlindAnswerReply,
  ChallengeReply,
  ExposureReply,
  OpeningPartsReply,
  ChallengerRebuttalReply,
  RemarksReply,
  ProponentResponseReply,
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
  readonly exchange?: Showing | null;
}

/** A confrontation: the proponent responds, and the dissenters answer. */
export interface ConfrontationRound {
  readonly round: number;
  readonly response: Turn<ProponentResponseReply>;
  /** Null when there was no response to answer to, or its answers are still awaited. */
  readonly rebuttals: Round<ChallengerRebuttalReply> | null;
}

export interface Debate extends ChallengeDebateTable {
  readonly blind: Round<BlindAnswerReply> | null;
  readonly opening: Round<OpeningPartsReply | ProponentOpening>;
  readonly challenges: Round<ChallengeReply> | null;
  readonly press: Round<ChallengeReply> | null;
  readonly exchanges: readonly ConfrontationRound[];
  readonly remarks: Turn<RemarksReply> | null;
  readonly exposures: Round<ExposureReply> | null;
}

export function tableOf(
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

export function begun(
  table: ChallengeDebateTable,
  heard: Pick<Debate, "blind" | "opening"> & Partial<Debate>,
): Debate {
  return {
    ...table,
    challenges: null,
    press: null,
    exchanges: [],
    remarks: null,
    exposures: null,
    ...heard,
  };
}

/** The brief's own text: the position, where the user opens (H6). */
export function bodyOf({ sources }: Brief): string {
  return sources.find(({ id }) => id === BODY_SOURCE)?.text.trim() ?? "";
}

export function usersWords({ settings, brief }: ChallengeDebateTable): string | null {
  return settings.opening === "user" ? bodyOf(brief) : null;
}

export function openingOf(debate: Debate): ProponentOpening {
  const [turn] = debate.opening.spoken;
  if (!turn) throw new TypeError("There is no opening.");
  const { reply } = turn;
  const position = usersWords(debate) ?? ("position" in reply ? reply.position : "");
  return { ...reply, position };
}

/** Every turn of the debate, in the order it was asked for. */
export function turnsOf(debate: Debate): Turn<unknown>[] {
  const { blind, opening, challenges, press, exchanges, remarks, exposures } = debate;
  return [
    ...inRound(blind),
    ...inRound(opening),
    ...inRound(challenges),
    ...inRound(press),
    ...exchanges.flatMap(({ response, rebuttals }) => [response, ...inRound(rebuttals)]),
    ...(remarks ? [remarks] : []),
    ...inRound(exposures),
  ];
}

function inRound(round: Round<unknown> | null): Turn<unknown>[] {
  return round ? [...round.spoken, ...round.absent] : [];
}

export function nameOf({ proponent, challengers }: ChallengeDebateTable, id: string): string {
  return [proponent, ...challengers].find((one) => one.id === id)?.name ?? id;
}
