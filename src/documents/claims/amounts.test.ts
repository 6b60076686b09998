import { describe, expect, test } from "vitest";

import { parseAmount, findMultiplier, parseSpelledNumber, findUnit } from "./amounts.ts";

const BILLIONTHS = 10n ** 9n;

const amount = (figure: string, unit: string): bigint | undefined =>
  parseAmount(figure, findUnit(unit)?.scale ?? expect.fail(`no unit ${unit}`));

describe("a figure with its unit", () => {
  test.each([
    ["1.5", "s", "1,500", "ms"],
    ["2", "min", "120", "seconds"],
    ["1", "day", "24", "Hours"],
    ["2", "weeks", "14", "d"],
    ["1", "GB", "1 000", "MB"],
    ["1", "TB", "1000", "gb"],
    ["1", "MiB", "1024", "KiB"],
    ["1", "GiB", "1024", "MiB"],
    ["0.5", "kb", "500", "bytes"],
  ])("%s %s is as much as %s %s", (figure, unit, other, otherUnit) => {
    expect(amount(figure, unit)).toBe(amount(other, otherUnit));
    expect(findUnit(unit)?.dimension).toBe(findUnit(otherUnit)?.dimension);
  });

  test("a year is as long as 365 or 366 days, a month as 28 to 31", () => {
    const lengths = (unit: string): unknown[] => [
      findUnit(unit)?.scale,
      findUnit(unit)?.longest,
      findUnit(unit)?.dimension,
    ];
    const day = findUnit("day")?.scale ?? 0n;

    expect(lengths("years")).toEqual([365n * day, 366n * day, "time"]);
    expect(lengths("month")).toEqual([28n * day, 31n * day, "time"]);
  });

  test("dollars and euros are not compared", () => {
    expect(findUnit("$")?.dimension).not.toBe(findUnit("€")?.dimension);
    expect(findUnit("parsecs")).toBeUndefined();
  });

  test("is exact to nine places", () => {
    expect(parseAmount("7", 1n)).toBe(7n * BILLIONTHS);
    expect(parseAmount("0.000000001", 1n)).toBe(1n);
    expect(parseAmount("1,234,567.25", 2n)).toBe(2n * 123_456_725n * 10n ** 7n);
  });

  test.each([
    ["the name of an agent", "007"],
    ["what may be the beginning of a hash", "1234567"],
    ["more than nine places", "0.1234567891"],
    ["groups of two digits", "12,34"],
    ["a group of four digits in front", "1234,567"],
    ["a point with nothing behind it", "1."],
    ["a sign", "-1"],
    ["words", "one"],
    ["nothing", ""],
    ["more than thirty digits", "1".repeat(31)],
  ])("%s is no figure", (_what, figure) => {
    expect(parseAmount(figure, 1n)).toBeUndefined();
  });

  test("thirty digits and round millions are figures", () => {
    expect(parseAmount("1".repeat(30), 1n)).toBe(BigInt("1".repeat(30)) * BILLIONTHS);
    expect(parseAmount("5000000", 1n)).toBe(5_000_000n * BILLIONTHS);
    expect(parseAmount("0", 1n)).toBe(0n);
  });
});

test("multipliers are read as they are written: M is a million, m is none", () => {
  expect(findMultiplier("k")).toBe(findMultiplier("thousand"));
  expect(findMultiplier("M")).toBe(1_000_000n);
  expect(findMultiplier("bn")).toBe(findMultiplier("billion"));
  expect(findMultiplier("m")).toBeUndefined();
});

test("two to twelve and round figures are read from words; one is as often a pronoun", () => {
  expect(["two", "seven", "twelve", "fifteen", "ninety"].map(parseSpelledNumber)).toEqual([
    2, 7, 12, 15, 90,
  ]);
  expect(["zero", "one", "thirteen", "many"].map(parseSpelledNumber)).toEqual(
    Array(4).fill(undefined),
  );
});
