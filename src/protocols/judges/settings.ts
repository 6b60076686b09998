/** The seed's `debate_config`, with its names and defaults. */
import * as z from "zod";

import type { Brief } from "../../domain/brief.ts";
import { parseShare, type VoteShare, TWO_THIRDS } from "../../domain/outcome/tally.ts";
import { evidenceSettings } from "../../evidence/evidence-settings.ts";
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
    .describe("share of votes an option needs; 0.67 and 2/3 both mean two of three"),
  timeout_per_judge: z
    .number()
    .positive()
    .max(86_400)
    .default(120)
    .describe("seconds for one answer"),
  require_stance_maintenance: z
    .boolean()
    .default(true)
    .describe("ask a judge who argues only for another stance once more, and record it"),
  require_change_documentation: z
    .boolean()
    .default(true)
    .describe("undo a change without a checked cause"),
  second_round: z
    .enum(["when_split", "always", "where_it_pays"])
    .nullable()
    .default(null)
    .describe(
      "when_split, always or where_it_pays; null: always for two options, otherwise when_split",
    ),
  require_unanimous_round_1: z
    .boolean()
    .default(false)
    .describe("older name for second_round: always"),
  trigger: z
    .enum(["always", "scope_critical"])
    .default("always")
    .describe("scope_critical: other questions get one recommendation instead of a debate"),
  ...exchangeSettings,
  ...evidenceSettings,
});
export type JudgesSettings = z.infer<typeof JudgesSettings>;

/** J13: over two options three judges can never split, so they are always heard twice. */
export function isSecondRoundAlways(
  { second_round, require_unanimous_round_1 }: JudgesSettings,
  { options }: Pick<Brief, "options">,
): boolean {
  if (second_round !== null) return second_round === "always";
  return require_unanimous_round_1 || options.length === 2;
}
