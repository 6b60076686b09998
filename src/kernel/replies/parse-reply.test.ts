import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Json } from "../../domain/json.ts";
import { parseReply } from "./parse-reply.ts";

/** An object is a reply here if it has a number under `a`. */
const hasA = (value: Json): Json | undefined =>
  typeof value === "object" && value !== null && "a" in value && typeof value["a"] === "number"
    ? value
    : undefined;

function parseValue(text: string): Json | undefined {
  const reading = parseReply(text, hasA);
  return reading.found ? reading.value : undefined;
}

describe("tolerant reading", () => {
  test.each<[string, string, Json]>([
    ["bare", '{"a":1}', { a: 1 }],
    ["with space around", '\n\n  {"a":1}  \n', { a: 1 }],
    ["after a byte order mark", '\uFEFF{"a":1}', { a: 1 }],
    ["fenced", 'Here it is:\n```json\n{"a":1}\n```\nDone.', { a: 1 }],
    ["fenced without a language", '```\n{"a":1}\n```', { a: 1 }],
    ["in a fence that nobody closed", '```json\n{"a":1}', { a: 1 }],
    ["inside prose", 'I think {"a":1} is my answer.', { a: 1 }],
    ["after braces that are no JSON", 'As {someone} said, {"a":1}', { a: 1 }],
    ["after a brace that never closes", 'I open { and say {"a":1}', { a: 1 }],
    ["after footnotes and links", 'See [1], [{x}] and [here](b.md): {"a":1}', { a: 1 }],
    ["in brackets of prose", '[my answer: {"a":1}]', { a: 1 }],
    ["with braces and quotes in its strings", 'So: {"a":2,"b":"} \\" {"} ok', { a: 2, b: '} " {' }],
    ["with a fence in its strings", '```json\n{"a":1,"b":"```x```"}\n```', { a: 1, b: "```x```" }],
    ["in the second fence", '```js\nlet x = {};;\n```\n```json\n{"a":1}\n```', { a: 1 }],
    ["as the JSON of a JSON string", '"{\\"a\\":1}"', { a: 1 }],
    ["with comments and a comma too many", '{\n  "a": 1, // sure\n}', { a: 1 }],
    ["that has an apostrophe in a comment", 'So:\n{"a":1, // it\'s "so\n"b":{}}', { a: 1, b: {} }],
  ])("K3 %s", (_, text, value) => {
    expect(parseValue(text)).toEqual(value);
  });

  test.each([
    ["", "the reply is empty"],
    [" \n\t", "the reply is empty"],
    ["A", "the reply holds no JSON object"],
    ["42", "the reply holds no JSON object"],
    ["null", "the reply holds no JSON object"],
    ['"A"', "the reply holds no JSON object"],
    ["[1]", { found: true, value: [1] }],
    ["as in [1] and [a]", "the reply holds no JSON object"],
    ['{"a":', "the JSON is broken at a: it breaks off"],
    ["{'a': 1}", 'the JSON is broken at the reply: a name in "…" is expected'],
    ["{a: 1}", 'the JSON is broken at the reply: a name in "…" is expected'],
  ])("K3 %j is not a reply, and it is said why", (text, problem) => {
    expect(parseReply(text, hasA)).toEqual(
      typeof problem === "string" ? { found: false, problem } : problem,
    );
  });

  test.each<[string, string, Json]>([
    ["after thoughts", '<think>{"a":0} is too low.</think>\n{"a":1}', { a: 1 }],
    ["after thoughts, fenced", '<thinking>Hm.</thinking>```json\n{"a":1}\n```', { a: 1 }],
    ["after two thoughts", '<think>Hm.</think><think>Hm?</think> {"a":1}', { a: 1 }],
    ["after thoughts of Mistral", '[THINK]{"a":0}[/THINK]{"a":1}', { a: 1 }],
    ["after thoughts of Seed-OSS", '<seed:think>{"a":0}</seed:think>{"a":1}', { a: 1 }],
    ["after a spoken analysis", '<analysis>\n{"a":0}?\n</analysis>\n{"a":1}', { a: 1 }],
    ["after thoughts whose beginning is lost", 'I say {"a":0}, no.</think>{"a":1}', { a: 1 }],
    ["that speaks of thoughts", '{"a":1,"b":"<think>x</think>"}', { a: 1, b: "<think>x</think>" }],
    ["in prose that speaks of thoughts", 'So <think> it: {"a":1}', { a: 1 }],
  ])("RR1 K3 an object %s", (_, text, value) => {
    expect(parseValue(text)).toEqual(value);
  });

  test.each([
    '<think>{"a":1}</think>',
    '<think>{"a":1} and so',
    '[THINK]{"a":1}[/THINK]',
    '{"a":1} it is.</think>\n',
  ])("RR1 K3 thoughts alone are no reply: %s", (text) => {
    expect(parseReply(text, hasA)).toEqual({
      found: false,
      problem: "the reply holds thoughts and no answer",
    });
  });

  test.each<[string, string, Json]>([
    ["the object that is a reply, not the one before it", 'From {"b":1} comes {"a":1}.', { a: 1 }],
    ["the object in prose, where nothing is a reply", 'It is {"b":1}.', { b: 1 }],
    ["the longest of them, where nothing is a reply", '{"b":1}, {"b":"x","c":2}', { b: "x", c: 2 }],
    ["one object that is said twice", '{"a":1}, I repeat, {"a":1}', { a: 1 }],
    ["a list in prose, whole", 'See [{"a":1},{"a":2}].', [{ a: 1 }, { a: 2 }]],
  ])("RR2 K3 %s is taken", (_, text, value) => {
    expect(parseReply(text, hasA)).toEqual({ found: true, value });
  });

  test("RR1 K3 thoughts after a word of prose are no reply either", () => {
    const thought = '<think>{"a":1}</think>';

    expect(parseReply(`Sure. ${thought} I cannot answer that.`, hasA)).toMatchObject({
      found: false,
    });
    expect(parseReply(`Sure. ${thought}\n{"a":2}`, hasA)).toEqual({ found: true, value: { a: 2 } });
  });

  test.each(['First {"a":1}, no: {"a":2}.', '```json\n{"a":1}\n```\nor\n```json\n{"a":2}\n```'])(
    "RR2 K3 of several replies none is taken: %s",
    (text) => {
      expect(parseReply(text, hasA)).toEqual({
        found: false,
        problem: "the reply holds several JSON objects, give exactly one",
      });
    },
  );

  test.each([
    ['{"list":[{"a":1},{"a":', "the JSON is broken at list[1].a: it breaks off"],
    ['{"list":[{"a":1}] "b":2}', "the JSON is broken at list: a comma or } is expected"],
    ['So: {"b":"a "big" one","c":{"a":1}}', "the JSON is broken at b: a comma or } is expected"],
  ])("RR2 K3 what stands inside broken JSON is no reply: %s", (text, problem) => {
    expect(parseReply(text, hasA)).toEqual({ found: false, problem });
  });

  test("K3 any object that was written is read as it was, bare or in prose", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
        const text = JSON.stringify({ ...object, a: 1 });

        expect(parseValue(text)).toEqual(JSON.parse(text));
        expect(parseValue(`Well, ${text} it is.`)).toEqual(JSON.parse(text));
      }),
    );
  });

  // time that grew with the square of the length would be minutes
  test.each([
    "{",
    '{"',
    '{"a":',
    '{"a":1',
    "[{",
    "{ ",
    "{//",
    "```\n",
    "<think>",
    "<think></think>",
    "[think]",
  ])("K3 a million characters of %j are given up on", (flood) => {
    expect(parseReply(flood.repeat(1_000_000 / flood.length), hasA)).toMatchObject({
      found: false,
    });
  });

  test("K3 the first object is found in a million characters of small ones", () => {
    expect(parseReply("{}x".repeat(333_333))).toEqual({ found: true, value: {} });
  });
});
