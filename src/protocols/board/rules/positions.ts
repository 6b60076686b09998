/** K18: each seat's position on its own, its position at the end, and what the debate changed. */
import type { Brief } from "../../../domain/brief.ts";
import type { BlindBaseline } from "../../../domain/outcome.ts";
import type { Spoken } from "../../../domain/round.ts";
import { type Tally, tally, TWO_THIRDS } from "../../../domain/tally.ts";
import type { BoardResponse, BoardStatement } from "../replies.ts";
import { type BoardHearing, heldBy, lastTurn } from "./board-debate.ts";
import { stageOf } from "./dissents.ts";

export interface BoardFinalPosition {
  readonly by: string;
  readonly role: string;
  readonly holds: string;
  readonly position: string;
  /** Set if the seat did not answer in the last round. */
  readonly stage: string | null;
}

export function finalPositions(hearing: BoardHearing): BoardFinalPosition[] {
  return hearing.seats.flatMap(({ id, name }) => {
    const last = lastTurn(hearing, id);
    if (!last) return [];
    const { position } = last.reply;
    return [
      { by: id, role: name, holds: heldBy(last.reply), position, stage: stageOf(hearing, id) },
    ];
  });
}

export function firstTally({ statements, brief }: BoardHearing): Tally {
  return tallied(brief, statements.spoken);
}

/** Only who spoke in the last round is counted: an older word is shown, never added (K4). */
export function finalTally({ statements, rounds, brief }: BoardHearing): Tally {
  return tallied(brief, (rounds.at(-1) ?? statements).spoken);
}

/** If there are options, only they are votes; a verdict beside them votes for none. */
function tallied(brief: Brief, spoken: readonly Spoken<BoardStatement | BoardResponse>[]): Tally {
  const votes = spoken.flatMap(({ by, reply }) => {
    const option = brief.options.length > 0 ? reply.option : (reply.option ?? reply.verdict);
    return option === null ? [] : [{ by, option }];
  });
  return tally(votes, TWO_THIRDS);
}

/** With options, the blind majority against the synthesis; without, against the final verdicts. */
export function baselineOf(hearing: BoardHearing, choice: string | null): BlindBaseline {
  const first = firstTally(hearing);
  const final = hearing.brief.options.length > 0 ? choice : finalTally(hearing).carried;
  return {
    distribution: first.distribution,
    choice: first.carried,
    changed: first.carried !== final,
  };
}
