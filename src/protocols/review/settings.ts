/** What can be set of a review. `parts`, `marked`, `base`, `head` and `what` are filled in by the command. */
import * as z from "zod";

import { evidenceSettings } from "../../evidence/evidence-settings.ts";
import { HIDDEN_KINDS } from "./change/file-kinds.ts";
import { MOST_FINDINGS, MOST_PARTS, MOST_REVIEWERS, SEVERITIES } from "./reply-values.ts";

export const ReviewSettings = z.strictObject({
  reviewers: z
    .int()
    .min(2)
    .max(MOST_REVIEWERS)
    .default(3)
    .describe("how many reviewers, each with another lens"),
  least_reviewers: z
    .int()
    .min(1)
    .max(MOST_REVIEWERS)
    .default(2)
    .describe("fewer that answer end the review without an outcome"),
  // a review that was recorded before there was a choice ended there
  unread_parts: z
    .enum(["end", "name"])
    .default("end")
    .describe("too few read one of several parts: end the review, or name it and go on"),
  author: z
    .boolean()
    .default(false)
    .describe("somebody answers for the change: accept, partial or reject"),
  defence: z
    .boolean()
    .default(true)
    .describe("a finding that is refuted or rejected can be defended once"),
  changes_from: z
    .enum(SEVERITIES)
    .default("major")
    .describe("a confirmed finding of this severity or worse: CHANGES_NEEDED"),
  contested_from: z
    .enum(SEVERITIES)
    .default("major")
    .describe("a disputed finding of this severity or worse: CONTESTED"),
  unconfirmed_from: z
    .enum(SEVERITIES)
    .default("blocker")
    .describe("a finding of this severity or worse that no reviewer could judge: CONTESTED"),
  most_findings: z
    .int()
    .min(1)
    .max(MOST_FINDINGS)
    .default(8)
    .describe("most findings of one reviewer in one part"),
  part_bytes: z
    .int()
    .min(2_000)
    .max(400_000)
    .default(60_000)
    .describe("a larger change is split into parts of about this size"),
  parts: z
    .int()
    .min(1)
    .max(MOST_PARTS)
    .default(1)
    .describe("parts that the change is split into, so that the cost is known before"),
  include: z
    .array(z.enum(HIDDEN_KINDS))
    .default([])
    .describe("show these as well: lock, generated, vendored"),
  timeout_per_reply: z
    .number()
    .positive()
    .max(86_400)
    .default(300)
    .describe("seconds for one answer"),
  marked: z
    .record(z.string(), z.enum(HIDDEN_KINDS))
    .default({})
    .describe("paths that .gitattributes calls generated or vendored"),
  what: z.string().default("").describe("what is reviewed, in words"),
  base: z.string().nullable().default(null).describe("the commit before the change, where known"),
  head: z.string().nullable().default(null).describe("the commit after the change, where known"),
  ...evidenceSettings,
  follows: z.string().nullable().default(null).describe("the earlier review of the same branch"),
});
export type ReviewSettings = z.infer<typeof ReviewSettings>;
