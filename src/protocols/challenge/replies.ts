/** The replies of `challenge`. Every field is required and nullable rather than optional. */
import * as z from "zod";

import { REBUTTAL_CHOICES, STRENGTHS, VERDICTS } from "../../domain/objection.ts";
import type * as said from "./prompts/prompt-input.ts";
import { DISPOSITIONS } from "./prompts/prompt-input.ts";

const words = z.string().trim().min(1);
const sureness = z.enum(["high", "medium", "low"]);

const evidence = z
  .array(
    z.object({
      source: words.describe("id of the source: brief, option-A, S1…"),
      quote: words.describe("the exact words, as they stand in that source"),
    }),
  )
  .describe("words of the material that prove it; empty when there are none");

export type BlindAnswerReply = said.BlindAnswer;
export const BlindAnswerReply: z.ZodType<BlindAnswerReply> = z.object({
  answer: words.describe("your answer to the question, in one or two sentences"),
  reasoning: words,
  confidence: sureness,
  evidence,
});

const parts = {
  reasoning: words.describe("why the position is right"),
  confidence: z.enum(["HIGH", "MED", "LOW"]),
  weaknesses: z.array(words).min(1).describe("what speaks against it; at least one"),
  assumptions: z.array(words).min(1).describe("what it takes for granted; at least one"),
  evidence,
};

export type OpeningReply = said.ProponentOpening;
export const OpeningReply: z.ZodType<OpeningReply> = z.object({
  position: words.describe("what you hold, in a few sentences that can be attacked"),
  ...parts,
});

/** Where the user's words are the position, only the rest is asked for. */
export type OpeningPartsReply = said.OpeningParts;
export const OpeningPartsReply: z.ZodType<OpeningPartsReply> = z.object(parts);

export type ChallengeReply = said.ChallengerCritique;
export const ChallengeReply: z.ZodType<ChallengeReply> = z.object({
  verdict: z.enum(VERDICTS),
  critique: words.describe("what is wrong or missing; where you agree, why it withstands attack"),
  evidence,
  alternative: words.nullable().describe("what should be done instead; null if nothing"),
  confidence: sureness,
  objection_strength: z.enum(STRENGTHS),
  assumptions_challenged: z.array(words).describe("assumptions you doubt, each with the reason"),
  assumptions_upheld: z
    .array(z.object({ assumption: z.int().min(1), because: words }))
    .describe("numbers of the assumptions you tested and found to hold, each with the reason"),
});

export type ProponentResponseReply = said.ProponentResponse;
export const ProponentResponseReply: z.ZodType<ProponentResponseReply> = z.object({
  answers: z.array(
    z.object({
      objection: words.describe("id of the objection, such as A1"),
      critique_summary: words.describe("the objection in one sentence its author would sign"),
      disposition: z.enum(DISPOSITIONS),
      explanation: words,
      accepted_part: words.nullable().describe("for PARTIAL: what you accept"),
      limit: words.nullable().describe("for PARTIAL: where the acceptance ends, and why"),
      position_delta: words.nullable().describe("what changes in the position because of it"),
      evidence,
    }),
  ),
  position: words.describe("the whole position now; the same words if nothing changed"),
  changed_because: words.nullable().describe("what convinced you; null if nothing changed"),
});

export type ChallengerRebuttalReply = said.ChallengerRebuttal;
export const ChallengerRebuttalReply: z.ZodType<ChallengerRebuttalReply> = z.object({
  choice: z.enum(REBUTTAL_CHOICES),
  reasoning: words,
  clarified_critique: words.nullable().describe("for ESCALATE: the objection, stated anew"),
  new_information: z.boolean().describe("true only if you say something you had not said before"),
  evidence,
  because: z
    .array(words)
    .describe("for ACCEPT: ids of the proponent's claims that convinced you; else empty"),
});

export type RemarksReply = said.ObjectionRemarks;
export const RemarksReply: z.ZodType<RemarksReply> = z.object({
  remarks: z.array(z.object({ objection: words.describe("id of the objection"), remark: words })),
});

export type ExposureReply = said.AssumptionExposure;
export const ExposureReply: z.ZodType<ExposureReply> = z.object({
  why: words.describe("why you disagree"),
  core_assumption: words.describe("what you assume and the other side does not"),
  leads_to: words.describe("the conclusion that follows from it"),
  other_right_if: words.describe("what would make the other side right"),
  testable_by: words.describe("an observation or experiment that would decide it"),
  best_if: words.describe("the circumstances in which your side is the better choice"),
  risk_if_wrong: words.describe("what it costs to follow you if your assumption is wrong"),
  core_disagreement: words.describe("the whole disagreement in one sentence"),
  common_ground: words.describe("what both sides hold, in one sentence"),
});
