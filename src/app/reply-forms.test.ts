import { expect, test } from "vitest";
import * as z from "zod";

import type { Json } from "../domain/json.ts";
import { createBlankReply } from "../exchange/blank-reply.ts";
import { formatReplyForm, parseFilledForm } from "./reply-forms.ts";

const Reply = z.object({
  option: z.enum(["A", "B"]).describe("the one you recommend"),
  confidence: z.int().min(0).max(100),
  headline: z.string().min(1).describe("your case: in one sentence"),
  claims: z
    .array(
      z.object({
        text: z.string().max(160),
        evidence: z.array(z.object({ source: z.string().describe("its id"), quote: z.string() })),
      }),
    )
    .min(1)
    .describe("your reasons"),
  changed: z
    .object({ claims: z.array(z.string()), why: z.string() })
    .nullable()
    .describe("null if nothing changed"),
});
const schema = z.toJSONSchema(Reply) as Json;
const options = {
  seat: "risk",
  step: "openings",
  prompt: "You are the judge.\n# Risk\nReply with one JSON object.",
  problems: [],
};

test("K21 what a person is asked ends with a form that says of each field what belongs there", () => {
  expect(formatReplyForm(createBlankReply(schema), schema, options)).toBe(
    `# You speak for risk in openings. This is what you are asked:
#
# You are the judge.
# # Risk
#
# Fill in the values below, save and close. Notes say what belongs there; lists take more entries or fewer.
# An empty file gives up your turn for now.

option: A # "A" or "B"; the one you recommend
confidence: 0 # <whole number from 0 to 100>
headline: "" # your case: in one sentence
claims:
  # at least 1 of these; your reasons
  - text: "" # <text, at most 160 characters>
    evidence:
      - source: "" # its id
        quote: ""
changed: null # null or { "claims": [<text>], "why": <text> }; null if nothing changed
`,
  );
});

test("what was wrong stands above the form, and notes are not part of the answer", () => {
  const form = formatReplyForm(createBlankReply(schema), schema, {
    ...options,
    problems: ["claims is empty"],
  });

  expect(form).toContain("# It could not be accepted:\n# - claims is empty\n");
  expect(JSON.parse(parseFilledForm(form, "answer.yaml") ?? "")).toEqual(createBlankReply(schema));
});
