/**
 * Judges with fixed stances recommend one option.
 *
 *   trigger: scope_critical, and it is not ──▶ one recommendation, no debate
 *
 *   ROUND 1  openings: all judges, in parallel, blind
 *      │
 *      ├─ fewer than two valid votes ──▶ insufficient data
 *      ├─ 2/3 agree ──────────────────▶ CONSENSUS (round 2 skipped, unless second_round: always)
 *      │ no consensus
 *   ROUND 2  responses: each reads the others, challenges every one, concedes, corrects, defends or revises
 *      │
 *      ├─ 2/3 of all who voted agree ─▶ CONSENSUS, dissents kept
 *      └─ no consensus ───────────────▶ CONTESTED, a person decides
 */
import { EXCHANGE_FLAGS } from "../../exchange/exchange-settings.ts";
import { createExchange } from "../../exchange/reader-view.ts";
import { defineProtocol } from "../../protocol.ts";
import { openingPages, responsePages } from "./documents/round-pages.ts";
import { preflight } from "./preflight.ts";
import { RESPONSES } from "./prompts/anonymizer.ts";
import { challengeTheOthers, recommendAlone } from "./prompts/asks.ts";
import { conclude, recommendedAlone } from "./result.ts";
import { classify } from "./rules/classify.ts";
import { firstTally } from "./rules/votes.ts";
import { isSecondRoundAlways, JudgesSettings } from "./settings.ts";

export const judges = defineProtocol({
  id: "judges",
  version: 2,
  summary:
    "Judges with fixed stances vote blind; two thirds agree, or they challenge each other once.",
  input: "options",
  settings: JudgesSettings,
  seats: [
    { id: "risk", name: "Risk", role: "judge", stance: "skeptical" },
    { id: "value", name: "Value", role: "judge", stance: "optimistic" },
    { id: "effort", name: "Effort", role: "judge", stance: "pragmatic" },
  ],
  flags: { maxRounds: "max_rounds", consensus: "consensus_threshold", ...EXCHANGE_FLAGS },
  titles: {
    recommendation: "One recommendation",
    openings: "Round 1, sealed",
    responses: "Round 2, challenge and revise",
  },
  preflight,
  deciding: ({ consensus_threshold, require_change_documentation }) => ({
    by: "share",
    needed: consensus_threshold,
    ...(require_change_documentation && { caused: true }),
  }),
  deadlineMs: ({ timeout_per_judge }) => timeout_per_judge * 1000,
  calls: (participants, { max_rounds, trigger }) => ({
    min: trigger === "scope_critical" ? 1 : participants.length,
    max: participants.length * max_rounds,
  }),

  async run(floor, brief, settings) {
    const { max_rounds, trigger } = settings;
    const task = {
      brief,
      requireCause: settings.require_change_documentation,
      requireStance: settings.require_stance_maintenance,
    };
    const panel = { brief, judges: floor.participants, settings, kind: classify(brief.question) };

    if (trigger === "scope_critical" && panel.kind.classification !== "SCOPE_CRITICAL") {
      const pragmatic =
        panel.judges.find(({ stance }) => stance === "pragmatic") ?? panel.judges[0];
      if (!pragmatic) throw new TypeError("A panel has judges.");
      const alone = recommendAlone(task, pragmatic, floor.fence);
      return recommendedAlone(panel, await floor.ask("recommendation", pragmatic, alone));
    }

    const openings = await floor.round("openings", panel.judges, (judge) =>
      recommendAlone(task, judge, floor.fence),
    );
    for (const page of openingPages(panel, openings)) await floor.publish(page.name, page.text);

    const first = firstTally(panel, openings);
    const agreed = first.carried !== null && !isSecondRoundAlways(settings, brief);
    if (openings.spoken.length < 2 || agreed || max_rounds === 1) {
      return conclude(panel, openings, null);
    }

    const present = panel.judges.filter(({ id }) => openings.spoken.some(({ by }) => by === id));
    const exchange = createExchange(floor, settings, brief);
    const stage = { ...task, judges: panel.judges, openings: openings.spoken, exchange };
    const responses = await floor.round(RESPONSES, present, (judge) =>
      challengeTheOthers(stage, judge, floor.fence),
    );
    for (const page of responsePages(panel, openings, responses)) {
      await floor.publish(page.name, page.text);
    }
    return conclude(panel, openings, responses);
  },
});
