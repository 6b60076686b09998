import { expect, test } from "vitest";

import { hasHardFigure, peopleIn, shareIn, stretchesIn } from "./numbers.ts";

test.each([
  ["It takes six weeks", 30],
  ["It takes 3 days", 3],
  ["It takes a quarter", 65],
  ["About 2 sprints of work", 20],
  ["It needs 4-6 weeks", 25],
  ["four to six weeks of work", 25],
  ["It takes half a day", 0.5],
])("%s is %d working days", (said, days) => {
  expect(stretchesIn(said)[0]?.days).toBe(days);
});

test.each([
  "every two weeks",
  "after six weeks of use",
  "in the last three months",
  "since 2 years",
  "It costs $900 a month",
  "the report is 3 days old",
  "two weeks ago",
  "30 complaints a week",
])("%s is no stretch of work", (said) => {
  expect(stretchesIn(said)).toEqual([]);
});

test.each([
  ["40 % of revenue", 40],
  ["12 percent more", 12],
  ["Three of the last five tenders", 60],
  ["eight of ten visits", 80],
  ["half of them", 50],
  ["nothing of the kind", undefined],
])("%s is a share of %s", (said, share) => {
  expect(shareIn(said)).toBe(share);
});

test.each([
  ["two engineers for a month", 2],
  ["both senior engineers", 2],
  ["It takes one developer four days", 1],
  ["crews", undefined],
])("%s: %s people", (said, people) => {
  expect(peopleIn(said)).toBe(people);
});

test("money, multiples and large counts are hard figures; versions and dates are not", () => {
  expect(
    ["$30,000 a year", "twice as often", "1,200 mails", "25 % more"].map(hasHardFigure),
  ).toEqual([true, true, true, true]);
  expect(["in version 2", "one of us", "by May 3"].map(hasHardFigure)).toEqual([
    false,
    false,
    false,
  ]);
});
