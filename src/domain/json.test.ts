import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { isPlainJson } from "./json.ts";

describe("whether writing a value as JSON and reading it changes nothing", () => {
  test("whatever was written as JSON stays as it is", () => {
    fc.assert(fc.property(fc.json(), (text) => isPlainJson(JSON.parse(text))));
  });

  test.each([
    ["nothing", null],
    ["a text", "a"],
    ["a boolean", false],
    ["a number", 0],
    ["an empty list", []],
    ["an object in a list in an object", { a: [{ b: null }] }],
  ])("%s stays as it is", (_what, value) => {
    expect(isPlainJson(value)).toBe(true);
  });

  test.each([
    ["undefined", undefined],
    ["a function", () => 1],
    ["a big integer", 1n],
    ["not a number", Number.NaN],
    ["infinity", Number.POSITIVE_INFINITY],
    ["minus zero", -0],
    ["a date", new Date(0)],
    ["a map", new Map()],
    ["an object without a prototype", Object.create(null) as unknown],
    ["a list with one such element after a good one", [1, undefined]],
    ["an object with one such field after a good one", { a: 1, b: { c: undefined } }],
    ["an object with one such field before a good one", { a: undefined, b: 1 }],
  ])("%s does not", (_what, value) => {
    expect(isPlainJson(value)).toBe(false);
  });
});
