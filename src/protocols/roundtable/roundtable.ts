/**
 * Specialists discuss a question until each of them is satisfied.
 *
 *   POSITIONS  all specialists, in parallel, blind; then read by all
 *      │   nobody spoke ───────────────────────────▶ ABORTED
 *      ▼
 *   DISCUSSION n  messages to all or to those named ←─────────────┐
 *   SCORES n      to the lead alone                               │
 *      ├─ all of the roster at the target ─▶ CONSENSUS ─▶ ADR     │
 *      ├─ last round, time, silence, stall after a compromise ─▶ a person decides:
 *      │     confirm (all would accept, none below 70) ─▶ ACCEPTED_WITH_RESERVATIONS ─▶ ADR
 *      │     majority, naming each veto and its concern ─▶ ACCEPTED_BY_RISK ─▶ ADR
 *      │     scope, defer, split, reject ─▶ ESCALATED             │
 *      ├─ stalled ─▶ COMPROMISE n  the lead proposes ─────────────┤
 *      └─ else ───────────────────────────────────────────────────┘
 */
import { prependJudgementNotice } from "../../domain/judgement.ts";
import type { Turn } from "../../domain/round.ts";
import { EXCHANGE_FLAGS } from "../../exchange/exchange-settings.ts";
import { createExchange } from "../../exchange/reader-view.ts";
import { defineProtocol } from "../../protocol.ts";
import { adrPage } from "./documents/adr-page.ts";
import { debatePage } from "./documents/debate-page.ts";
import { writeRecord } from "./documents/decision-record.ts";
import { exchange } from "./exchange.ts";
import { preflight } from "./preflight.ts";
import { statePosition } from "./prompts/asks.ts";
import { proposeCompromise } from "./prompts/lead-asks.ts";
import type { Compromise } from "./replies.ts";
import { conclude } from "./result.ts";
import { callsOf } from "./rules/calls.ts";
import { draftingOf, type EndedRoundtable, labelOf, UNANSWERED } from "./rules/ended-roundtable.ts";
import { escalationOf } from "./rules/escalation.ts";
import { haltAfter, isStalled, minutesSpent } from "./rules/progress.ts";
import { scoreRounds } from "./rules/scoring.ts";
import { SEATS, seatsFor } from "./rules/seats.ts";
import { tableOf, type Talk } from "./rules/table.ts";
import { RoundtableSettings } from "./settings.ts";

export const roundtable = defineProtocol({
  id: "roundtable",
  version: 1,
  summary:
    "Specialists exchange addressed messages and score their satisfaction until all reach 90, or a person decides.",
  settings: RoundtableSettings,
  seats: SEATS,
  seating: (_, settings) => seatsFor(settings),
  flags: {
    maxRounds: "max_rounds",
    specialists: "specialists",
    mandatory: "mandatory",
    ...EXCHANGE_FLAGS,
  },
  titles: {
    positions: "First positions, sealed",
    discussion: "Discussion",
    scores: "Scores, to the lead alone",
    compromise: "The lead proposes a compromise",
    "adr-draft": "Decision record, draft",
    "adr-review": "Decision record, review",
    "adr-revision": "Decision record, revision",
  },
  preflight,
  deciding: ({ target }) => ({ by: "scores", target }),
  deadlineMs: (settings) =>
    Math.max(settings.initial_position_minutes, settings.response_minutes) * 60_000,
  calls: callsOf,

  async run(floor, brief, settings) {
    const showing = createExchange(floor, settings, brief);
    const table = { ...tableOf(floor.participants, brief, settings), exchange: showing };
    const readingsMs = [await floor.now("clock-opened")];
    const positions = await floor.round("positions", table.specialists, (one) =>
      statePosition(table, one, floor.fence),
    );
    readingsMs.push(await floor.now("clock-positions"));
    let talk: Talk = { positions, exchanges: [] };
    if (positions.spoken.length === 0) {
      const nobody = { ...UNANSWERED, table, talk, readingsMs };
      await floor.publish("debate.md", debatePage(nobody));
      return conclude(nobody);
    }

    let halt: EndedRoundtable["halt"] = null;
    let proposed: Turn<Compromise> | null = null;
    for (let number = 1; halt === null; number++) {
      talk = await exchange(floor, table, { talk, number, proposed });
      readingsMs.push(await floor.now(`clock-${number}`));
      const closed = { table, talk, rounds: scoreRounds(table, talk) };
      const minutes = minutesSpent(table, readingsMs);
      halt = haltAfter(table, closed.rounds, { minutes, compromised: proposed !== null });
      proposed =
        halt === null && isStalled(table, closed.rounds)
          ? await floor.ask(
              `compromise-${number}`,
              table.lead,
              proposeCompromise(closed, floor.fence),
            )
          : null;
    }

    let ended: EndedRoundtable = { ...UNANSWERED, table, talk, readingsMs, halt };
    const rounds = scoreRounds(table, talk);
    if (halt !== "consensus") {
      const escalation = escalationOf(table, talk, { rounds, halt });
      const answer = await floor.escalate("escalation", escalation);
      const answeredMs = await floor.now("clock-answer");
      ended = { ...ended, escalation, answer, answeredMs };
    }
    if (labelOf(ended) !== "ESCALATED") {
      const record = await writeRecord(floor, { table, talk, rounds }, draftingOf(ended));
      ended = { ...ended, record };
      await floor.publish("adr.md", adrPage(ended, floor.weighed(conclude(ended))));
    }
    const outcome = floor.weighed(conclude(ended));
    await floor.publish("debate.md", prependJudgementNotice(outcome, debatePage(ended)));
    return outcome;
  },
});
