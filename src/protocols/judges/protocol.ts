/** What is known about `judges` before it starts; the flow is loaded when one runs. */
import { EVIDENCE_FLAGS } from "../../evidence/evidence-settings.ts";
import { EXCHANGE_FLAGS } from "../../exchange/exchange-settings.ts";
import { createLateFlow, defineProtocol } from "../../protocol.ts";
import { preflight } from "./preflight.ts";
import { countCalls } from "./rules/calls.ts";
import { JudgesSettings } from "./settings.ts";
import { titles } from "./titles.ts";

export const judges = defineProtocol({
  id: "judges",
  version: 5,
  summary:
    "Judges with fixed stances vote blind; two thirds agree, or they challenge each other once.",
  input: "options",
  settings: JudgesSettings,
  seats: [
    { id: "risk", name: "Risk", role: "judge", stance: "skeptical" },
    { id: "value", name: "Value", role: "judge", stance: "optimistic" },
    { id: "effort", name: "Effort", role: "judge", stance: "pragmatic" },
  ],
  auto: { second_round: "where_it_pays" },
  flags: {
    maxRounds: "max_rounds",
    consensus: "consensus_threshold",
    ...EXCHANGE_FLAGS,
    ...EVIDENCE_FLAGS,
  },
  titles,
  preflight,
  deciding: ({ consensus_threshold, require_change_documentation }) => ({
    by: "share",
    needed: consensus_threshold,
    ...(require_change_documentation && { caused: true }),
  }),
  deadlineMs: ({ timeout_per_judge }) => timeout_per_judge * 1000,
  calls: countCalls,

  run: createLateFlow(async () => (await import("./judges.ts")).holdJudgesDebate),
});
