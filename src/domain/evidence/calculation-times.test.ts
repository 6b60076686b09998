import { describe, expect, test } from "vitest";

import { findCalculationFault } from "./calculation.ts";
import { createQuoteChecker } from "./evidence.ts";

const all = (): boolean => true;

describe("K7 times of day are calculated", () => {
  test.each([
    "12:55 + 15 min = 13:10",
    "12:55 + 15 min = 13:10 > 13:00",
    "23:50 + 20 min = 00:10",
    "06:30 - 22:15 = 8 h 15 min",
    "22:00 + 7 h 30 min = 05:30",
    "13:10 - 12:55 = 15 min",
    "09:33 + 11 min + 19 min = 10:03",
    "4 h 30 min < 13:10 - 08:00",
  ])("holds: %s", (line) => {
    expect(findCalculationFault(line, all)).toBeNull();
  });

  test.each([
    ["12:55 + 15 min = 13:11", "it does not come out"],
    ["12:55 + 15 min = 13:10 > 13:30", "it does not come out"],
    ["12:55 + 15 GB = 13:10", "it is not one calculation with its result"],
    ["12:55 + 13:10 = 26:05", "it is not one calculation with its result"],
    ["12:55 + 15 min", "it is not one calculation with its result"],
    ["12:55 + 15 min = 15", "it is not one calculation with its result"],
  ])("does not hold: %s", (line, fault) => {
    expect(findCalculationFault(line, all)).toBe(fault);
  });

  test("what it starts from is in the source, and its result need not be", () => {
    const text = "The report begins at 12:55 and takes 15 minutes.";
    const verified = (quote: string): boolean =>
      createQuoteChecker(new Map([["brief", text]]))({
        kind: "calculation",
        source: "brief",
        quote,
      }).verified;

    expect(verified("12:55 + 15 min = 13:10")).toBe(true);
    expect(verified("12:55 + 16 min = 13:11")).toBe(false);
    expect(verified("11:55 + 15 min = 12:10")).toBe(false);
  });
});
