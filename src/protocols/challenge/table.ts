/** Who sits at a debate of `challenge`, who of them can be asked, and what was said so far. */
import { BODY, type Brief } from "../../domain/brief.ts";
import type { Participant } from "../../domain/participant.ts";
import type { Round, Turn } from "../../domain/round.ts";
import type { Exchange as Showing } from "../../exchange/view.ts";
import type { Opening } from "./challenging.ts";
import type {
  BlindAnswer,
  Challenge,
  Exposure,
  OpeningParts,
  Rebuttal,
  Remarks,
  Response,
} from "./replies.ts";
import type { ChallengeSettings } from "./settings.ts";

export const PROPONENT = "proponent";
export const CHALLENGER = "challenger";

export interface Table {
  readonly brief: Brief;
  readonly settings: ChallengeSettings;
  readonly proponent: Participant;
  readonly challengers: readonly Participant[];
  /** Seated, but not among those known to work; never asked. */
  readonly unavailable: readonly Participant[];
  readonly exchange?: Showing | null;
}

/** A confrontation: the proponent responds, and the dissenters answer. */
export interface Exchange {
  readonly round: number;
  readonly response: Turn<Response>;
  /** Null when there was no response to answer to, or its answers are still awaited. */
  readonly rebuttals: Round<Rebuttal> | null;
}

export interface Debate extends Table {
  readonly blind: Round<BlindAnswer> | null;
  readonly opening: Round<OpeningParts | Opening>;
  readonly challenges: Round<Challenge> | null;
  readonly press: Round<Challenge> | null;
  readonly exchanges: readonly Exchange[];
  readonly remarks: Turn<Remarks> | null;
  readonly exposures: Round<Exposure> | null;
}

export function tableOf(
  participants: readonly Participant[],
  brief: Brief,
  settings: ChallengeSettings,
): Table {
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
  table: Table,
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
  return sources.find(({ id }) => id === BODY)?.text.trim() ?? "";
}

export function usersWords({ settings, brief }: Table): string | null {
  return settings.opening === "user" ? bodyOf(brief) : null;
}

export function openingOf(debate: Debate): Opening {
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

export function nameOf({ proponent, challengers }: Table, id: string): string {
  return [proponent, ...challengers].find((one) => one.id === id)?.name ?? id;
}
