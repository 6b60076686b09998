import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Json } from "../../domain/json.ts";
import { parseReply } from "./parse-reply.ts";

function valueOf(text: string): Json | undefined {
  const reading = parseReply(text);
  return reading.found ? reading.value : undefined;
}

describe("tolerant reading", () => {
  test.each<[string, string, Json]>([
    ["bare", '{"a":1}', { a: 1 }],
    ["with space around", '\n\n  {"a":1}  \n', { a: 1 }],
    ["fenced", 'Here it is:\n```json\n{"a":1}\n```\nDone.', { a: 1 }],
    ["fenced without a language", '```\n{"a":1}\n```', { a: 1 }],
    ["inside prose", 'I think {"a":1} is my answer.', { a: 1 }],
    ["after braces that are no JSON", 'As {someone} said, {"a":1}', { a: 1 }],
    ["after a brace that never closes", 'I open { and say {"a":1}', { a: 1 }],
    ["with braces and quotes in its strings", 'So: {"a":"} \\" {","b":2} ok', { a: '} " {', b: 2 }],
    ["with a fence in its strings", '```json\n{"a":"```x```"}\n```', { a: "```x```" }],
    ["in the second fence", '```js\nlet x = {};;\n```\n```json\n{"a":1}\n```', { a: 1 }],
  ])("K3 %s", (_, text, value) => {
    expect(valueOf(text)).toEqual(value);
  });

  test.each([
    ["", "the reply is empty"],
    [" \n\t", "the reply is empty"],
    ["A", "the reply holds no JSON object"],
    ["42", "the reply holds no JSON object"],
    ["null", "the reply holds no JSON object"],
    ['"A"', "the reply holds no JSON object"],
    ['{"a":', "the reply holds no JSON object"],
    ["{'a': 1}", "the reply holds no JSON object"],
  ])("K3 %j is not a reply, and it is said why", (text, problem) => {
    expect(parseReply(text)).toEqual({ found: false, problem });
  });

  test.each<[string, string, Json]>([
    ["after thoughts", '<think>{"a":0} is too low.</think>\n{"a":1}', { a: 1 }],
    ["after thoughts, fenced", '<thinking>Hm.</thinking>```json\n{"a":1}\n```', { a: 1 }],
    ["after two thoughts", '<think>Hm.</think><think>Hm?</think> {"a":1}', { a: 1 }],
    ["after thoughts whose beginning is lost", 'I say {"a":0}, no.</think>{"a":1}', { a: 1 }],
    ["that speaks of thoughts", '{"a":1,"b":"<think>x</think>"}', { a: 1, b: "<think>x</think>" }],
    ["in prose that speaks of thoughts", 'So <think> it: {"a":1}', { a: 1 }],
  ])("RR1 K3 an object %s", (_, text, value) => {
    expect(valueOf(text)).toEqual(value);
  });

  test.each(['<think>{"a":1}</think>', '<think>{"a":1} and so', '{"a":1} it is.</think>\n'])(
    "RR1 K3 thoughts alone are no reply: %s",
    (text) => {
      expect(parseReply(text)).toEqual({
        found: false,
        problem: "the reply holds thoughts and no answer",
      });
    },
  );

  const hasA = (value: Json): boolean =>
    typeof value === "object" && value !== null && "a" in value && typeof value["a"] === "number";

  test.each<[string, string, Json]>([
    ["the only element of a list, where it fits", '[{"a":1}]', { a: 1 }],
    ["the only element of a list in a fence", '```json\n[{"a":1}]\n```', { a: 1 }],
    ["a list, where its only element does not fit", '[{"b":1}]', [{ b: 1 }]],
    ["a list, where it has two elements", '[{"a":1},{"a":2}]', [{ a: 1 }, { a: 2 }]],
    ["the object that fits, not the one before it", 'From {"b":1} follows {"a":1}.', { a: 1 }],
    ["the object in prose, where nothing fits", 'It is {"b":1}.', { b: 1 }],
    ["one object that is said twice", '{"a":1}, I repeat, {"a":1}', { a: 1 }],
  ])("RR2 K3 %s is taken", (_, text, value) => {
    expect(parseReply(text, hasA)).toEqual({ found: true, value });
  });

  test("RR1 K3 thoughts after a word of prose are no reply either", () => {
    const thought = '<think>{"option":"A"}</think>';

    expect(parseReply(`Sure. ${thought} I cannot answer that.`, () => true)).toMatchObject({
      found: false,
    });
    expect(parseReply(`Sure. ${thought}\n{"option":"B"}`, () => true)).toEqual({
      found: true,
      value: { option: "B" },
    });
    expect(parseReply('Here: {"option":"<think>C</think>"}', () => true)).toEqual({
      found: true,
      value: { option: "<think>C</think>" },
    });
  });

  test("RR2 K3 a list is taken as it is where a list was asked for", () => {
    expect(parseReply('[{"a":1}]', Array.isArray)).toEqual({ found: true, value: [{ a: 1 }] });
  });

  test.each([
    'First {"a":1}, no: {"a":2}.',
    '```json\n{"a":1}\n```\nor\n```json\n{"a":2}\n```',
    'See [{"a":1},{"a":2}] for both.',
  ])("RR2 K3 of several replies none is taken: %s", (text) => {
    expect(parseReply(text, hasA)).toEqual({
      found: false,
      problem: "the reply holds several JSON objects, give exactly one",
    });
  });

  test("K3 any object that was written is read as it was, bare or in prose", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
        const text = JSON.stringify(object);

        expect(valueOf(text)).toEqual(JSON.parse(text));
        expect(valueOf(`Well, ${text} it is.`)).toEqual(JSON.parse(text));
      }),
    );
  });

  // time that grew with the square of the length would be minutes
  test.each([
    ["{", "the reply holds no JSON object"],
    ['{"', "the reply holds no JSON object"],
    ['{"a":', "the reply holds no JSON object"],
    ["```\n", "the reply holds no JSON object"],
    ["<think>", "the reply holds thoughts and no answer"],
    ["<think></think>", "the reply holds thoughts and no answer"],
  ])("K3 a million characters of %j are given up on", (flood, problem) => {
    expect(parseReply(flood.repeat(1_000_000 / flood.length))).toEqual({ found: false, problem });
  });

  test("K3 the first object is found in a million characters of small ones", () => {
    expect(parseReply("{}x".repeat(333_333))).toEqual({ found: true, value: {} });
  });
});
