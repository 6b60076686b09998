/** The replies of a judge, per lens. Every field is required and nullable rather than optional. */
import * as z from "zod";

import { LEVELS } from "../../domain/level.ts";
import { EFFORT_KINDS, type LensId, RISK_KINDS, UNCERTAINTIES, VALUE_KINDS } from "./rules/lens.ts";

const said = z.string().trim().min(1);
const level = z.enum(LEVELS);
const option = said.describe("id of the option");

const evidence = z.object({
  source: said.describe("id of the source: brief, option-A, S1…"),
  quote: said.describe("the exact words, as they stand in that source"),
});

const claim = z.object({
  text: said.describe("one sentence"),
  about: option,
  side: z.enum(["supports", "attacks"]),
  evidence: z.array(evidence),
});

const evaluations = {
  risk: z.object({
    option,
    rows: z.array(
      z.object({
        kind: z.enum(RISK_KINDS),
        description: said,
        probability: level,
        impact: level,
      }),
    ),
    stated_total: z.number().nullable(),
  }),
  value: z.object({
    option,
    rows: z.array(
      z.object({ kind: z.enum(VALUE_KINDS), description: said, magnitude: level, reach: level }),
    ),
    stated_total: z.number().nullable(),
  }),
  effort: z.object({
    option,
    rows: z.array(
      z.object({
        kind: z.enum(EFFORT_KINDS),
        description: said,
        days: z.number().min(0).max(10_000),
      }),
    ),
    uncertainty: z.literal(UNCERTAINTIES),
    value: z.number().min(0).max(10),
    stated_realistic_days: z.number().nullable(),
    stated_roi: z.number().nullable(),
  }),
  plain: z.object({
    option,
    strengths: said,
    weaknesses: said,
    score: z.number().min(0).max(10),
  }),
} as const;

const vote = {
  option: option.describe("id of the one option you recommend"),
  confidence: z.int().min(0).max(100),
  headline: said.describe("your case in one sentence"),
  claims: z.array(claim),
};

const afterword = {
  self_challenge: said.describe("the strongest objection to your own choice"),
  would_change_my_mind: said.describe("what you would have to learn to choose otherwise"),
};

/** Recommendation of round 1, with the table of the judge's own lens. */
export const recommendations = {
  risk: z.object({ evaluations: z.array(evaluations.risk), ...vote, ...afterword }),
  value: z.object({ evaluations: z.array(evaluations.value), ...vote, ...afterword }),
  effort: z.object({ evaluations: z.array(evaluations.effort), ...vote, ...afterword }),
  plain: z.object({ evaluations: z.array(evaluations.plain), ...vote, ...afterword }),
} as const satisfies Record<LensId, z.ZodType>;
export type Recommendation = z.infer<(typeof recommendations)[LensId]>;

/** Answer of round 2: a challenge to every other judge, then defence or revision. */
export const JudgeResponse = z.object({
  challenges: z.array(
    z.object({
      judge: said.describe("id of the judge you challenge"),
      claim: said.describe("id of that judge's claim you attack, such as V2"),
      counter_argument: said,
      evidence: z.array(evidence),
    }),
  ),
  ...vote,
  changed_because: z
    .object({
      claims: z.array(said).describe("ids of the others' claims that convinced you"),
      evidence: z.array(evidence).describe("evidence you found yourself"),
      explanation: said.describe("exactly what convinced you"),
    })
    .nullable()
    .describe("null when your recommendation is the same as before"),
});
export type JudgeResponse = z.infer<typeof JudgeResponse>;
