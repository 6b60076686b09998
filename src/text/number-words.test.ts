import * as fc from "fast-check";
import { expect, test } from "vitest";

import { parseNumberText } from "./number-words.ts";

test.each([
  ["85", 85],
  [" 8.5 ", 8.5],
  ["-3", -3],
  ["zero", 0],
  ["Eighty-five", 85],
  ["eighty five", 85],
  ["a hundred", 100],
  ["one hundred and twenty", 120],
  ["two thousand and six", 2006],
  ["two point five", 2.5],
])("%j is %d", (text, value) => {
  expect(parseNumberText(text)).toBe(value);
});

test.each([
  "",
  "high",
  "1,500",
  "1.500,0",
  "85 or 90",
  "80-90",
  "about 85",
  "eighty ninety",
  "five eighty",
  "twenty ten",
  "point",
  "two point",
  "two point twelve",
  "hundred",
  "constructor",
  "0x10",
  "1e3",
])("%j is not exactly one number", (text) => {
  expect(parseNumberText(text)).toBeUndefined();
});

test("a number that was written as a numeral is that number", () => {
  fc.assert(
    fc.property(fc.integer(), (number) => {
      expect(parseNumberText(String(number))).toBe(number);
    }),
  );
});
