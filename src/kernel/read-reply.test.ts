import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Json } from "../domain/json.ts";
import { readReply } from "./read-reply.ts";

function valueOf(text: string): Json | undefined {
  const reading = readReply(text);
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
    expect(readReply(text)).toEqual({ found: false, problem });
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

  test("K3 a flood of braces is given up on quickly", () => {
    const started = performance.now();
    for (const flood of ["{", '{"', "{}x", '{"a":'])
      readReply(flood.repeat(1_000_000 / flood.length));

    expect(performance.now() - started).toBeLessThan(3_000);
  });
});
