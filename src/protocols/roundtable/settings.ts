/** The limits of a roundtable, with the defaults of its seed. */
import * as z from "zod";

import { EVIDENCE_FLAGS, evidenceSettings } from "../../evidence/evidence-settings.ts";
import { EXCHANGE_FLAGS, exchangeSettings } from "../../exchange/exchange-settings.ts";
import { VETO_BELOW } from "./rules/limits.ts";

export const MANDATORY = ["security", "test", "observability", "operations"] as const;

const minutes = (most: number) => z.number().positive().max(most);

export const RoundtableSettings = z.strictObject({
  target: z
    .int()
    .min(VETO_BELOW)
    .max(100)
    .default(90)
    .describe("score that everyone must reach, 70 to 100"),
  max_rounds: z.int().min(1).max(10).default(10).describe("rounds of discussion, 1 to 10"),
  stall_rounds: z
    .int()
    .min(2)
    .max(9)
    .default(3)
    .describe("rounds over which the mean must rise by 5 points, 2 to 9"),
  initial_position_minutes: minutes(1_440)
    .default(10)
    .describe("minutes for the blind first position"),
  response_minutes: minutes(1_440).default(10).describe("minutes for every later answer"),
  total_minutes: minutes(100_000)
    .default(120)
    .describe("minutes of discussion before a person is asked"),
  adr_revisions: z
    .int()
    .min(0)
    .max(2)
    .default(2)
    .describe("revisions of the decision record, 0 to 2"),
  specialists: z
    .array(z.string())
    .default([])
    .describe("further specialists, each for their own domain"),
  mandatory: z
    .array(z.string())
    .default([...MANDATORY])
    .describe("seats that must be filled and can only be overruled by name"),
  ...exchangeSettings,
  ...evidenceSettings,
});
export type RoundtableSettings = z.infer<typeof RoundtableSettings>;

/** Which settings the general flags speak of. */
export const FLAGS = {
  maxRounds: "max_rounds",
  specialists: "specialists",
  mandatory: "mandatory",
  ...EXCHANGE_FLAGS,
  ...EVIDENCE_FLAGS,
} as const;
