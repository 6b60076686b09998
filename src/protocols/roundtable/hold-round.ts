/**
 * T0, T33: one round. The lead puts a version of the proposal on the table, everyone writes about it from the same
 * snapshot, then scores that version. Order cannot matter.
 */
import type { GatheredEvidence } from "../../evidence/gather-evidence.ts";
import { lookAgain } from "../../evidence/look-again.ts";
import type { Floor } from "../../protocol.ts";
import { discuss, giveScore } from "./prompts/asks.ts";
import { writeProposal } from "./prompts/lead-asks.ts";
import { isStalled } from "./rules/progress.ts";
import { countTable } from "./rules/scoring.ts";
import { fillLastRound, openRound, type RoundtableDebateTable, type Talk } from "./rules/table.ts";

export async function holdRound(
  floor: Floor,
  begun: RoundtableDebateTable,
  {
    talk,
    number,
    askAgain,
  }: { talk: Talk; number: number; askAgain: GatheredEvidence["askAgain"] },
): Promise<{ readonly table: RoundtableDebateTable; readonly talk: Talk }> {
  const stalled = isStalled(begun, countTable(begun, talk).rounds);
  const written = writeProposal({ table: begun, talk, number, stalled }, floor.fence);
  const proposal = await floor.ask(`proposal-${number}`, begun.lead, written);
  const open = openRound(talk, number, { proposal, stalled });
  const table = await lookAgain(floor, begun, {
    askAgain,
    seats: number === 1 ? begun.specialists : [],
    nextAsk: (known, seat) => discuss({ table: known, talk: open, number }, seat, floor.fence),
  });
  const discussion = await floor.round(`discussion-${number}`, table.specialists, (seat) =>
    discuss({ table, talk: open, number }, seat, floor.fence),
  );
  const heard = fillLastRound(open, { discussion });
  const scores = await floor.round(`scores-${number}`, table.specialists, (seat) =>
    giveScore({ table, talk: heard, number }, seat, floor.fence),
  );
  return { table, talk: fillLastRound(heard, { scores }) };
}
