/** The settings of a board: its rounds, its seats, and who writes the synthesis. */
import * as z from "zod";

import { EVIDENCE_FLAGS, evidenceSettings } from "../../evidence/evidence-settings.ts";
import { EXCHANGE_FLAGS, exchangeSettings } from "../../exchange/exchange-settings.ts";
import { BRIEF_CLASSES } from "./rules/classify.ts";

export const PRESETS = ["board", "planning-1", "planning-2", "planning-3"] as const;
export type Preset = (typeof PRESETS)[number];

const seat = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "must be the id of a seat")
  .nullable()
  .default(null);

export const BoardSettings = z.strictObject({
  min_rounds: z
    .int()
    .min(2)
    .max(10)
    .default(2)
    .describe("rounds before anyone can ask for phase 3; 2 to 10"),
  max_rounds: z
    .int()
    .min(2)
    .max(10)
    .default(10)
    .describe("rounds after which phase 3 starts anyway; 2 to 10"),
  preset: z
    .enum([...PRESETS, "auto"])
    .default("auto")
    .describe("board, planning-1, planning-2 or planning-3; auto follows the class"),
  brief_class: z
    .enum([...BRIEF_CLASSES, "auto"])
    .default("auto")
    .describe("strategic, technical or hotfix; auto reads the brief's words"),
  synthesizer: seat.describe("seat that writes the synthesis; null: the preset's"),
  ...exchangeSettings,
  ...evidenceSettings,
});
export type BoardSettings = z.infer<typeof BoardSettings>;

/** Which settings the general flags speak of. */
export const FLAGS = {
  maxRounds: "max_rounds",
  preset: "preset",
  class: "brief_class",
  ...EXCHANGE_FLAGS,
  ...EVIDENCE_FLAGS,
} as const;
