/** The replies of `challenge`. Every field is required and nullable rather than optional. */
import * as z from "zod";

import { REBUTTAL_CHOICES, STRENGTHS, VERDICTS } from "../../domain/outcome/objection.ts";
import { EvidenceReply } from "../../exchange/evidence-reply.ts";
import {
  DISPOSITIONS,
  MOST_OBJECTIONS,
  MOST_PARTS,
  OPENING_CONFIDENCES,
  PLAN_HOLDS,
  POSITION_FATES,
} from "./reply-values.ts";
import { readWeakness } from "./weakness.ts";

const words = z.string().trim().min(1);
const sureness = z.enum(["high", "medium", "low"]);
const partNumber = z.int().min(1).max(999);
const evidence = z.array(EvidenceReply).describe("what supports it; empty when nothing does");

export const BlindAnswerReply = z.object({
  answer: words.describe("your answer to the question, in one or two sentences"),
  reasoning: words,
  confidence: sureness.describe("in your answer"),
  evidence,
});
export type BlindAnswerReply = z.infer<typeof BlindAnswerReply>;

const Weakness = z.preprocess(
  (given) => (typeof given === "string" ? readWeakness(given) : given),
  z.object({ text: words.describe("what speaks against it"), evidence }),
);

const aroundPosition = {
  reasoning: words.describe("why the position is right"),
  confidence: z.enum(OPENING_CONFIDENCES).describe("in the position as a whole"),
  weaknesses: z.array(Weakness).min(1),
  assumptions: z.array(words).min(1).describe("what it takes for granted"),
  evidence,
};

export const OpeningReply = z.object({
  position: z
    .array(
      z.object({
        text: words.describe("one part of the position, in your words"),
        confidence: z.enum(OPENING_CONFIDENCES).nullable().describe("null: as for the whole"),
      }),
    )
    .min(1)
    .max(MOST_PARTS)
    .describe("the position in parts that can be attacked one by one; they are numbered from 1"),
  ...aroundPosition,
});
export type OpeningReply = z.infer<typeof OpeningReply>;

/** Where the user's words are the position, only the rest is asked for. */
export const PlanOpeningReply = z.object({
  ...aroundPosition,
  part_confidence: z
    .array(z.object({ part: partNumber, confidence: z.enum(OPENING_CONFIDENCES) }))
    .describe("parts you are more or less sure of than of the whole; may be empty"),
});
export type PlanOpeningReply = z.infer<typeof PlanOpeningReply>;

const FiledObjection = z.object({
  headline: words.describe("the one point, in up to 20 words"),
  detail: z.string().trim().describe("the argument in full; empty if the headline says it all"),
  strength: z.enum(STRENGTHS),
  parts: z.array(partNumber).describe("numbers of the parts it attacks; empty for the whole"),
  point: words.nullable().describe("id of a conceded weakness that is worse than conceded"),
  evidence,
  alternative: words.nullable().describe("what you would do instead; advice, null if nothing"),
  settled_by: words.nullable().describe("what would settle it, in one sentence; null: nothing"),
});
export type FiledObjection = z.infer<typeof FiledObjection>;

const AssumptionView = z.object({
  point: words.describe("id of the assumption"),
  view: z.enum(["doubted", "upheld"]),
  reason: words,
});

export const ChallengeReply = z.object({
  verdict: z.enum(VERDICTS).describe("does the position hold as it stands?"),
  objections: z.array(FiledObjection).max(MOST_OBJECTIONS).describe("strongest first"),
  tested: words.nullable().describe("what you attacked and why it held; null if nothing held"),
  assumptions: z.array(AssumptionView).describe("those you doubt or uphold; may be empty"),
  confidence: sureness.describe("in your verdict"),
});
export type ChallengeReply = z.infer<typeof ChallengeReply>;

const ObjectionAnswer = z.object({
  objection: words.describe("its id"),
  disposition: z.enum(DISPOSITIONS),
  explanation: words.describe("why the criticism is right, right in part, or wrong"),
  limit: words.nullable().describe("for PARTIAL: where your agreement ends; else null"),
  covers: z
    .array(words)
    .default([])
    .describe("ids of other objections that make the same point and get this answer too"),
  evidence,
});
export type ObjectionAnswer = z.infer<typeof ObjectionAnswer>;

const because = z.array(words).describe("ids of the objections that caused it");

const changes = {
  fate: z.enum(POSITION_FATES).describe("what becomes of the position in this round"),
  changed: z
    .array(z.object({ part: partNumber, text: words.describe("its new words"), because }))
    .describe("parts with new words; may be empty"),
  added: z.array(z.object({ text: words, because })).describe("new parts; may be empty"),
  dropped: z.array(z.object({ part: partNumber, because })).describe("parts that go; may be empty"),
  open: z
    .array(z.object({ part: partNumber, question: words.describe("what is undecided"), because }))
    .describe("parts that stay and are undecided; may be empty"),
};

/** Answers with a new version of the position. */
export const ProponentResponseReply = z.object({ answers: z.array(ObjectionAnswer), ...changes });
export type ProponentResponseReply = z.infer<typeof ProponentResponseReply>;

/** Answers about a person's own plan, which nobody asked to have rewritten. */
export const PlanAnswersReply = z.object({
  answers: z.array(ObjectionAnswer),
  holds: z.enum(PLAN_HOLDS).describe("your word on the plan after these objections"),
});
export type PlanAnswersReply = z.infer<typeof PlanAnswersReply>;

export const ChallengerRebuttalReply = z.object({
  rebuttals: z.array(
    z.object({
      objection: words.describe("id of your objection"),
      choice: z.enum(REBUTTAL_CHOICES),
      reason: words.describe(
        "for ACCEPT: how that settles it; for MAINTAIN: what is left open; for ESCALATE: the point again, in other words",
      ),
      because: z
        .array(words)
        .describe("for ACCEPT: ids of the answers that settle it; may be empty"),
      because_parts: z
        .array(partNumber)
        .describe("for ACCEPT: numbers of the new or changed parts that settle it; may be empty"),
      strength: z
        .enum(STRENGTHS)
        .nullable()
        .describe("of what is left: the same or lower; null where nothing is left"),
      settled_by: words
        .nullable()
        .describe("for MAINTAIN and ESCALATE: what would settle it, in one sentence; else null"),
      new_information: z.boolean().describe("true if you say something you had not said before"),
      evidence,
    }),
  ),
  new_objections: z
    .array(FiledObjection)
    .max(MOST_OBJECTIONS)
    .describe("faults that the answers or the new version bring in; may be empty"),
});
export type ChallengerRebuttalReply = z.infer<typeof ChallengerRebuttalReply>;

export const RemarksReply = z.object({
  remarks: z.array(z.object({ objection: words.describe("its id"), remark: words })),
});
export type RemarksReply = z.infer<typeof RemarksReply>;

export const ExposureReply = z.object({
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
export type ExposureReply = z.infer<typeof ExposureReply>;
