/**
 * Specialists discuss a question until each of them is satisfied with one written proposal.
 *
 *   POSITIONS  all specialists, in parallel, blind; then read by all
 *      │   no one spoke ───────────────────────────▶ ABORTED
 *      ▼
 *   PROPOSAL n    the lead writes it from what was said; with a compromise if stalled ←──┐
 *   DISCUSSION n  messages to all, or to the one who must answer                          │
 *   SCORES n      about that version, to the lead alone                                   │
 *      ├─ all of the roster at the target ─▶ CONSENSUS ─▶ ADR                             │
 *      ├─ last round, time, silence, stall after a compromise ─▶ a person decides:        │
 *      │     confirm (all would accept, none below 70) ─▶ ACCEPTED_WITH_RESERVATIONS ─▶ ADR
 *      │     majority, naming each veto and its concern ─▶ ACCEPTED_BY_RISK ─▶ ADR        │
 *      │     scope, defer, split, reject ─▶ ESCALATED                                     │
 *      └─ else ───────────────────────────────────────────────────────────────────────────┘
 */
import type { Brief } from "../../domain/brief.ts";
import { prependJudgementNotice } from "../../domain/outcome/judgement.ts";
import type { Outcome } from "../../domain/outcome/outcome.ts";
import { gatherEvidence } from "../../evidence/gather-evidence.ts";
import { createExchange } from "../../exchange/reader-view.ts";
import type { Floor } from "../../protocol.ts";
import { writeAdrPage } from "./documents/adr-page.ts";
import { writeDebatePage } from "./documents/debate-page.ts";
import { writeRecord } from "./documents/decision-record.ts";
import { holdRound } from "./hold-round.ts";
import { statePosition } from "./prompts/asks.ts";
import { concludeRoundtable } from "./result.ts";
import {
  describeDrafting,
  type EndedRoundtable,
  isDecided,
  UNANSWERED,
} from "./rules/ended-roundtable.ts";
import { createEscalation } from "./rules/escalation.ts";
import { countMinutes, findHalt } from "./rules/progress.ts";
import { countTable } from "./rules/scoring.ts";
import { type RoundtableDebateTable, seatTable, type Talk } from "./rules/table.ts";
import { type RoundtableSettings } from "./settings.ts";

export async function holdRoundtableDebate(
  floor: Floor,
  given: Brief,
  settings: RoundtableSettings,
): Promise<Outcome> {
  const { brief, askAgain } = await gatherEvidence(floor, given, { settings });
  const seated = seatTable(floor.participants, brief, settings);
  const [drawn = 0] = floor.seededOrder("counter-case", seated.specialists.length);
  let table: RoundtableDebateTable = {
    ...seated,
    challenger: seated.specialists[drawn] ?? null,
    exchange: createExchange(floor, settings, brief),
  };
  const readingsMs = [await floor.now("clock-opened")];
  const positions = await floor.round("positions", table.specialists, (one) =>
    statePosition(table, one, floor.fence),
  );
  readingsMs.push(await floor.now("clock-positions"));
  let talk: Talk = { positions, exchanges: [] };
  if (positions.spoken.length === 0) {
    const nobody = { ...UNANSWERED, table, talk, readingsMs };
    await floor.publish("debate.md", writeDebatePage(nobody));
    return concludeRoundtable(nobody);
  }

  let halt: EndedRoundtable["halt"] = null;
  for (let number = 1; halt === null; number++) {
    ({ table, talk } = await holdRound(floor, table, { talk, number, askAgain }));
    readingsMs.push(await floor.now(`clock-${number}`));
    const { rounds } = countTable(table, talk);
    halt = findHalt(table, { talk, rounds, minutes: countMinutes(table, readingsMs) });
  }

  let ended: EndedRoundtable = { ...UNANSWERED, table, talk, readingsMs, halt };
  if (halt !== "consensus") {
    const escalation = createEscalation(table, talk, halt);
    const answer = await floor.escalate("escalation", escalation);
    const answeredMs = await floor.now("clock-answer");
    ended = { ...ended, escalation, answer, answeredMs };
  }
  if (isDecided(ended)) {
    const record = await writeRecord(floor, { table, talk }, describeDrafting(ended));
    ended = { ...ended, record };
    await floor.publish("adr.md", writeAdrPage(ended, floor.weighed(concludeRoundtable(ended))));
  }
  const outcome = floor.weighed(concludeRoundtable(ended));
  await floor.publish("debate.md", prependJudgementNotice(outcome, writeDebatePage(ended)));
  return outcome;
}
