/** The settings of a board: its rounds, its seats, and who writes the synthesis. */
import * as z from "zod";

import { evidenceSettings } from "../../evidence/evidence-settings.ts";
import { exchangeSettings } from "../../exchange/exchange-settings.ts";
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
    .describe("rounds of response before phase 3 can be asked for; never fewer than 2"),
  max_rounds: z
    .int()
    .min(2)
    .max(10)
    .default(10)
    .describe("rounds of response after which phase 3 is forced; never more than 10"),
  preset: z
    .enum([...PRESETS, "auto"])
    .default("auto")
    .describe("whose table it is; auto goes by the class of the brief"),
  brief_class: z
    .enum([...BRIEF_CLASSES, "auto"])
    .default("auto")
    .describe("what kind of brief it is; auto reads its words"),
  synthesizer: seat.describe("seat that writes the synthesis; by default the preset names it"),
  ...exchangeSettings,
  ...evidenceSettings,
});
export type BoardSettings = z.infer<typeof BoardSettings>;
