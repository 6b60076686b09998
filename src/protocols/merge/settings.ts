/** The seed's settings, with its names and defaults, and what a person may decide beforehand. */
import * as z from "zod";

const DEPTHS = ["quick", "standard", "deep"] as const;

export const FEWEST_VARIANTS = 2;
export const MOST_VARIANTS = 10;

const words = z.string().trim().min(1);

const agent = z.strictObject({
  model: words,
  persona: words.nullable().default(null),
  instruction: words.nullable().default(null),
});

export const MergeSettings = z.strictObject({
  depth: z
    .enum(DEPTHS)
    .default("standard")
    .describe("quick: statements; standard: and rebuttals; deep: and final arguments if needed"),
  convergence: z
    .number()
    .min(0.5)
    .max(0.99)
    .default(0.8)
    .describe("share of the points that advocates must agree on, 0.50 to 0.99"),
  interactive: z
    .boolean()
    .default(false)
    .describe("stop for a person after differences, debate, base and plan"),
  focus: z.array(words).default([]).describe("topics that are debated; empty: all"),
  blind: z.boolean().default(false).describe("variants are named by letter only"),
  base: z
    .int()
    .min(1)
    .max(MOST_VARIANTS)
    .nullable()
    .default(null)
    .describe("number of the variant to merge into, chosen by a person; null: by score"),
  prefer: z
    .int()
    .min(1)
    .max(MOST_VARIANTS)
    .nullable()
    .default(null)
    .describe("number of the variant that becomes the base where scores are close"),
  dates: z
    .array(z.string().max(40))
    .max(MOST_VARIANTS)
    .default([])
    .describe("when each variant was last changed, in input order; empty where unknown"),
  authors: z.boolean().default(false).describe("tell advocates which model wrote which variant"),
  without: z
    .array(z.int().min(1))
    .default([])
    .describe("numbers of planned changes that are not made"),
  comments: z.boolean().default(true).describe("say in comments where each section comes from"),
  generate: words.nullable().default(null).describe("kind of document to write from the source"),
  agents: z
    .array(agent)
    .max(MOST_VARIANTS)
    .default([])
    .describe("who writes the variants, where they are written"),
  output: z
    .string()
    .max(64)
    .regex(/^[a-z0-9][a-z0-9-]*\.[a-z]+$/, "must be a plain file name such as merged.md")
    .default("merged.md")
    .describe("name of the merged document among the artifacts"),
  timeout: z.number().positive().max(86_400).default(300).describe("seconds for one answer"),
});
export type MergeSettings = z.infer<typeof MergeSettings>;

/** The threshold as a fraction of a million: exact to the digits that a person can set. */
export const SHARE_DIGITS = 1_000_000;

export function computeThreshold({ convergence }: Pick<MergeSettings, "convergence">): number {
  return Math.round(convergence * SHARE_DIGITS);
}
