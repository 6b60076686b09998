/** F5: those who still sit at the table may ask for files again, now that they know the statements. */
import type { GatheredEvidence } from "../../evidence/gather-evidence.ts";
import { lookAgain } from "../../evidence/look-again.ts";
import type { Floor } from "../../protocol.ts";
import { answerTheOthers } from "./prompts/asks.ts";
import { type BoardHearing, listActiveSeats } from "./rules/board-debate.ts";

export async function askSeatsAgain(
  floor: Floor,
  hearing: BoardHearing,
  askAgain: GatheredEvidence["askAgain"],
): Promise<BoardHearing> {
  return lookAgain(floor, hearing, {
    askAgain,
    seats: hearing.way === null ? listActiveSeats(hearing) : [],
    nextAsk: (known, seat) => answerTheOthers(known, seat, floor.fence),
  });
}
