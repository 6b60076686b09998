/** Where each seat stands at some point of the debate, in its own words. */
import type { Participant } from "../../../domain/participant.ts";
import type { BoardVoice } from "../prompts/prompt-input.ts";
import { type BoardHearing, heldBy, listSeatTurns, pointsBefore } from "./board-debate.ts";
import { standingDissents } from "./closing/dissents.ts";
import { listTurnPoints, readTerm } from "./points.ts";
import { rememberPerHearing } from "./remember.ts";

export function findBoardVoice(hearing: BoardHearing, seat: Participant): BoardVoice | undefined {
  const turns = listSeatTurns(hearing, seat.id);
  const last = turns.at(-1);
  if (!last) return undefined;
  const { position, confidence, conditions, next_step } = last.reply;
  const known = pointsBefore(hearing);
  const read = (entry: string): string => readTerm(known, entry, seat.id);
  return {
    seat,
    position,
    choice: heldBy(hearing.brief, last.reply),
    confidence,
    conditions: conditions.map(read),
    next_step: next_step === null ? null : read(next_step),
    claims: turns.flatMap(listTurnPoints),
    dissents: standingDissents(hearing)
      .filter((one) => one.seat.id === seat.id)
      .map(({ id, text, about, round }) => ({ id, text, about, round })),
  };
}

export const voices = rememberPerHearing((hearing): readonly BoardVoice[] =>
  hearing.seats.flatMap((seat) => findBoardVoice(hearing, seat) ?? []),
);
