import * as fc from "fast-check";
import { expect, test } from "vitest";

import { listNumberWords, parseNumberText } from "./number-words.ts";

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

test.each([
  ["Eight of ten visits", [8, 10]],
  ["one engineer, six weeks", [1, 6]],
  ["twenty-five and three hundred and ten", [25, 310]],
  ["two million, a hundred, two point five", [2_000_000, 100, 2.5]],
  ["seven eighty", [7, 80]],
  ["someone often weighs a tenth, none a million", [1_000_000]],
  ["hundreds of thousands", []],
])("K7 %j holds %j in words", (text, numbers) => {
  expect(listNumberWords(text)).toEqual(numbers);
});

test("equal words are read once, also in a long text that holds little else", () => {
  expect(listNumberWords("and two and point ".repeat(100_000))).toHaveLength(10);
});
