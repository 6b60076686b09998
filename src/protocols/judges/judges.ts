/**
 * Judges with fixed stances recommend one option.
 *
 *   trigger: scope_critical, and it is not ──▶ one recommendation, no debate
 *
 *   ROUND 1  openings: all judges, in parallel, blind
 *      │
 *      ├─ no valid vote ────────▶ ABORTED
 *      ├─ one valid vote ───────▶ INSUFFICIENT_DATA
 *      ├─ enough votes ─────────▶ CONSENSUS, without round 2 unless second_round is always
 *   ROUND 2  responses: each reads the others, challenges every one, concedes, corrects, defends or revises
 *      │
 *      ├─ enough votes ─────────▶ CONSENSUS, dissents kept
 *      └─ not enough ───────────▶ CONTESTED, a person decides
 */
import type { Brief } from "../../domain/brief.ts";
import type { Outcome } from "../../domain/outcome/outcome.ts";
import type { Participant } from "../../domain/participant.ts";
import { gatherEvidence } from "../../evidence/gather-evidence.ts";
import { createExchange } from "../../exchange/reader-view.ts";
import type { Floor } from "../../protocol.ts";
import { openingPages, responsePages } from "./documents/round-pages.ts";
import { RESPONSES } from "./prompts/anonymizer.ts";
import { challengeTheOthers, recommendAlone } from "./prompts/asks.ts";
import { concludeJudges, recommendedAlone, withNote } from "./result.ts";
import { classifyQuestion } from "./rules/classify.ts";
import { firstTally } from "./rules/votes.ts";
import { decideSecondRound } from "./rules/worth-debating.ts";
import { isSecondRoundAlways, type JudgesSettings } from "./settings.ts";

export async function holdJudgesDebate(
  floor: Floor,
  given: Brief,
  settings: JudgesSettings,
): Promise<Outcome> {
  const { max_rounds, trigger } = settings;
  const kind = classifyQuestion(given.question);
  const pragmatic =
    floor.participants.find(({ stance }) => stance === "pragmatic") ?? floor.participants[0];
  if (!pragmatic) throw new TypeError("A panel has judges.");
  const isAlone = trigger === "scope_critical" && kind.classification !== "SCOPE_CRITICAL";
  const asked = isAlone ? [pragmatic] : floor.participants;
  const { brief, askAgain } = await gatherEvidence(floor, given, { settings, asked });
  const task = {
    brief,
    requireCause: settings.require_change_documentation,
    requireStance: settings.require_stance_maintenance,
  };
  const panel = { brief, judges: floor.participants, settings, kind };

  if (isAlone) {
    const alone = recommendAlone(task, pragmatic, floor.fence);
    return recommendedAlone(panel, await floor.ask("recommendation", pragmatic, alone));
  }

  const openings = await floor.round("openings", panel.judges, (judge) =>
    recommendAlone(task, judge, floor.fence),
  );
  for (const page of openingPages(panel, openings)) await floor.publish(page.name, page.text);

  const first = firstTally(panel, openings);
  const auto =
    settings.second_round === "where_it_pays" && openings.spoken.length > 1
      ? decideSecondRound(openings.spoken, first, floor.seededOrder)
      : null;
  const agreed = first.carried !== null && !isSecondRoundAlways(settings, brief);
  const goOn = auto?.goOn ?? !agreed;
  if (openings.spoken.length < 2 || !goOn || max_rounds === 1) {
    return withNote(concludeJudges(panel, openings, null), auto?.why);
  }

  const present = panel.judges.filter(({ id }) => openings.spoken.some(({ by }) => by === id));
  const stage = { ...task, judges: panel.judges, openings: openings.spoken };
  const challenge = (known: Brief) => (judge: Participant) =>
    challengeTheOthers(
      { ...stage, brief: known, exchange: createExchange(floor, settings, known) },
      judge,
      floor.fence,
    );
  const known = await askAgain(present, challenge(brief));
  const responses = await floor.round(RESPONSES, present, challenge(known));
  for (const page of responsePages(panel, openings, responses)) {
    await floor.publish(page.name, page.text);
  }
  return withNote(concludeJudges(panel, openings, responses), auto?.why);
}
