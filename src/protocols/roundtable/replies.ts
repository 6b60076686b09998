/** The replies of a roundtable. Every field is required and nullable rather than optional. */
import * as z from "zod";

import { EvidenceReply } from "../../exchange/evidence-reply.ts";
import { MESSAGE_KINDS } from "./prompts/prompt-input.ts";

const said = z.string().trim().min(1);
const headline = said.describe("one point in one line of at most 20 words");
const detail = said.nullable().describe("the full argument; null if the line says it all");
const evidence = z.array(EvidenceReply).max(8);
const ids = z.array(said).max(12);

const settledBy = ids.describe(
  "ids of others' messages or of the proposal, newer than the concern, that settled it",
);

const option = said
  .nullable()
  .describe("id of the option you hold; null if there are none or you hold none");

const concern = {
  text: headline,
  detail,
  domain: said.describe("id of the specialist in whose domain it lies"),
  option: said.nullable().describe("id of the option it is about; null if it is about any answer"),
  blocking: z.boolean().describe("true if you cannot accept the answer until it is settled"),
  resolved_by: said.describe("what settles it for you; a sentence in the proposal is enough"),
  evidence,
};

export const Position = z.object({
  position: said.describe("your position in one or two sentences"),
  position_option: option,
  reasoning: said,
  evidence,
  would_change_my_mind: said.describe("what you would have to be shown to hold something else"),
  missing_material: z
    .array(said)
    .max(8)
    .describe("what the material does not say about your domain and you would need to know"),
  concerns: z.array(z.object(concern)).max(8),
});
export type Position = z.infer<typeof Position>;

export const Discussion = z.object({
  messages: z
    .array(
      z.object({
        to: said.describe('"all", or the id of the one specialist who must answer'),
        kind: z.enum(MESSAGE_KINDS),
        text: headline,
        detail,
        option: said.nullable().describe("id of the option it speaks about; null for the proposal"),
        answers: ids.describe("ids of the messages and concerns it answers"),
        evidence,
      }),
    )
    .max(6),
  concerns: z.array(z.object(concern)).max(6).describe("new concerns; everyone reads them"),
  settled: z
    .array(
      z.object({
        claim: said.describe("id of an open concern of yours that is settled for you now"),
        because: settledBy,
        why: said.describe("how that settles it"),
      }),
    )
    .max(12)
    .default([])
    .describe("empty if none of your concerns is settled yet"),
});
export type Discussion = z.infer<typeof Discussion>;

export const SatisfactionScore = z.object({
  SATISFACTION: z.int().min(0).max(100),
  POSITION: said.describe("where you stand now, in one or two sentences"),
  position_option: option,
  REMAINING_CONCERNS: z
    .array(
      z.object({
        id: said.nullable().describe("id of an open concern of yours that you change; null if new"),
        ...concern,
      }),
    )
    .max(8),
  my_concerns: z
    .array(
      z.object({
        claim: said.describe("id of your concern"),
        state: z.enum(["settled", "open"]),
        because: settledBy,
        why: said.describe("how that settles it, or what is still missing"),
      }),
    )
    .max(12),
  WOULD_ACCEPT_CURRENT: z.enum(["yes", "no"]),
  accepts_other_option: said
    .nullable()
    .describe("why you accept this proposal although you hold another option; null otherwise"),
  still_best: z.enum(["yes", "no", "cannot tell"]),
  still_best_why: said,
  raised_because: ids.describe(
    "ids of the messages or the proposal that raised your score or changed your option",
  ),
  as_registered: z
    .enum(["yes", "partly", "no"])
    .nullable()
    .describe("if your option changed: whether that is what you had said would change your mind"),
});
export type SatisfactionScore = z.infer<typeof SatisfactionScore>;

const proposal = {
  option: said.nullable().describe("id of the option it stands for, or null"),
  headline: said.describe("the answer in one line of at most 20 words"),
  answer: said.describe("the answer in full, at most a page"),
  answers: z.array(said).max(40).describe("ids of the concerns it meets"),
  changes: z
    .array(
      z.object({
        what: said.describe("a part of the answer that is new or was changed, and why"),
        because: ids.describe("ids of the positions, messages or concerns it comes from"),
      }),
    )
    .max(20),
  not_satisfied: said.describe("one line: who is not satisfied with what, or that nobody is left"),
};

export const Proposal = z.object(proposal);
export type Proposal = z.infer<typeof Proposal>;

export const CompromiseProposal = z.object({
  core_disagreement: said.describe("what they really differ about, in one sentence"),
  compromises: z
    .array(
      z.object({
        text: said,
        built_from: ids.describe("ids of the concerns it would settle"),
      }),
    )
    .min(1)
    .max(3),
  ...proposal,
});
export type CompromiseProposal = z.infer<typeof CompromiseProposal>;

/** What the lead writes beside the decision, which is the accepted proposal word for word. */
export const RecordDraft = z.object({
  context: said,
  implementation_guidance: z
    .array(z.object({ specialist: said.describe("id of who should see to it"), task: said }))
    .max(20),
  consequences: z.object({
    positive: z.array(said).max(12),
    negative: z.array(said).max(12),
    neutral: z.array(said).max(12),
  }),
});
export type RecordDraft = z.infer<typeof RecordDraft>;

export const SpecialistReview = z.object({
  accurate: z.enum(["yes", "no", "incomplete"]),
  correction: said
    .nullable()
    .describe("what must stand there instead or is missing; with yes, a clarification or null"),
});
export type SpecialistReview = z.infer<typeof SpecialistReview>;
