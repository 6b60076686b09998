/** The replies of a poll, one schema per task. */
import * as z from "zod";

import { EvidenceReply } from "../../exchange/evidence-reply.ts";
import type { PollTask } from "./settings.ts";

const said = z.string().trim().min(1);

const judged = {
  confidence: z.int().min(0).max(100).describe("how likely your answer is right"),
  reasons: z
    .array(z.object({ point: said, evidence: z.array(EvidenceReply) }))
    .describe("what carries your answer, one to three points"),
  because: z
    .array(said)
    .describe("ids of shown points that changed your answer; empty if none, or nothing changed"),
};

export const pollReplies = {
  choose: z.object({ option: said.describe("the letter of one option"), ...judged }),
  answer: z.object({ answer: said.describe("the answer alone, as short as it can be"), ...judged }),
  review: z.object({
    findings: z
      .array(
        z.object({
          headline: said.describe("what is wrong, in one line"),
          why: said.describe("why it fails, with the figures"),
          evidence: z.array(EvidenceReply),
        }),
      )
      .describe("each thing that is wrong, the gravest first; empty if nothing is"),
  }),
} as const satisfies Record<PollTask, z.ZodType>;

export type PollReply = z.infer<(typeof pollReplies)[PollTask]>;
export type PollVote = Exclude<PollReply, { findings: unknown }>;

export function isPollVote(reply: PollReply): reply is PollVote {
  return !("findings" in reply);
}
