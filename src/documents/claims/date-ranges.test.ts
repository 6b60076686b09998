import { describe, expect, test } from "vitest";

import { DATE_FORMS, parseDayRange, createYearRange } from "./date-ranges.ts";

const iso = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

describe("a date as the days it covers", () => {
  test.each([
    ["2026-03-01", "2026-03-01", "2026-03-01"],
    ["1 March 2026", "2026-03-01", "2026-03-01"],
    ["1st of March, 2026", "2026-03-01", "2026-03-01"],
    ["Mar. 31, 2026", "2026-03-31", "2026-03-31"],
    ["2nd Sept 2026", "2026-09-02", "2026-09-02"],
    ["29 February 2028", "2028-02-29", "2028-02-29"],
    ["February 2028", "2028-02-01", "2028-02-29"],
    ["Dec 2026", "2026-12-01", "2026-12-31"],
    ["Q1 2026", "2026-01-01", "2026-03-31"],
    ["q3/2026", "2026-07-01", "2026-09-30"],
    ["2026-Q4", "2026-10-01", "2026-12-31"],
    ["H1 2026", "2026-01-01", "2026-06-30"],
    ["H2/2026", "2026-07-01", "2026-12-31"],
  ])("%s", (written, from, to) => {
    const days = parseDayRange(written);

    expect([iso(days?.from ?? 0), iso(days?.to ?? 0)]).toEqual([from, to]);
    expect(days?.dimension).toBe("date");
  });

  test("without a year it is a day of any year, 29 February among them", () => {
    expect(parseDayRange("29 February")?.dimension).toBe("day of a year");
    const [early, late] = [parseDayRange("5 May"), parseDayRange("May 6th")];
    expect((late?.from ?? 0) - (early?.from ?? 0)).toBe(1);
  });

  test.each(["31 February 2026", "29 February 2027", "2026-13-01", "2026-04-31", "30 February"])(
    "%s is none",
    (written) => expect(parseDayRange(written)).toBeUndefined(),
  );

  test("a year has all of its days", () => {
    const { from, to } = createYearRange(2028);
    expect([iso(from), iso(to), to - from + 1]).toEqual(["2028-01-01", "2028-12-31", 366]);
  });
});

test("what looks like a date is found as it is written, and a permission or a range is not", () => {
  const text =
    "From 2026-03-01 to 3 April 2026, in Q3 2026 and H2 2026; you may 5 times; May 5% and 2026-03-01-7.";

  expect(text.match(new RegExp(DATE_FORMS, "gu"))).toEqual([
    "2026-03-01",
    "3 April 2026",
    "Q3 2026",
    "H2 2026",
  ]);
});
