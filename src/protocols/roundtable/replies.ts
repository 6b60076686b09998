/** The replies of a roundtable. Every field is required and nullable rather than optional. */
import * as z from "zod";

import { MESSAGE_KINDS } from "./prompts/prompt-input.ts";

const said = z.string().trim().min(1);

const evidence = z.array(
  z.object({
    source: said.describe("id of the source: brief, option-A, S1…"),
    quote: said.describe("the exact words, as they stand in that source"),
  }),
);

const option = said
  .nullable()
  .describe("id of the option you hold; null when the question has none or you hold none");

const concern = {
  text: said.describe("one specific concern"),
  domain: said.describe("id of the specialist in whose domain it lies"),
  resolved_by: said.describe("what exactly would settle it for you"),
  blocking: z.boolean().describe("true when you cannot accept the answer without it"),
};

export const Position = z.object({
  position: said.describe("your position in one or two sentences"),
  position_option: option,
  reasoning: said,
  evidence,
  would_change_my_mind: said.describe("what you would have to be shown to hold something else"),
  concerns: z.array(z.object({ ...concern, evidence })).max(8),
});
export type Position = z.infer<typeof Position>;

export const Discussion = z.object({
  messages: z
    .array(
      z.object({
        to: z
          .union([z.literal("all"), z.array(said).min(1)])
          .describe('"all", or the ids of the specialists who may read it'),
        kind: z.enum(MESSAGE_KINDS),
        text: said,
        resolved_by: said.nullable().describe("what would settle it, when it is a concern"),
        answers: z.array(said).describe("ids of the statements it answers"),
        acknowledges: z.array(said).describe("ids of messages that settled a concern of yours"),
        evidence,
      }),
    )
    .min(1)
    .max(12),
});
export type Discussion = z.infer<typeof Discussion>;

export const SatisfactionScore = z.object({
  SATISFACTION: z.int().min(0).max(100),
  POSITION: said.describe("where you stand now, in one or two sentences"),
  position_option: option,
  REMAINING_CONCERNS: z.array(z.object(concern)).max(8),
  WOULD_ACCEPT_CURRENT: z.enum(["yes", "no"]),
  raised_because: z
    .array(said)
    .describe("ids of the messages that raised your score or changed your option; empty otherwise"),
});
export type SatisfactionScore = z.infer<typeof SatisfactionScore>;

export const Compromise = z.object({
  core_disagreement: said.describe("what they really differ about, in one sentence"),
  compromises: z
    .array(
      z.object({
        text: said,
        built_from: z.array(said).describe("ids of the concerns it would settle"),
      }),
    )
    .min(1)
    .max(3),
});
export type Compromise = z.infer<typeof Compromise>;

export const RecordDraft = z.object({
  title: said,
  context: said,
  decision: said,
  implementation_guidance: z.array(
    z.object({ specialist: said.describe("id of who should see to it"), task: said }),
  ),
  consequences: z.object({
    positive: z.array(said),
    negative: z.array(said),
    neutral: z.array(said),
  }),
});
export type RecordDraft = z.infer<typeof RecordDraft>;

export const SpecialistReview = z.object({
  accurate: z.enum(["yes", "no"]).describe("whether the record is right about your domain"),
  correction: said
    .nullable()
    .describe("what must be corrected; with yes, a clarification you suggest, or null"),
});
export type SpecialistReview = z.infer<typeof SpecialistReview>;
