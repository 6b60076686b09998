/**
 * A proponent answers for a position, challengers try to refute it: all at once first, one confrontation after
 * another where they object.
 *
 *   PREFLIGHT   no challenger seated ──▶ no debate;  none can be reached ──▶ ABORTED
 *   blind       challengers answer alone (only with blind_first)
 *      │
 *   opening     position in parts, reasoning, confidence, weaknesses, assumptions ─ absent ──▶ ABORTED
 *      │
 *   challenges  all challengers file objections, at once ─ no answer ───────▶ ABORTED
 *   press       agreements without substance, once
 *      │
 *      ├─ nothing blocks ──▶ minor objections get a remark ──▶ CONSENSUS (1 round)
 *      │ something blocks
 *   response-n  proponent: ACCEPT, PARTIAL or REJECT each objection; new version ◄─┐
 *      ├─ withdrawn, or a user's plan granted not to hold ──▶ CONSENSUS (refuted)  │
 *   rebuttals-n dissenters, per objection: ACCEPT, MAINTAIN or ESCALATE            │
 *      │                                                                           │
 *      ├─ none stands, and there is a new version:                                 │
 *      │    final-n  everyone tries to refute it as a whole ─ holds ──▶ CONSENSUS  │
 *      ├─ rounds left, and something new is said ──────────────────────────────────┘
 *      │ no response, no rounds left, or nothing new two rounds running
 *   assumptions each side that is left ──▶ TRADEOFF, a person decides
 */
import type { Brief } from "../../domain/brief.ts";
import type { Outcome } from "../../domain/outcome/outcome.ts";
import { gatherEvidence } from "../../evidence/gather-evidence.ts";
import { createExchange } from "../../exchange/reader-view.ts";
import type { Floor } from "../../protocol.ts";
import { confrontOnce, testNewVersion } from "./confront.ts";
import { publishConsensus, publishTradeoff } from "./documents/publish-document.ts";
import { answerAlone, attackPosition, openPosition, pressAgreement } from "./prompts/asks.ts";
import { exposeAssumptions, remarkOnMinor } from "./prompts/closing-asks.ts";
import { abortDebate } from "./result.ts";
import {
  isConceded,
  isNeverConfronted,
  listNextRefuters,
  mustConfront,
} from "./rules/confrontation.ts";
import { listDissenters, listMinor, listStanding } from "./rules/objections.ts";
import { beginDebate, createDebateTable, type Debate } from "./rules/table.ts";
import { listThinAgreements } from "./rules/verdicts.ts";
import { type ChallengeSettings } from "./settings.ts";

export async function holdChallengeDebate(
  floor: Floor,
  given: Brief,
  settings: ChallengeSettings,
): Promise<Outcome> {
  const { fence } = floor;
  const seated = createDebateTable(floor.participants, given, settings);
  const { proponent, challengers } = seated;
  if (challengers.length === 0)
    return abortDebate(beginDebate(seated), "no challenger can be reached");
  const asked = [proponent, ...challengers];
  const { brief, askAgain } = await gatherEvidence(floor, given, { settings, asked });
  const table = { ...seated, brief, exchange: createExchange(floor, settings, brief) };

  const blind = settings.blind_first
    ? await floor.round("blind", challengers, (seat) => answerAlone(table, seat, fence))
    : null;
  // a round of one: its closing marks where the price of being challenged begins (K18)
  const opening = await floor.round("opening", [proponent], () => openPosition(table, fence));
  const opened = beginDebate(table, { blind, opening });
  if (opening.spoken.length === 0) return abortDebate(opened, "the proponent gave no opening");

  const challenges = await floor.round("challenges", challengers, (seat) =>
    attackPosition(opened, seat, fence),
  );
  const challenged = { ...opened, challenges };
  if (challenges.spoken.length === 0) return abortDebate(challenged, "no challenger answered");
  const thin = listThinAgreements(challenged);
  const press = thin.length
    ? await floor.round("press", thin, (seat) => pressAgreement(challenged, seat, fence))
    : null;

  let debate: Debate = { ...challenged, press };
  for (;;) {
    if (mustConfront(debate)) debate = await confrontOnce(floor, debate, askAgain);
    else if (listNextRefuters(debate).length > 0) debate = await testNewVersion(floor, debate);
    else break;
  }

  if (isConceded(debate) || listStanding(debate).length === 0) {
    if (debate.exchanges.length === 0 && listMinor(debate).length > 0) {
      debate = {
        ...debate,
        remarks: await floor.ask("remarks", proponent, remarkOnMinor(debate, fence)),
      };
    }
    return publishConsensus(floor, debate);
  }
  const contested = debate;
  const exposures = await floor.round(
    "assumptions",
    [proponent, ...listDissenters(contested)],
    (party) => exposeAssumptions(contested, party, fence),
  );
  const exposed = { ...contested, exposures };
  if (isNeverConfronted(exposed)) return abortDebate(exposed, "the proponent never responded");
  return publishTradeoff(floor, exposed);
}
