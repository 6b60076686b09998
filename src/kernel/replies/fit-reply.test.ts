import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";

import type { Json } from "../../domain/json.ts";
import type { ReplySchema } from "../../domain/reply-schema.ts";
import { fitReplyValue } from "./fit-reply.ts";

const Vote = z.object({
  option: z.enum(["keep-it", "replace"]),
  confidence: z.int().min(0).max(100),
  sure: z.boolean(),
  level: z.enum(["HIGH", "LOW"]),
  claims: z.array(
    z.object({ text: z.string(), quote: z.object({ source: z.string(), words: z.string() }) }),
  ),
  notes: z.array(z.string()),
  condition: z.string().nullable(),
});

const CLAIM = { text: "It is slow.", quote: { source: "S1", words: "46 hours" } };
const VOTE = {
  option: "keep-it",
  confidence: 85,
  sure: true,
  level: "HIGH",
  claims: [CLAIM],
  notes: ["one"],
  condition: null,
};

const { level: _, ...WITHOUT_LEVEL } = VOTE;

function fit(value: Json, type: z.ZodType = Vote): Json {
  return fitReplyValue(value, z.toJSONSchema(type, { io: "input" }) as ReplySchema);
}

describe("a reply that misses its schema by form alone", () => {
  test.each<[string, Json]>([
    ["a number as a numeral in text", { ...VOTE, confidence: "85" }],
    ["a number as words", { ...VOTE, confidence: "Eighty-five" }],
    ["a share of the scale", { ...VOTE, confidence: "85%" }],
    ["a place on the scale", { ...VOTE, confidence: "85/100" }],
    ["a place on the scale in words", { ...VOTE, confidence: "85 out of 100" }],
    ["an enum in another case", { ...VOTE, option: "Keep it", level: "high" }],
    ["a truth as text", { ...VOTE, sure: "Yes" }],
    ["null as text", { ...VOTE, condition: null, sure: "true" }],
    ["one item without its list", { ...VOTE, claims: CLAIM, notes: "one" }],
    ["a list in a list", { ...VOTE, claims: [[CLAIM]] }],
    ["an object around the reply", { reply: VOTE }],
    ["a list around the reply", [VOTE]],
    ["JSON in a text", { ...VOTE, claims: JSON.stringify([CLAIM]) }],
    ["an object around a list", { ...VOTE, claims: { claims: [CLAIM] } }],
    [
      "fields one level too high",
      { ...VOTE, claims: [{ text: "It is slow.", source: "S1", words: "46 hours" }] },
    ],
    [
      "names in another case",
      { ...VOTE, claims: [{ Text: "It is slow.", quote: { Source: "S1", WORDS: "46 hours" } }] },
    ],
  ])("%s", (_, value) => {
    expect(fit(value)).toEqual(VOTE);
  });

  test("a list where the reply has nothing but that list", () => {
    expect(fit([CLAIM], z.object({ claims: Vote.shape.claims }))).toEqual({ claims: [CLAIM] });
  });

  test("FR1 what fits is left alone, whatever it is", () => {
    const text = z.object({ text: z.string(), any: z.union([z.string(), z.number()]) });

    fc.assert(
      fc.property(fc.string(), fc.oneof(fc.string(), fc.integer()), (said, any) => {
        expect(fit({ text: said, any }, text)).toEqual({ text: said, any });
      }),
    );
  });
});

describe("FR2, FR3 nothing is made up, dropped or guessed", () => {
  test.each<[string, Json]>([
    ["a range is no number", { ...VOTE, confidence: "80-90" }],
    ["nor is a word for much", { ...VOTE, confidence: "high" }],
    ["nor a share of another scale", { ...VOTE, confidence: "8/10" }],
    ["nor a number with a comma", { ...VOTE, confidence: "8,5" }],
    ["a number is not rounded", { ...VOTE, confidence: 84.6 }],
    ["nor cut to its scale", { ...VOTE, confidence: 120 }],
    ["half an enum is none", { ...VOTE, option: "keep" }],
    ["nor is an enum with more words", { ...VOTE, option: "replace, I think" }],
    ["nor two of them", { ...VOTE, level: "HIGH or LOW" }],
    ["perhaps is neither true nor false", { ...VOTE, sure: "perhaps" }],
    ["a missing field is not filled in", { ...VOTE, claims: [{ text: "It is slow." }] }],
    ["text with commas is not one item", { ...VOTE, notes: "one, two" }],
    ["two items are not one", [VOTE, { ...VOTE, confidence: 1 }]],
    ["null is not an empty list", { ...VOTE, notes: null }],
    ["an unknown name is not another", { ...WITHOUT_LEVEL, levels: "HIGH" }],
  ])("%s", (_, value) => {
    const fitted = fit(value);

    expect(Vote.safeParse(fitted).success).toBe(false);
    expect(fitted).toEqual(value);
  });

  test("two enum values that differ in case alone are not told apart", () => {
    const type = z.object({ pick: z.enum(["a", "A", "B"]) });

    expect(fit({ pick: "A " }, type)).toEqual({ pick: "A " });
    expect(fit({ pick: "b" }, type)).toEqual({ pick: "B" });
  });

  test("two spellings of one field are left for their author", () => {
    const type = z.object({ would_change: z.string() });
    const given = { wouldChange: "x", "would-change": "y" };

    expect(fit(given, type)).toEqual(given);
  });

  test("what can be fitted in two ways to two values is not fitted", () => {
    const type = z.object({ size: z.union([z.int(), z.array(z.string()).min(1)]) });

    expect(fit({ size: "ten" }, type)).toEqual({ size: "ten" });
  });

  test("fields that two objects could take are given to neither", () => {
    const place = z.object({ source: z.string() });
    const type = z.object({ first: place, second: place });

    expect(fit({ source: "S1" }, type)).toEqual({ source: "S1" });
  });

  test("a name around a plain value may mean something, so it stays", () => {
    const type = z.object({ limit: z.string() });

    expect(fit({ limit: { not: "5" } }, type)).toEqual({ limit: { not: "5" } });
  });

  test("whatever is given: no text is lost and none appears, and fitting again changes nothing", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (any) => {
        const value = { ...VOTE, claims: any as Json, notes: [any] as Json };
        const fitted = fit(value);

        expect(fit(fitted)).toEqual(fitted);
        const before = listTexts(value);
        for (const text of listTexts(fitted)) expect(before.join("\n")).toContain(text);
      }),
    );
  });
});

function listTexts(value: Json): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value as Record<string, Json>).flatMap(listTexts);
}
