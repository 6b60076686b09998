/** Where an answer stands in JSON: paths, conditions, and the last that fits. */
import * as fc from "fast-check";
import { expect, test } from "vitest";

import { findAnswerText, parseAnswerPath } from "./adapters/custom.ts";
import { parseJsonLines, parseTrailingJson, readJsonPath } from "./printed-json.ts";

function read(text: string, values: readonly unknown[]): string | undefined {
  const place = parseAnswerPath(text);
  if (!place) throw new TypeError("not a place");
  return findAnswerText(values, place);
}

test("a path into objects and lists", () => {
  expect(read("result", [{ result: "yes" }])).toBe("yes");
  expect(read("choices.0.message.content", [{ choices: [{ message: { content: "yes" } }] }])).toBe(
    "yes",
  );
  expect(read("-1.result", [[{ result: "first" }, { result: "last" }]])).toBe("last");
  expect(read("structured", [{ structured: { a: 1 } }])).toBe('{"a":1}');
});

test("of many lines the last that fits the conditions", () => {
  const lines = [
    { type: "item", item: { type: "message", text: "first" } },
    { type: "item", item: { type: "message", text: "second" } },
    { type: "item", item: { type: "reasoning", text: "hidden" } },
    { type: "done", item: { type: "message", text: "" } },
  ];

  expect(read("item.text", lines)).toBe("hidden");
  expect(read("item.text where item.type=message", lines)).toBe("second");
  expect(read('item.text where type = item and item.type = "message"', lines)).toBe("second");
  expect(read("item.text where item.type=none", lines)).toBeUndefined();
});

test("what is no place is told, and names of objects are not looked up above them", () => {
  for (const text of ["", " ", "a b", "a where", "a where b", "a..b", ".a", "a where =b"]) {
    expect(parseAnswerPath(text)).toBeUndefined();
  }
  expect(read("constructor.name", [{}])).toBeUndefined();
  expect(read("__proto__", [{}])).toBeUndefined();
});

test("whatever a program prints, reading it throws nothing", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, path) => {
      readJsonPath(parseTrailingJson(text), path);
      const place = parseAnswerPath(path);
      if (place) findAnswerText(parseJsonLines(text), place);
    }),
  );
});

test("JSON is found whole, behind warnings, and over several lines", () => {
  expect(parseTrailingJson('{"a":1}')).toEqual({ a: 1 });
  expect(parseTrailingJson('warning: old\n[1] is no answer\n{\n  "a": 1\n}\n')).toEqual({ a: 1 });
  expect(parseTrailingJson("no JSON")).toBeUndefined();
  expect(parseTrailingJson('"a word"')).toBeUndefined();
  expect(parseTrailingJson(`${"{\n".repeat(200_000)}{"a":1}`)).toEqual({ a: 1 });
  expect(parseJsonLines('noise\n{"a":1}\n{"broken\n {"b":2}\n[3]')).toEqual([{ a: 1 }, { b: 2 }]);
});
