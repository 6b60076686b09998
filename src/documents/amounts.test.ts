import { describe, expect, test } from "vitest";

import { amountOf, multiplierOf, spelledFigure, unitOf } from "./amounts.ts";

const BILLIONTHS = 10n ** 9n;

const amount = (figure: string, unit: string): bigint | undefined =>
  amountOf(figure, unitOf(unit)?.scale ?? expect.fail(`no unit ${unit}`));

describe("a figure with its unit", () => {
  test.each([
    ["1.5", "s", "1,500", "ms"],
    ["2", "min", "120", "seconds"],
    ["1", "day", "24", "Hours"],
    ["2", "weeks", "14", "d"],
    ["1", "year", "12", "months"],
    ["1", "GB", "1 000", "MB"],
    ["1", "TB", "1000", "gb"],
    ["1", "MiB", "1024", "KiB"],
    ["1", "GiB", "1024", "MiB"],
    ["0.5", "kb", "500", "bytes"],
  ])("%s %s is as much as %s %s", (figure, unit, other, otherUnit) => {
    expect(amount(figure, unit)).toBe(amount(other, otherUnit));
    expect(unitOf(unit)?.dimension).toBe(unitOf(otherUnit)?.dimension);
  });

  test("days and months, dollars and euros are not compared", () => {
    expect(unitOf("days")?.dimension).not.toBe(unitOf("months")?.dimension);
    expect(unitOf("$")?.dimension).not.toBe(unitOf("€")?.dimension);
    expect(unitOf("parsecs")).toBeUndefined();
  });

  test("is exact to nine places", () => {
    expect(amountOf("7", 1n)).toBe(7n * BILLIONTHS);
    expect(amountOf("0.000000001", 1n)).toBe(1n);
    expect(amountOf("1,234,567.25", 2n)).toBe(2n * 123_456_725n * 10n ** 7n);
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
    expect(amountOf(figure, 1n)).toBeUndefined();
  });

  test("thirty digits and round millions are figures", () => {
    expect(amountOf("1".repeat(30), 1n)).toBe(BigInt("1".repeat(30)) * BILLIONTHS);
    expect(amountOf("5000000", 1n)).toBe(5_000_000n * BILLIONTHS);
    expect(amountOf("0", 1n)).toBe(0n);
  });
});

test("multipliers are read as they are written: M is a million, m is none", () => {
  expect(multiplierOf("k")).toBe(multiplierOf("thousand"));
  expect(multiplierOf("M")).toBe(1_000_000n);
  expect(multiplierOf("bn")).toBe(multiplierOf("billion"));
  expect(multiplierOf("m")).toBeUndefined();
});

test("two to twelve and round figures are read from words; one is as often a pronoun", () => {
  expect(["two", "seven", "twelve", "fifteen", "ninety"].map(spelledFigure)).toEqual([
    2, 7, 12, 15, 90,
  ]);
  expect(["zero", "one", "thirteen", "many"].map(spelledFigure)).toEqual(Array(4).fill(undefined));
});
