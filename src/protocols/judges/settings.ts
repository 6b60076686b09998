/** The seed's `debate_config`, with its names and defaults. */
import * as z from "zod";

import { parseShare, type VoteShare, TWO_THIRDS } from "../../domain/tally.ts";
import { exchangeSettings } from "../../exchange/exchange-settings.ts";

export const JudgesSettings = z.strictObject({
  max_rounds: z.int().min(1).max(2).default(2).describe("1 or 2, never more"),
  consensus_threshold: z
    .union([z.string(), z.number(), z.strictObject({ needed: z.int(), of: z.int() })])
    .default("2/3")
    .transform((share, context): VoteShare => {
      const read =
        typeof share === "object" ? parseShare(`${share.needed}/${share.of}`) : parseShare(share);
      if (read) return read;
      context.addIssue("must be a share above 1/2 and up to 1, such as 2/3, 67% or 0.67");
      return TWO_THIRDS;
    })
    .describe("share of the valid votes that carries; 0.67 and 2/3 both mean two of three"),
  timeout_per_judge: z
    .number()
    .positive()
    .max(86_400)
    .default(120)
    .describe("seconds for one answer"),
  require_stance_maintenance: z.boolean().default(true).describe("report drift from the stance"),
  require_change_documentation: z
    .boolean()
    .default(true)
    .describe("a change without a checked cause is undone"),
  require_unanimous_round_1: z
    .boolean()
    .default(false)
    .describe("hold round 2 unless round 1 is unanimous"),
  trigger: z
    .enum(["always", "scope_critical"])
    .default("always")
    .describe("scope_critical: other questions get one recommendation instead of a debate"),
  ...exchangeSettings,
});
export type JudgesSettings = z.infer<typeof JudgesSettings>;
