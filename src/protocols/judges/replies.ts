/** The replies of a judge, per lens. Every field is required and nullable rather than optional. */
import * as z from "zod";

import { LEVELS } from "../../domain/outcome/level.ts";
import { EvidenceReply } from "../../exchange/evidence-reply.ts";
import {
  EFFECTS,
  EFFORT_KINDS,
  type LensId,
  RATINGS,
  RISK_KINDS,
  UNCERTAINTIES,
  VALUE_KINDS,
} from "./rules/lens.ts";

const said = z.string().trim().min(1);
const level = z.enum(LEVELS).nullable();
const rating = z.enum(RATINGS);
const option = said.describe("id of the option");
const days = z
  .union([z.number().min(0).max(100_000), z.literal("unknown")])
  .nullable()
  .describe("person-days, or unknown; null: does not apply");
const uncertainty = z.literal(UNCERTAINTIES);
const UNCERTAINTY = "1 understood, 1.5 some unknowns, 2 significant unknowns, 3 novel";
const value = z.number().min(-10).max(10);

const claim = z.object({
  headline: said.describe("the point, in at most 20 words"),
  detail: z.string().trim().describe("the argument in full; empty where the headline says it all"),
  about: option,
  side: z.enum(["supports", "attacks"]),
  evidence: z.array(EvidenceReply),
});

const figures = {
  risk: { probability: rating, impact: rating },
  value: {
    effect: z.enum(EFFECTS),
    magnitude: level.describe("of a gain or loss; else null"),
    reach: level.describe("of a gain or loss; else null"),
  },
  effort: { days },
  plain: { score: z.number().min(0).max(10) },
} as const;

function createRowsSchema<Kinds extends readonly string[], Shape extends z.ZodRawShape>(
  kinds: Kinds,
  shape: Shape,
) {
  return z.array(z.object({ kind: z.enum(kinds), description: said, ...shape }));
}

const evaluations = {
  risk: z.object({ option, rows: createRowsSchema(RISK_KINDS, figures.risk) }),
  value: z.object({ option, rows: createRowsSchema(VALUE_KINDS, figures.value) }),
  effort: z.object({
    option,
    rows: createRowsSchema(EFFORT_KINDS, figures.effort),
    uncertainty: uncertainty.describe(UNCERTAINTY),
    value,
  }),
  plain: z.object({ option, strengths: said, weaknesses: said, ...figures.plain }),
} as const;

const vote = {
  option: option.describe("id of the one option you recommend"),
  conditions: z
    .array(said)
    .describe(
      'what must hold for it, such as "only as a pilot with two teams"; empty if nothing must',
    ),
  confidence: z
    .int()
    .min(0)
    .max(100)
    .describe("how likely your option still looks right to an informed reviewer in a year"),
  headline: said.describe("your case, in at most 20 words"),
  claims: z.array(claim).describe("the reasons that carry your choice"),
  against_own_scores: said
    .nullable()
    .describe("why you recommend another option than your own table puts first; else null"),
  missing: said
    .nullable()
    .describe("what the material lacks, or which better option is not listed; else null"),
};

const afterword = {
  self_challenge: said.describe("the strongest objection to your own choice"),
  would_change_my_mind: said.describe("what you would have to learn to choose otherwise"),
};

/** Recommendation of round 1, with the table of the judge's own lens. */
export const recommendations = {
  risk: z.object({ evaluations: z.array(evaluations.risk), ...vote, ...afterword }),
  value: z.object({ evaluations: z.array(evaluations.value), ...vote, ...afterword }),
  effort: z.object({
    horizon_months: z.int().min(1).max(600).describe("months over which days are counted"),
    evaluations: z.array(evaluations.effort),
    ...vote,
    ...afterword,
  }),
  plain: z.object({ evaluations: z.array(evaluations.plain), ...vote, ...afterword }),
} as const satisfies Record<LensId, z.ZodType>;
export type Recommendation = z.infer<(typeof recommendations)[LensId]>;

const answer = {
  challenges: z.array(
    z.object({
      judge: said.describe("whom you challenge"),
      claim: said.describe("id of the point you attack"),
      counter_argument: said,
      evidence: z.array(EvidenceReply),
    }),
  ),
  concedes: z.array(
    z.object({
      claim: said.describe("id of another's point"),
      extent: z.enum(["fully", "partly"]),
      words: said.describe("what of it is right"),
    }),
  ),
  ...vote,
  claims: z.array(claim).describe("new claims only; may be empty"),
  self_challenge: afterword.self_challenge
    .nullable()
    .describe("the strongest objection to your choice; null: as before, if the option is the same"),
  would_change_my_mind: afterword.would_change_my_mind
    .nullable()
    .describe("what would change your mind now; null: as before, if the option is the same"),
  changed_because: z
    .object({
      claims: z.array(said).describe("ids of others' points that convinced you"),
      evidence: z.array(EvidenceReply).describe("evidence you found yourself"),
      explanation: said.describe("what exactly convinced you"),
    })
    .nullable()
    .describe("null when your recommendation is the same as before"),
  confidence_because: said
    .nullable()
    .describe("why your confidence changed by 10 or more; else null"),
};

function createCorrectionsSchema<Shape extends z.ZodRawShape>(shape: Shape) {
  const row = said.describe("id of a row of your own table");
  return z.array(z.object({ claim: row, ...shape, reason: said }));
}

const withdraws = z.array(said).describe("ids of your own claims that you give up; empty if none");
const estimate = {
  days: days.describe("for a row: person-days, or unknown; null: does not apply"),
  uncertainty: uncertainty.nullable().describe("for an estimate; null: as before"),
  value: value.nullable().describe("for an estimate; null: as before"),
};

/** Answer of round 2: challenges, concessions, corrections and withdrawals, then defence or revision. */
export const responses = {
  risk: z.object({ ...answer, withdraws, corrections: createCorrectionsSchema(figures.risk) }),
  value: z.object({ ...answer, withdraws, corrections: createCorrectionsSchema(figures.value) }),
  effort: z.object({ ...answer, withdraws, corrections: createCorrectionsSchema(estimate) }),
  plain: z.object({ ...answer, withdraws, corrections: createCorrectionsSchema(figures.plain) }),
} as const satisfies Record<LensId, z.ZodType>;

/** R2: who is not told which table and claims are theirs cannot correct or withdraw them. */
export const AnonymousResponse = z.object(answer);

export type JudgeResponse = z.infer<typeof AnonymousResponse> & {
  readonly corrections?: readonly RowCorrection[];
  readonly withdraws?: readonly string[];
};

export interface RowCorrection {
  readonly claim: string;
  readonly reason: string;
  readonly [figure: string]: string | number | null;
}
