/** The seed's settings, with its names and defaults. One challenger is always required, so that is not a setting. */
import * as z from "zod";

import { evidenceSettings } from "../../evidence/evidence-settings.ts";
import { exchangeSettings } from "../../exchange/exchange-settings.ts";
import { MOST_ROUNDS } from "./reply-values.ts";

export const ChallengeSettings = z.strictObject({
  max_rounds: z
    .int()
    .min(1)
    .max(MOST_ROUNDS)
    .default(5)
    .describe("the most confrontations before assumptions"),
  timeout_per_cli: z
    .number()
    .positive()
    .max(86_400)
    .default(120)
    .describe("seconds for one answer"),
  skeptical_of_early_agreement: z
    .boolean()
    .default(true)
    .describe("press an agreement without substance once, then treat it as partial"),
  minimum_agreement_words: z
    .int()
    .min(1)
    .max(500)
    .default(40)
    .describe("words of reasoning that an agreement needs"),
  blind_first: z
    .boolean()
    .default(false)
    .describe("challengers answer the question themselves before they see the opening"),
  opening: z
    .enum(["proponent", "user"])
    .default("proponent")
    .describe("user: the brief's own text is the position, word for word"),
  rewrite: z
    .boolean()
    .default(false)
    .describe("user's plan: go on to new versions instead of ending when it does not hold"),
  available: z
    .array(z.string().trim().min(1))
    .nullable()
    .default(null)
    .describe("challengers known to work, by seat, model or provider; null: all seated ones"),
  ...exchangeSettings,
  ...evidenceSettings,
});
export type ChallengeSettings = z.infer<typeof ChallengeSettings>;
