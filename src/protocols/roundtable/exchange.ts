/**
 * T33: one round: everyone writes to the others from the same snapshot, then sends a score to the lead. Order cannot
 * matter.
 */
import type { Turn } from "../../domain/round.ts";
import type { Floor } from "../../protocol.ts";
import { discuss, giveScore } from "./prompts/asks.ts";
import type { Compromise } from "./replies.ts";
import { scoreRounds } from "./rules/scoring.ts";
import { opened, type RoundtableDebateTable, type Talk, withLast } from "./rules/table.ts";

export async function exchange(
  floor: Floor,
  table: RoundtableDebateTable,
  before: { talk: Talk; number: number; proposed: Turn<Compromise> | null },
): Promise<Talk> {
  const { number, proposed } = before;
  const rounds = scoreRounds(table, before.talk);
  const open = opened(before.talk, number, proposed);
  const discussion = await floor.round(`discussion-${number}`, table.specialists, (seat) =>
    discuss({ table, talk: open, rounds, number }, seat, floor.fence),
  );
  const heard = withLast(open, { discussion });
  const scores = await floor.round(`scores-${number}`, table.specialists, (seat) =>
    giveScore({ table, talk: heard, rounds, number }, seat, floor.fence),
  );
  return withLast(heard, { scores });
}
