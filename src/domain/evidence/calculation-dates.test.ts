import { describe, expect, test } from "vitest";

import { listDates } from "./calculation-dates.ts";
import { findCalculationFault } from "./calculation.ts";
import { createQuoteChecker } from "./evidence.ts";

const all = (): boolean => true;

describe("K7 dates are calculated by the calendar", () => {
  test.each([
    "2026-03-01 + 30 d = 2026-03-31",
    "2026-03-01 + 30 days = 2026-03-31 > 2026-03-20",
    "2026-01-31 + 1 month = 2026-02-28",
    "2024-02-29 + 1 year = 2025-02-28",
    "2026-05-04 - 2026-03-31 = 34 days",
    "2026-03-31 - 2026-03-01 = 30 d = 4.3 weeks",
    "2026-03-31 - 6 weeks = 2026-02-17 < 2026-03-01",
    "2026-12-31 + 1 d = 2027-01-01",
    "2026-03-31 <= 2026-03-31",
  ])("holds: %s", (line) => {
    expect(findCalculationFault(line, all, all)).toBeNull();
  });

  test.each([
    ["2026-03-01 + 30 d = 2026-04-01", "it does not come out"],
    ["2026-05-04 - 2026-03-31 = 35 days", "it does not come out"],
    ["2026-03-31 < 2026-03-31", "it does not come out"],
    ["2026-03-01 + 30 d = 30", "it is not one calculation with its result"],
    ["2026-03-01 + 2026-03-02 = 2 d", "it is not one calculation with its result"],
    ["2026-02-30 + 1 d = 2026-03-01", "it is not one calculation with its result"],
    ["2026-03-01 + 30 GB = 2026-03-31", "it is not one calculation with its result"],
    ["2026-03-01 + 30 d", "it is not one calculation with its result"],
    ["1 month = 30 d < 2026-03-31", "it is not one calculation with its result"],
  ])("does not hold: %s", (line, fault) => {
    expect(findCalculationFault(line, all, all)).toBe(fault);
  });

  test("dates and spans on the left must stand in the sources", () => {
    const text = "The freeze begins on 1 March and lasts 30 days. We moved in 2026.";
    const verified = (quote: string): boolean =>
      createQuoteChecker(new Map([["brief", text]]))({
        kind: "calculation",
        source: "brief",
        quote,
      }).verified;

    expect(verified("2026-03-01 + 30 d = 2026-03-31")).toBe(true);
    expect(verified("2026-03-02 + 30 d = 2026-04-01")).toBe(false);
    // also where an ordinary calculation would take the figure for a conversion
    expect(verified("2026-03-01 + 7 d = 2026-03-08")).toBe(false);
    expect(verified("2025-03-01 + 30 d = 2025-03-31")).toBe(false);
  });

  test("a date is read in the forms that people write", () => {
    expect(
      listDates(
        "2026-03-01, 1 March 2026, March 1st, 2026, 2nd of May, Sep 3; version 2026-03-011",
      ),
    ).toEqual(["2026-03-01", "2026-03-01", "05-02", "2026-03-01", "09-03"]);
  });
});
