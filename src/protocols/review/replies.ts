/** The replies of `review`. Every field is required and nullable rather than optional. */
import * as z from "zod";

import { EvidenceReply } from "../../exchange/evidence-reply.ts";
import { AUTHOR_ANSWERS, DEFENCE_CHOICES, FINDING_VERDICTS, SEVERITIES } from "./reply-values.ts";

const words = z.string().trim().min(1);
const lineNumber = z.int().min(1).max(10_000_000);
const evidence = z.array(EvidenceReply).describe("what supports it; empty when nothing does");

const FiledFinding = z.object({
  file: words.describe("its path, or its id such as file-2"),
  side: z.enum(["new", "old"]).describe("old: lines that the change removes"),
  first_line: lineNumber.describe("number on that side"),
  last_line: lineNumber,
  quote: words.describe("the exact text of these lines, without numbers and signs"),
  severity: z.enum(SEVERITIES),
  claim: words.describe("what is wrong, in up to 25 words"),
  scenario: words.describe(
    "how it fails: concrete input or event, what happens, what should happen",
  ),
  suggestion: words.nullable().describe("what to do about it; null if you have no idea"),
  replacement: z
    .string()
    .nullable()
    .describe("new text for exactly lines first_line to last_line of the new side; else null"),
  evidence,
});
export type FiledFinding = z.infer<typeof FiledFinding>;

export const ReviewFindingsReply = z.object({
  findings: z.array(FiledFinding).describe("worst first; empty is a full answer"),
  looked_at: words
    .nullable()
    .describe("where you looked and found nothing; null if nothing to say"),
});
export type ReviewFindingsReply = z.infer<typeof ReviewFindingsReply>;

const VerdictOnFinding = z.object({
  finding: words.describe("its id"),
  verdict: z.enum(FINDING_VERDICTS),
  severity: z.enum(SEVERITIES).nullable().describe("for confirm: how bad it is; else null"),
  reason: words,
  evidence: z.array(EvidenceReply).describe("confirm and refute need a quote that is found"),
});
export type VerdictOnFinding = z.infer<typeof VerdictOnFinding>;

export const VerdictsReply = z.object({ verdicts: z.array(VerdictOnFinding) });
export type VerdictsReply = z.infer<typeof VerdictsReply>;

const AnswerToFinding = z.object({
  finding: words.describe("its id"),
  answer: z.enum(AUTHOR_ANSWERS),
  reason: words,
  evidence,
});
export type AnswerToFinding = z.infer<typeof AnswerToFinding>;

export const AuthorReply = z.object({ answers: z.array(AnswerToFinding) });
export type AuthorReply = z.infer<typeof AuthorReply>;

const DefenceOfFinding = z.object({
  finding: words.describe("id of your finding"),
  choice: z.enum(DEFENCE_CHOICES),
  reason: words,
  evidence,
});
export type DefenceOfFinding = z.infer<typeof DefenceOfFinding>;

export const DefenceReply = z.object({ defences: z.array(DefenceOfFinding) });
export type DefenceReply = z.infer<typeof DefenceReply>;
