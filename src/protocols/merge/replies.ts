/** The replies of `merge`. Every field is required and nullable rather than optional. */
import * as z from "zod";

import { EVIDENCE_KINDS } from "../../domain/evidence/evidence.ts";
import { EvidenceReply } from "../../exchange/evidence-reply.ts";
import {
  CORRECTION_ACTIONS,
  FINDING_CATEGORIES,
  type MergeFindings,
} from "./prompts/finding-input.ts";
import type * as said from "./prompts/prompt-input.ts";
import { GRADES, INSTEAD_CHOICES, VERDICTS } from "./prompts/prompt-input.ts";

const words = z.string().trim().min(1);
const number = z.int().min(1).describe("number of the variant: A is 1, B is 2…");

const evidence = z
  .array(EvidenceReply.extend({ kind: z.enum(EVIDENCE_KINDS).default("quote") }))
  .describe("what supports it; without any it is shown as speculation");

export type WritingReply = said.MergeWriting;
export const WritingReply: z.ZodType<WritingReply> = z.object({
  // not trimmed: it is a document, and is kept as it was written
  document: z
    .string()
    .regex(/\S/, "the document is empty")
    .describe("the whole document, in Markdown"),
});

export type FindingsReply = MergeFindings;
export const FindingsReply: z.ZodType<FindingsReply> = z.object({
  findings: z.array(
    z.object({
      category: z.enum(FINDING_CATEGORIES),
      severity: z.enum(GRADES).describe("for a unique contribution: its value"),
      summary: words.describe("the difference in one sentence"),
      topic: words.nullable().describe("what it is about, in a few words; null for the whole"),
      sides: z
        .array(z.object({ variant: number, quote: words.describe("its exact words") }))
        .min(1)
        .describe("the words of each side; one for a unique contribution, else at least two"),
    }),
  ),
  corrections: z
    .array(
      z.object({
        action: z
          .enum(CORRECTION_ACTIONS)
          .describe("drop, join or correct listed points; pair or part two sections"),
        points: z.array(words).describe("ids of listed points; empty for pair and part"),
        summary: words
          .nullable()
          .default(null)
          .describe("the better wording; null but for correct"),
        sides: z
          .array(z.object({ variant: number, quote: words }))
          .describe("for pair and part: words out of each of the two sections; else empty"),
        because: words.describe("why, in one sentence"),
      }),
    )
    .default([])
    .describe("what is wrong in the list or in the pairs of sections; else empty"),
});

const winner = {
  point: words.describe("id of the point, such as C-001"),
  variant: z
    .int()
    .min(0)
    .describe("number of the draft whose words should stand; 0: see instead and same_as"),
  instead: z
    .enum(INSTEAD_CHOICES)
    .nullable()
    .default(null)
    .describe("only with 0: what should be done at this point; null with a number or same_as"),
  pieces: z
    .array(z.object({ variant: number, quote: words }))
    .nullable()
    .default(null)
    .describe("for combine: exact words of the drafts, in the order they should stand in"),
  section: z
    .string()
    .nullable()
    .default(null)
    .describe("for fold: title of the section that it belongs in"),
  same_as: z
    .string()
    .nullable()
    .default(null)
    .describe("only with 0: id of another advocate's vote on this point that you agree with"),
  because: words.describe("why, in one sentence that others can answer"),
};

const newWinners = z.array(
  z.object({
    ...winner,
    causes: z
      .array(words)
      .describe("ids of others' claims that changed your mind; empty if the winner is not new"),
    evidence,
  }),
);

const concessions = z.array(
  z.object({
    point: words
      .nullable()
      .describe("id of a point that you give to another draft; null for anything else"),
    variant: number.nullable().describe("number of that draft; null without a point"),
    text: words,
  }),
);

const assessments = z.array(z.object({ variant: number, text: words }));

export type AdvocateStatementReply = said.AdvocateStatement;
export const AdvocateStatementReply: z.ZodType<AdvocateStatementReply> = z.object({
  summary: words.describe("your variant's case, in a few sentences"),
  strengths: z.array(z.object({ text: words, evidence })).min(1),
  steelmen: assessments.describe("the strongest case for every other variant, one each"),
  weaknesses: z.array(z.object({ variant: number, text: words, evidence })),
  concessions,
  winners: z.array(z.object(winner)).describe("one for every point that is voted on"),
});

export type AdvocateRebuttalReply = said.AdvocateRebuttal;
export const AdvocateRebuttalReply: z.ZodType<AdvocateRebuttalReply> = z.object({
  responses: z.array(
    z.object({
      criticism: words.describe("claim id of the criticism of your variant"),
      answer: z.enum(["counter", "concede", "partly"]),
      text: words,
      evidence,
    }),
  ),
  assessments: assessments.describe("what you now think of other variants"),
  concessions,
  changes: newWinners.describe("only points whose winner is now another for you; else empty"),
});

export type FinalArgumentReply = said.FinalArgument;
export const FinalArgumentReply: z.ZodType<FinalArgumentReply> = z.object({
  argument: words.describe("your last word on what is still open"),
  concessions,
  winners: newWinners.describe("one for every point that is still open"),
});

export type EvaluationReply = said.MergeEvaluation;
export const EvaluationReply: z.ZodType<EvaluationReply> = z.object({
  appraisals: z.array(
    z.object({
      variant: number,
      criterion: words.describe("id of the criterion, such as clarity-2"),
      claim: words.describe("met or not met, and by what"),
      quote: words.nullable().describe("the variant's exact words; null if there is no evidence"),
      searched: words
        .nullable()
        .default(null)
        .describe(
          "for a criterion about absence: terms you looked for and did not find, comma-separated",
        ),
      verdict: z.enum(VERDICTS),
    }),
  ),
});
