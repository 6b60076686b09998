/**
 * A proponent holds a position, challengers try to refute it: all at once first, one confrontation after
 * another where they object.
 *
 *   PREFLIGHT  nobody to challenge ──▶ no debate
 *      │
 *   blind      challengers answer alone (only with blind_first)
 *      │
 *   opening    position, reasoning, confidence, weaknesses, assumptions ─ absent ──▶ ABORTED
 *      │
 *   challenges all challengers, at once ─ nobody answers ──▶ ABORTED
 *      │
 *   press      agreements without substance, once
 *      │
 *      ├─ nobody blocks ──▶ minor objections get a remark ──▶ CONSENSUS (1 round)
 *      │ someone blocks
 *   response-n  proponent: ACCEPT, PARTIAL or REJECT each objection ◄──────────────┐
 *      │                                                                           │
 *   rebuttals-n dissenters: ACCEPT, MAINTAIN or ESCALATE                           │
 *      │                                                                           │
 *      ├─ all withdrawn ──▶ CONSENSUS                                              │
 *      ├─ rounds left, and something new is said ──────────────────────────────────┘
 *      │ no response, no rounds left, or nothing new two rounds running
 *   assumptions each side that is left ──▶ TRADEOFF, a person decides
 */
import { createExchange } from "../../exchange/reader-view.ts";
import { defineProtocol } from "../../protocol.ts";
import { consensusDocument, tradeoffDocument } from "./documents/challenge-documents.ts";
import { publishedWith } from "./documents/publish-document.ts";
import { preflight } from "./preflight.ts";
import { answerAlone, attack, openPosition, press } from "./prompts/asks.ts";
import { exposeAssumptions, rebut, remarkOn, respondTo } from "./prompts/confrontation-asks.ts";
import { SEATS } from "./prompts/personas.ts";
import { aborted, consensus, tradeoff } from "./result.ts";
import { mustConfront, neverConfronted } from "./rules/confrontation.ts";
import { dissenters, standing } from "./rules/objections.ts";
import { boundsOf, FLAGS, TITLES } from "./rules/steps.ts";
import { begun, type Debate, tableOf } from "./rules/table.ts";
import { minorObjections, thinAgreements } from "./rules/verdicts.ts";
import { ChallengeSettings } from "./settings.ts";

export const challenge = defineProtocol({
  id: "challenge",
  version: 1,
  summary:
    "Challengers attack a position all at once; objections are confronted until withdrawn or explained.",
  input: "plan",
  settings: ChallengeSettings,
  seats: SEATS,
  flags: FLAGS,
  titles: TITLES,
  preflight,
  deciding: () => ({ by: "withdrawal", settled: "agree", proponent: "proponent" }),
  deadlineMs: ({ timeout_per_cli }) => timeout_per_cli * 1000,
  calls: boundsOf,

  async run(floor, brief, settings) {
    const { fence } = floor;
    const exchange = createExchange(floor, settings, brief);
    const table = { ...tableOf(floor.participants, brief, settings), exchange };
    const { proponent, challengers } = table;

    const blind = settings.blind_first
      ? await floor.round("blind", challengers, (seat) => answerAlone(table, seat, fence))
      : null;
    // a round of one: its closing marks where the price of being challenged begins (K18)
    const opening = await floor.round("opening", [proponent], () => openPosition(table, fence));
    const opened = begun(table, { blind, opening });
    if (opening.spoken.length === 0) return aborted(opened, "the proponent gave no opening");

    const challenges = await floor.round("challenges", challengers, (seat) =>
      attack(opened, seat, fence),
    );
    const challenged = { ...opened, challenges };
    if (challenges.spoken.length === 0) return aborted(challenged, "no challenger answered");

    const thin = thinAgreements(challenged);
    const pressed =
      thin.length === 0
        ? null
        : await floor.round("press", thin, (seat) => press(challenged, seat, fence));

    let debate: Debate = { ...challenged, press: pressed };
    while (mustConfront(debate)) {
      const before = debate;
      const round = before.exchanges.length + 1;
      const response = await floor.ask(`response-${round}`, proponent, respondTo(before, fence));
      const answered: Debate = {
        ...before,
        exchanges: [...before.exchanges, { round, response, rebuttals: null }],
      };
      debate = answered;
      if (response.kind === "absent") continue;
      const rebuttals = await floor.round(`rebuttals-${round}`, dissenters(answered), (seat) =>
        rebut(answered, seat, fence),
      );
      debate = { ...before, exchanges: [...before.exchanges, { round, response, rebuttals }] };
    }

    if (standing(debate).length === 0) {
      if (debate.exchanges.length === 0 && minorObjections(debate).length > 0) {
        const remarks = await floor.ask("remarks", proponent, remarkOn(debate, fence));
        debate = { ...debate, remarks };
      }
      const text = consensusDocument(debate);
      return publishedWith(floor, consensus(debate), { name: "consensus.md", text });
    }

    const contested = debate;
    const exposures = await floor.round(
      "assumptions",
      [proponent, ...dissenters(contested)],
      (party) => exposeAssumptions(contested, party, fence),
    );
    const exposed = { ...contested, exposures };
    if (neverConfronted(exposed)) return aborted(exposed, "the proponent never responded");
    const text = tradeoffDocument(exposed);
    return publishedWith(floor, tradeoff(exposed), { name: "tradeoff.md", text });
  },
});
