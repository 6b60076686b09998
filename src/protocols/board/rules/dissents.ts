/** F14-F16, F21, K6: who dissents, in whose words, and whether the dissent was only assigned. */
import type { DissentingOpinion } from "../../../domain/outcome.ts";
import type { Participant } from "../../../domain/participant.ts";
import { findSpokenTurn } from "../../../domain/round.ts";
import { type BoardHearing, heldBy, lastResponse, lastTurn } from "./board-debate.ts";
import { challenges } from "./reply-checks.ts";

/** A formal dissent, copied from the response that carries it. */
export interface FormalDissent {
  readonly seat: Participant;
  readonly text: string;
  readonly against: string;
  /** Conceded: withdrawn in a later response. An absent dissenter has conceded nothing (K4). */
  readonly status: "standing" | "conceded";
  readonly round: number;
  /** The seat is there to oppose; its dissent counts because it was upheld to the end. */
  readonly assigned: boolean;
}

export function formalDissents(hearing: BoardHearing): FormalDissent[] {
  return hearing.seats.flatMap((seat) => {
    const made = hearing.rounds.flatMap((round, index) => {
      const dissent = findSpokenTurn(round, seat.id)?.reply.formal_dissent;
      return dissent ? [{ ...dissent, round: index + 1 }] : [];
    });
    const latest = made.at(-1);
    if (!latest) return [];
    const standing = lastResponse(hearing, seat.id)?.round === latest.round;
    return [
      {
        seat,
        ...latest,
        status: standing ? ("standing" as const) : ("conceded" as const),
        assigned: seat.role === "contrarian",
      },
    ];
  });
}

export function standingDissents(hearing: BoardHearing): FormalDissent[] {
  return formalDissents(hearing).filter(({ status }) => status === "standing");
}

/** What the contrarian was there to say, where it does not formally dissent at the end. */
export interface AssignedOpposition {
  readonly by: string;
  readonly text: string;
  readonly alternative: string | null;
}

export function assignedOpposition(hearing: BoardHearing): AssignedOpposition[] {
  const upheld = new Set(standingDissents(hearing).map(({ seat }) => seat.id));
  return hearing.seats
    .filter(({ id, role }) => role === "contrarian" && !upheld.has(id))
    .flatMap(({ id }) => {
      const last = lastTurn(hearing, id);
      const statement = findSpokenTurn(hearing.statements, id)?.reply;
      if (!last) return [];
      const alternative = statement && "alternative" in statement ? statement.alternative : null;
      return [{ by: id, text: last.reply.position, alternative }];
    });
}

/** Outcome dissents: formal ones that remain. Without a decision, everyone's last answer is a case. */
export function outcomeDissents(hearing: BoardHearing, decided: boolean): DissentingOpinion[] {
  const standing = standingDissents(hearing);
  return hearing.seats.flatMap(({ id }) => {
    const dissent = standing.find(({ seat }) => seat.id === id);
    const last = lastTurn(hearing, id);
    if (!last || (decided && !dissent)) return [];
    return [
      {
        by: id,
        holds: heldBy(last.reply),
        words: dissent?.text ?? last.reply.position,
        grounds: last.claims.map(({ id: claim, text }) => ({ id: claim, text })),
        stage: stageOf(hearing, id),
      },
    ];
  });
}

/** Set if a seat did not answer in the last round. */
export function stageOf(hearing: BoardHearing, seat: string): string | null {
  const last = lastResponse(hearing, seat)?.round ?? 0;
  if (last === hearing.rounds.length) return null;
  return last === 0 ? "statement only" : `round ${last}`;
}

/** F9: seats that never challenged anyone with a reason in phase 2. */
export function unmetChallenges({ rounds, statements, seats }: BoardHearing): string[] {
  if (rounds.length === 0) return [];
  return seats
    .filter(({ id }) => findSpokenTurn(statements, id))
    .filter(({ id }) => {
      const answers = rounds.flatMap((round) => findSpokenTurn(round, id) ?? []);
      return !answers.some(({ reply }) => challenges(reply));
    })
    .map(({ id }) => id);
}
