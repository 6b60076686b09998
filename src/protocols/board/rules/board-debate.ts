/** The state of a debate: what was said so far, and who is still seated. It is immutable. */
import { type Brief, findOption } from "../../../domain/brief.ts";
import type { Claim } from "../../../domain/claim.ts";
import type { Participant } from "../../../domain/participant.ts";
import { type Round, type Spoken, type Turn, findSpokenTurn } from "../../../domain/round.ts";
import type { ExchangeContext } from "../../../exchange/reader-view.ts";
import type { EscalationAnswer } from "../../../protocol.ts";
import { isBoardMember } from "../prompts/personas.ts";
import { type BoardPoint, NO_OPTION, VERDICTS } from "../prompts/prompt-input.ts";
import type { Ballot, GateReview, BoardResponse, BoardStatement } from "../replies.ts";
import type { BoardSettings, Preset } from "../settings.ts";
import { listTurnPoints } from "./points.ts";
import { findSynthesizer, presetFor } from "./presets.ts";

/** What a person decided when the table could not. */
export interface Ruling extends EscalationAnswer {
  readonly round: number;
  readonly about: "lost" | "gate";
  readonly question: string;
  /** Seats the ruling is about. */
  readonly seats: readonly string[];
}

/** How phase 2 ended. */
export type Way = "poll" | "gate" | "person" | "forced" | "stopped" | "silence" | "limit";

export interface BoardHearing {
  readonly brief: Brief;
  /** Members of the board, without the gate reviewer. */
  readonly seats: readonly Participant[];
  /** F27: a seat of its own. */
  readonly gate: Participant | null;
  readonly settings: BoardSettings;
  readonly preset: Preset;
  readonly synthesizer: string;
  readonly statements: Round<BoardStatement>;
  readonly rounds: readonly Round<BoardResponse>[];
  readonly gates: readonly { readonly round: number; readonly turn: Turn<GateReview> }[];
  readonly polls: readonly { readonly round: number; readonly ballots: Round<Ballot> }[];
  readonly rulings: readonly Ruling[];
  readonly way: Way | null;
  readonly exchange?: ExchangeContext | null;
}

export type BoardTurn = Spoken<BoardStatement | BoardResponse>;

export function openHearing(
  participants: readonly Participant[],
  brief: Brief,
  settings: BoardSettings,
): BoardHearing {
  const preset = presetFor(brief, settings);
  const seats = participants.filter(isBoardMember);
  return {
    brief,
    seats,
    gate: participants.find((seat) => !isBoardMember(seat)) ?? null,
    settings,
    preset,
    synthesizer: findSynthesizer(preset, settings, seats),
    statements: { step: "statements", spoken: [], absent: [] },
    rounds: [],
    gates: [],
    polls: [],
    rulings: [],
    way: null,
  };
}

/** A seat without a statement, or silent for two rounds running, is no longer asked. */
export function listActiveSeats({ seats, statements, rounds }: BoardHearing): Participant[] {
  return seats.filter(({ id }) => {
    if (!findSpokenTurn(statements, id)) return false;
    const missed = rounds.map((round) => !findSpokenTurn(round, id));
    return !missed.some((absent, at) => absent && missed[at + 1] === true);
  });
}

/** Not asked, because a limit left nothing to ask with. */
export function isUnaffordable(turn: Turn<unknown>): boolean {
  return turn.kind === "absent" && turn.reason === "over-budget";
}

/** F14: the two that are never optional and are gone, with no ruling about them yet. */
export function newlyLost(hearing: BoardHearing): Participant[] {
  const present = new Set(listActiveSeats(hearing).map(({ id }) => id));
  const ruled = new Set(hearing.rulings.flatMap(({ seats }) => seats));
  return hearing.seats.filter(
    ({ id, role }) =>
      (role === "contrarian" || role === "moonshot") && !present.has(id) && !ruled.has(id),
  );
}

/** All turns of a seat in order, the statement first. */
export function listSeatTurns({ statements, rounds }: BoardHearing, seat: string): BoardTurn[] {
  const stated: BoardTurn | undefined = findSpokenTurn(statements, seat);
  const answers: BoardTurn[] = rounds.flatMap((round) => findSpokenTurn(round, seat) ?? []);
  return [...(stated ? [stated] : []), ...answers];
}

/** What a participant said last. */
export function lastTurn(hearing: BoardHearing, seat: string): BoardTurn | undefined {
  return listSeatTurns(hearing, seat).at(-1);
}

/** The round in which a seat spoke last; 0 for its statement, undefined for never. */
export function findLastRound(
  { statements, rounds }: BoardHearing,
  seat: string,
  before = rounds.length + 1,
): number | undefined {
  for (let at = before - 1; at >= 1; at--) {
    const round = rounds[at - 1];
    if (round && findSpokenTurn(round, seat)) return at;
  }
  return findSpokenTurn(statements, seat) ? 0 : undefined;
}

/** Every claim made before a round began; all of them without one. */
export function claimsBefore({ statements, rounds }: BoardHearing, round?: number): Claim[] {
  const earlier = round === undefined ? rounds : rounds.slice(0, round - 1);
  return [statements, ...earlier].flatMap(({ spoken }) => spoken.flatMap(({ claims }) => claims));
}

/** The same with what each of them is. */
export function pointsBefore({ statements, rounds }: BoardHearing, round?: number): BoardPoint[] {
  const earlier = round === undefined ? rounds : rounds.slice(0, round - 1);
  const turns: BoardTurn[] = [statements, ...earlier].flatMap(
    ({ spoken }): readonly BoardTurn[] => spoken,
  );
  return turns.flatMap(listTurnPoints);
}

/** An option, none of them, or a verdict where there are no options; null for anything else. */
export function readChoice(brief: Brief, words: string): string | null {
  const exact = findOption(brief, words);
  if (exact) return exact.id;
  const folded = words
    .trim()
    .replace(/^option[\s-]+/i, "")
    .toLowerCase();
  const option = brief.options.find(({ id }) => id.toLowerCase() === folded);
  if (option) return option.id;
  const others: readonly string[] = brief.options.length > 0 ? [NO_OPTION] : VERDICTS;
  return others.includes(folded) ? folded : null;
}

/** K21: the choice that a sentence begins with, as in "A, with volunteers only"; "A partner" names none. */
export function readFirstChoice(brief: Brief, words: string): string | null {
  const [, first = words] = FIRST_CHOICE.exec(words.trim()) ?? [];
  return readChoice(brief, first);
}

const FIRST_CHOICE =
  /^((?:option[\s-]+)?[\p{L}\p{N}_-]+)(?:[,.:;(–—]|\s+(?:as|but|by|for|from|if|in|only|then|until|with|without)\b|\s+[(–—-])/iu;

/** What a reply chooses. */
export function heldBy(brief: Brief, { choice }: { readonly choice: string }): string {
  return readChoice(brief, choice) ?? choice;
}

export function findBoardName(
  { seats, gate }: Pick<BoardHearing, "seats" | "gate">,
  id: string,
): string {
  return [...seats, ...(gate ? [gate] : [])].find((seat) => seat.id === id)?.name ?? id;
}

/** A choice in words: the option's label, or the verdict. */
export function describeChoice({ brief }: Pick<BoardHearing, "brief">, choice: string): string {
  const option = findOption(brief, choice);
  if (option) return `${option.id} (${option.label})`;
  return choice === NO_OPTION ? "none of the options" : choice;
}
