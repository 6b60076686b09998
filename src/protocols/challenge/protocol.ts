/** What is known about `challenge` before it starts; the flow is loaded when one runs. */
import { createLateFlow, defineProtocol } from "../../protocol.ts";
import { preflight } from "./preflight.ts";
import { SEATS } from "./prompts/personas.ts";
import { countCalls, FLAGS } from "./rules/steps.ts";
import { ChallengeSettings } from "./settings.ts";
import { titles } from "./titles.ts";

export const challenge = defineProtocol({
  id: "challenge",
  version: 5,
  summary:
    "Challengers attack a position all at once; each objection is confronted until withdrawn or explained.",
  input: "plan",
  settings: ChallengeSettings,
  seats: SEATS,
  flags: FLAGS,
  titles,
  preflight,
  deciding: () => ({ by: "withdrawal", settled: "agree", proponent: "proponent" }),
  deadlineMs: ({ timeout_per_cli }) => timeout_per_cli * 1000,
  calls: countCalls,

  run: createLateFlow(async () => (await import("./challenge.ts")).holdChallengeDebate),
});
