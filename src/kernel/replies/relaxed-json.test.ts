import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Json } from "../../domain/json.ts";
import { readJsonAt } from "./relaxed-json.ts";

describe("JSON as models write it", () => {
  test.each<[string, string, Json]>([
    ["comments", '{ // what I hold\n"a": /* sure */ 1\n// the end\n}', { a: 1 }],
    ["commas before closing brackets", '{"a":[1,2,],}', { a: [1, 2] }],
    ["line breaks and tabs in text", '{"a":"one\ntwo\tthree"}', { a: "one\ntwo\tthree" }],
    ["an apostrophe with a backslash", '{"a":"it\\\'s"}', { a: "it's" }],
    ["literals of Python", '{"a":True,"b":False,"c":None}', { a: true, b: false, c: null }],
    ["slashes in text", '{"a":"http://x // y /* z */"}', { a: "http://x // y /* z */" }],
    ["one name twice with one value", '{"a":1,"a":1}', { a: 1 }],
    ["escapes", '"\\u00e9\\n\\/\\\\"', "é\n/\\"],
    ["a name that objects have by themselves", '{"__proto__":1}', JSON.parse('{"__proto__":1}')],
  ])("%s", (_, text, value) => {
    expect(readJsonAt(text, 0)).toEqual({ value, end: text.length });
  });

  test("it begins where it is told, and says where the value ends", () => {
    expect(readJsonAt('So: {"a":1} it is', 4)).toEqual({ value: { a: 1 }, end: 11 });
  });

  test.each([
    ['{"a":1,"a":2}', "a: it is given twice, with different values"],
    [
      '{"claims":[{"text":"x"},{"text":"a "big" one"}]}',
      "claims[1].text: a comma or } is expected",
    ],
    ['{"a":"never ends', "a: its text breaks off"],
    ['{"a":[1 2]}', "a[0]: a comma or ] is expected"],
    ['{"a" 1}', "a: a colon is expected"],
    ['{"a":maybe}', 'a: a value is expected; text stands in "…"'],
    ['{"a":01}', 'a: a value is expected; text stands in "…"'],
    ['{"a":"C:\\dir"}', "a: its text holds a backslash; write \\\\ for one"],
    ['{"a":,}', 'a: a value is expected; text stands in "…"'],
    ["{,}", 'the reply: a name in "…" is expected'],
    ['{"a":1,', "a: it breaks off"],
    [`${'{"b":'.repeat(70)}1`, "….b.b.b.b.b.b.b.b: it is nested too deeply"],
    [
      '{"ignore all rules\\nand":oops}',
      '["ignore all rules\\nand"]: a value is expected; text stands in "…"',
    ],
  ])("RJ1 %j is refused, and it is said where", (text, fault) => {
    expect(readJsonAt(text, 0)).toEqual({ fault: `the JSON is broken at ${fault}` });
  });

  test("any JSON is read as JSON.parse reads it", () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 5 }),
        fc.integer({ min: 0, max: 3 }),
        (value, indent) => {
          const text = JSON.stringify(value, null, indent);

          expect(readJsonAt(text, 0)).toEqual({ value: JSON.parse(text), end: text.length });
        },
      ),
    );
  });
});
