import { expect, test } from "vitest";
import * as z from "zod";

import type { Json } from "../domain/json.ts";
import { createShapeSample } from "../testing/loopback/shape-sample.ts";
import {
  describeReplyShape,
  dropReplySentence,
  formatShapeLines,
  renderPromptWithReplyShape,
} from "./reply-shape.ts";

const evidence = z.array(
  z.object({
    kind: z.enum(["quote", "silence"]),
    source: z.string().describe("id of the source"),
    quote: z.string().min(1).describe("the exact words"),
  }),
);

const Reply = z.object({
  option: z.enum(["A", "B"]).describe("the one you recommend"),
  confidence: z.int().min(0).max(100),
  factor: z.literal([1, 1.5, 2]),
  days: z.number().min(0),
  above: z.number().gt(3),
  below: z.number().lt(-3),
  count: z.int(),
  code: z.string().regex(/^[A-Z]-\d$/),
  title: z.string().max(80),
  essay: z.string().min(20).max(4000).nullable(),
  said: z.string().min(30).describe("twice //\n over"),
  claims: z
    .array(z.object({ text: z.string().describe("one sentence"), evidence }))
    .min(2)
    .max(6)
    .describe("your reasons"),
  to: z.union([z.literal("all"), z.array(z.string()).min(1)]),
  pairs: z.array(z.object({ variant: z.int(), text: z.string() })).length(3),
  cause: z.object({ evidence, why: z.string() }).nullable().describe("null if nothing changed"),
  aside: z.string().optional(),
  notes: z.record(z.string(), z.number()),
  levels: z.record(z.enum(["low", "high"]), z.int()),
});

const schema = z.toJSONSchema(Reply) as Json;

test("RS1 K21 one line per field, with its choices, bounds and meaning, and no noise of the schema", () => {
  expect(formatShapeLines(schema)).toEqual(
    `{
  "option": "A" or "B",  // the one you recommend
  "confidence": <whole number from 0 to 100>,
  "factor": 1 or 1.5 or 2,
  "days": <number, at least 0>,
  "above": <number, more than 3>,
  "below": <number, less than -3>,
  "count": <whole number>,
  "code": <text>,  // must match /^[A-Z]-\\d$/
  "title": <text, at most 80 characters>,
  "essay": <text, 20 to 4000 characters> or null,
  "said": <text, at least 30 characters>,  // twice // over
  "claims": [  // 2 to 6 of these; your reasons
    {
      "text": <text>,  // one sentence
      "evidence": [
        {
          "kind": "quote" or "silence",
          "source": <text>,  // id of the source
          "quote": <text>  // the exact words
        }
      ]
    }
  ],
  "to": "all" or [<text>],  // at least 1 of these
  "pairs": [{ "variant": <whole number>, "text": <text> }],  // exactly 3 of these
  "cause": null or {  // null if nothing changed
    "evidence": [{ "kind": "quote" or "silence", "source": <text>, "quote": <text> }],
    "why": <text>
  },
  "aside": <text>,  // may be left out
  "notes": {
    <name>: <number>  // may be left out
  },
  "levels": { "low": <whole number>, "high": <whole number> }
}`.split("\n"),
  );
});

test("RS1 who reads only the shape can build a reply that the schema accepts", () => {
  const sample = createShapeSample(`A question.\n\n${describeReplyShape(schema)}`);

  expect(Reply.safeParse(sample)).toMatchObject({ success: true });
  expect(sample).toMatchObject({ essay: null, claims: [{}, {}], pairs: [{}, {}, {}] });
});

test("RS1 so can one where the schema is in parts", () => {
  const Named = z.object({ name: z.string().min(3) }).meta({ id: "Named" });
  const Parts = z.intersection(z.object({ one: Named }), z.object({ two: Named }));
  const Either = z.object({
    parts: Parts,
    which: z.union([z.object({ kind: z.literal("a") }), z.object({ kind: z.literal("b") })]),
  });
  const shape = describeReplyShape(z.toJSONSchema(Either) as Json);

  expect(Either.safeParse(createShapeSample(shape))).toMatchObject({ success: true });
});

test("what inside itself again may be anything", () => {
  const Tree: z.ZodType = z.object({
    name: z.string(),
    get below() {
      return z.array(Tree);
    },
  });

  expect(formatShapeLines(z.toJSONSchema(Tree) as Json)).toContain('  "below": [<any JSON>]');
});

test("K21 the shape is said once, last, and a prompt that asks for JSON does not ask twice", () => {
  const prompt = [
    { shared: true, text: "All of you decide.\nReply with one JSON object." },
    { shared: false, text: "You are the judge.\nReply with one JSON object.\n" },
    { shared: false, text: "Your reply could not be used." },
  ];
  const shape = describeReplyShape(schema);

  expect(dropReplySentence(prompt).map(({ text }) => text)).toEqual([
    "All of you decide.",
    "You are the judge.",
    "Your reply could not be used.",
  ]);
  expect(renderPromptWithReplyShape({ prompt: prompt.slice(1), schema: () => schema })).toBe(
    `You are the judge.\n\nYour reply could not be used.\n\n${shape}`,
  );
});
