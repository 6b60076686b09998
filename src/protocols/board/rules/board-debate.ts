/** The state of a debate: what was said so far, and who is still seated. It is immutable. */
import type { Brief } from "../../../domain/brief.ts";
import type { Claim } from "../../../domain/claim.ts";
import type { Participant } from "../../../domain/participant.ts";
import { type Round, type Spoken, type Turn, findSpokenTurn } from "../../../domain/round.ts";
import type { ExchangeContext } from "../../../exchange/reader-view.ts";
import type { EscalationAnswer } from "../../../protocol.ts";
import type { BoardVoice } from "../prompts/prompt-input.ts";
import type { Ballot, GateReview, BoardResponse, BoardStatement } from "../replies.ts";
import type { BoardSettings, Preset } from "../settings.ts";
import { type Offices, officesOf, presetFor } from "./presets.ts";

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
  readonly seats: readonly Participant[];
  readonly settings: BoardSettings;
  readonly preset: Preset;
  readonly offices: Offices;
  readonly statements: Round<BoardStatement>;
  readonly rounds: readonly Round<BoardResponse>[];
  readonly gates: readonly { readonly round: number; readonly turn: Turn<GateReview> }[];
  readonly polls: readonly { readonly round: number; readonly ballots: Round<Ballot> }[];
  readonly rulings: readonly Ruling[];
  readonly way: Way | null;
  readonly exchange?: ExchangeContext | null;
}

export function opened(
  seats: readonly Participant[],
  brief: Brief,
  settings: BoardSettings,
): BoardHearing {
  const preset = presetFor(brief, settings);
  return {
    brief,
    seats,
    settings,
    preset,
    offices: officesOf(preset, settings, seats),
    statements: { step: "statements", spoken: [], absent: [] },
    rounds: [],
    gates: [],
    polls: [],
    rulings: [],
    way: null,
  };
}

/** A seat without a statement, or silent for two rounds running, is no longer asked. */
export function active({ seats, statements, rounds }: BoardHearing): Participant[] {
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
  const present = new Set(active(hearing).map(({ id }) => id));
  const ruled = new Set(hearing.rulings.flatMap(({ seats }) => seats));
  return hearing.seats.filter(
    ({ id, role }) =>
      (role === "contrarian" || role === "moonshot") && !present.has(id) && !ruled.has(id),
  );
}

/** What a participant said last; its statement where it never answered since. */
export function lastTurn(
  { statements, rounds }: BoardHearing,
  seat: string,
): Spoken<BoardStatement | BoardResponse> | undefined {
  const answers = rounds.flatMap((round) => findSpokenTurn(round, seat) ?? []);
  return answers.at(-1) ?? findSpokenTurn(statements, seat);
}

export function lastResponse(
  { rounds }: BoardHearing,
  seat: string,
): { readonly round: number; readonly turn: Spoken<BoardResponse> } | undefined {
  return rounds
    .flatMap((round, index) => {
      const turn = findSpokenTurn(round, seat);
      return turn ? [{ round: index + 1, turn }] : [];
    })
    .at(-1);
}

/** Every claim made before a round began; all of them without one. */
export function claimsBefore({ statements, rounds }: BoardHearing, round?: number): Claim[] {
  const earlier = round === undefined ? rounds : rounds.slice(0, round - 1);
  return [statements, ...earlier].flatMap(({ spoken }) => spoken.flatMap(({ claims }) => claims));
}

/** A seat's position: an option, otherwise a verdict on the proposal. */
export function heldBy({ option, verdict }: Pick<BoardVoice, "option" | "verdict">): string {
  return option ?? verdict ?? NOTHING;
}

export const NOTHING = "none";

export function voiceOf(hearing: BoardHearing, seat: Participant): BoardVoice | undefined {
  const turn = lastTurn(hearing, seat.id);
  if (!turn) return undefined;
  const { position, option, verdict, confidence } = turn.reply;
  const own = [hearing.statements, ...hearing.rounds].flatMap((round) => {
    const spoken: Spoken<BoardStatement | BoardResponse> | undefined = findSpokenTurn<
      BoardStatement | BoardResponse
    >(round, seat.id);
    return spoken ?? [];
  });
  return {
    seat,
    position,
    option,
    verdict,
    confidence,
    risks: own.flatMap(({ reply }) => ("risks" in reply ? reply.risks : reply.missed_risks)),
    claims: own.flatMap(({ claims }) => claims),
    dissent: lastResponse(hearing, seat.id)?.turn.reply.formal_dissent ?? null,
  };
}

export function voices(hearing: BoardHearing): BoardVoice[] {
  return hearing.seats.flatMap((seat) => voiceOf(hearing, seat) ?? []);
}

export function nameOf({ seats }: Pick<BoardHearing, "seats">, id: string): string {
  return seats.find((seat) => seat.id === id)?.name ?? id;
}
