/**
 * A board debates a brief in three phases, and its synthesis keeps every dissent.
 *
 *   PHASE 1  statements: one per seat, blind; the contrarian opposes, the moonshot gives two versions
 *      │
 *      ├─ contrarian or moonshot lost ──▶ a person: go on without them, or ESCALATED
 *      ├─ fewer than two voices ────────▶ ABORTED
 *      │
 *   PHASE 2  responses-n: everyone answers the snapshot of the round before, in parallel
 *      │
 *      ├─ contrarian or moonshot lost ──▶ as above
 *      ├─ a limit, before anyone spoke ─▶ ESCALATED
 *      ├─ gate-n, from round 2, by the gate reviewer: two rounds running without new information
 *      │      ├─ HALT ──────────────────▶ phase 3
 *      │      └─ ESCALATE ──────────────▶ a person: continue, phase 3, or ESCALATED
 *      ├─ poll-n, if anyone asked and no new leader has come up: 2/3 yes ─▶ phase 3
 *      ├─ rounds left ──────────────────▶ another round
 *      │
 *   PHASE 3  forced after max_rounds
 *      └─ synthesis ─▶ reviews ─▶ (one correction ─▶ all review again)
 *             ├─ more than half of the roster go along ─▶ SYNTHESIZED
 *             └─ fewer ─────────────────▶ SYNTHESIZED_WITHOUT_MAJORITY: a person decides
 */
import type { Brief } from "../../domain/brief.ts";
import { prependJudgementNotice } from "../../domain/outcome/judgement.ts";
import type { Outcome } from "../../domain/outcome/outcome.ts";
import { gatherEvidence } from "../../evidence/gather-evidence.ts";
import { createExchange } from "../../exchange/reader-view.ts";
import { type Floor } from "../../protocol.ts";
import { askSeatsAgain } from "./ask-again.ts";
import {
  decisionRecord,
  gatherDecision,
  formatMemo,
  synthesisPage,
} from "./documents/board-documents.ts";
import { answerTheOthers, stateAlone } from "./prompts/asks.ts";
import { isBoardMember } from "./prompts/personas.ts";
import { concludeBoard } from "./result.ts";
import { listActiveSeats, type BoardHearing, openHearing } from "./rules/board-debate.ts";
import { synthesize } from "./rules/closing/synthesis.ts";
import { isPollDue } from "./rules/gate.ts";
import { holdPoll, decideWay, passTheGate, takeAttendance } from "./rules/phase-transitions.ts";
import { type BoardSettings } from "./settings.ts";

export async function holdBoardDebate(
  floor: Floor,
  given: Brief,
  settings: BoardSettings,
): Promise<Outcome> {
  const asked = floor.participants.filter(isBoardMember);
  const { brief, askAgain } = await gatherEvidence(floor, given, { settings, asked });
  const exchange = createExchange(floor, settings, brief);
  const table = { ...openHearing(floor.participants, brief, settings), exchange };
  const statements = await floor.round("statements", table.seats, (seat) =>
    stateAlone(table, seat, floor.fence),
  );
  const attended = await takeAttendance(floor, { ...table, statements });
  const hearing = await respond(floor, await askSeatsAgain(floor, attended, askAgain));
  const drafted = isOver(hearing) ? null : await synthesize(floor, hearing);
  const outcome = floor.weighed(concludeBoard(hearing, drafted));
  await floor.publish("board-memo.md", prependJudgementNotice(outcome, formatMemo(hearing)));
  const decided = gatherDecision(hearing, drafted, outcome);
  if (!decided) return outcome;
  const publish = (name: string, page: string): Promise<void> =>
    floor.publish(name, prependJudgementNotice(outcome, page));
  await publish("synthesis.md", synthesisPage(decided));
  await publish("adr.md", decisionRecord(decided));
  return outcome;
}

/** Nobody is left to write a synthesis, or nobody is to. */
function isOver({ way }: BoardHearing): boolean {
  return way === "silence" || way === "stopped" || way === "limit";
}

/** Phase 2, until one of the ways out of it is taken. */
async function respond(floor: Floor, begun: BoardHearing): Promise<BoardHearing> {
  let hearing = begun;
  while (hearing.way === null) {
    const round = hearing.rounds.length + 1;
    const before = hearing;
    const responses = await floor.round(`responses-${round}`, listActiveSeats(before), (seat) =>
      answerTheOthers(before, seat, floor.fence),
    );
    hearing = await takeAttendance(floor, { ...before, rounds: [...before.rounds, responses] });
    if (hearing.way === null && round >= 2) hearing = await passTheGate(floor, hearing);
    if (hearing.way === null && isPollDue(hearing)) hearing = await holdPoll(floor, hearing);
    if (round === hearing.settings.max_rounds) hearing = decideWay(hearing, "forced");
  }
  return hearing;
}
