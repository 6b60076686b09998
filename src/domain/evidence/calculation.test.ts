import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { findCalculationFault, listFigures } from "./calculation.ts";

const anyFigure = (): boolean => true;

describe("K7 calculations are evaluated again", () => {
  test.each([
    "6.7 TB / 40 MB/s = 46.5 h",
    "6.7 TB / 40 MB/s ≈ 47 h",
    "6.7 TB / 40 MB/s = 46.5 h > 8 h",
    "3 engineers × 5 days = 15 person-days",
    "5 years × 12 = 60 months",
    "24 h / 8 h/day = 3 days",
    "12 * 30 days = 360 days",
    "$4.50 per user * 2,000 users = $9,000",
    "40k requests / 8 = 5000",
    "15% * 200 = 30",
    "(400 - 120) / 400 = 70%",
    "2 weeks + 3 days = 17 days",
    "100 Mbps * 1 h = 45 GB",
    "1,200 / 7 = 171.4",
    "6.7 TB * 1000 * 1000 / 40 MB/s / 3600 = 46.5",
  ])("holds: %s", (line) => {
    expect(findCalculationFault(line, anyFigure)).toBeNull();
  });

  test.each([
    ["6.7 TB / 40 MB/s = 4.65 h", "it does not come out"],
    ["6.7 TB / 40 MB/s = 0.1675 h", "it does not come out"],
    ["6.7 TB / 40 MB/s = 46.5 GB", "it does not come out"],
    ["3 days + 2 GB = 5 days", "it does not come out"],
    ["3 * 5 = 16", "it does not come out"],
    ["46.5 h < 8 h", "it does not come out"],
    ["1 / 0 = 5", "it does not come out"],
    ["it takes long", "it is not one calculation with its result"],
    ["3 * 5", "it is not one calculation with its result"],
    ["3; 5 = 8", "it is not one calculation with its result"],
    ["= 8", "it is not one calculation with its result"],
    [`${"1 + ".repeat(200)}1 = 201`, "it is not one calculation with its result"],
  ])("does not hold: %s", (line, fault) => {
    expect(findCalculationFault(line, anyFigure)).toBe(fault);
  });

  test("a figure that no source has fails it, unless it only converts", () => {
    const known = new Set(listFigures("About 6.7 TB at 40 MB/s."));

    expect(findCalculationFault("6.7 TB / 40 MB/s = 46.5 h", (one) => known.has(one))).toBeNull();
    expect(findCalculationFault("9.7 TB / 40 MB/s = 67.4 h", (one) => known.has(one))).toBe(
      "the figure 9.7 is in none of the sources",
    );
    expect(findCalculationFault("40 * 60 = 2400", (one) => known.has(one))).toBeNull();
    expect(findCalculationFault("6.7 TB / 40 MB/s = 46.5 h > 5 h", (one) => known.has(one))).toBe(
      "the figure 5 is in none of the sources",
    );
  });

  test("figures of prose are read with their separators and suffixes", () => {
    expect(listFigures("1,200 users, 40k requests, 3.5 GB; version 2")).toEqual([
      1200, 40, 40_000, 3.5, 2,
    ]);
  });

  test("whatever is written, it is judged and never throws; sums of integers hold and their neighbours do not", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 80 }), (line) => {
        expect(findCalculationFault(line, anyFigure)).not.toBeUndefined();
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 1, max: 99 }), (a, b) => {
        expect(findCalculationFault(`${a} + ${b} = ${a + b}`, anyFigure)).toBeNull();
        expect(findCalculationFault(`${a} + ${b} = ${a + b + 2}`, anyFigure)).not.toBeNull();
      }),
    );
  });
});
