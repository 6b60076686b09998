import { expect, test } from "vitest";

import { meetsCondition } from "./met-condition.ts";

const CONDITION =
  "A measured figure for the deals that we lost last year, or a vendor who offers hosting below our price. Proof that " +
  "half of the support tickets come from configuration, that customers renew for reasons of price alone and in every " +
  "region, and that no engineer was needed for any of it during the winter.";

test.each([
  ["one of the things named", "We now have a measured figure for lost deals: fourteen.", true],
  ["another of them", "Tavel offers hosting at four fifths of our price.", true],
  [
    "words of several, and none of them",
    "Our figure for support says that a vendor lost price.",
    false,
  ],
  ["too few of its words", "A measured hope.", false],
  ["three of very many", "Customers, engineers and the winter: a region is none of them.", false],
])("K5 K22 a condition is met by %s: %s", (_, text, met) => {
  expect(meetsCondition(CONDITION, text)).toBe(met);
});

test("K5 a condition in a language without spaces is met by its words", () => {
  const condition = "売上の半分がホスティング以外から来ること。別の話。";

  expect(meetsCondition(condition, "売上の半分がホスティング以外から来る。")).toBe(true);
  expect(meetsCondition(condition, "社員は十人いる。")).toBe(false);
});
