import { expect, test } from "vitest";

import { findHollowness, isSubstantiveText, listWords } from "./substance.ts";

test.each([
  "Sync conflicts lose drafts when two crews edit one record.",
  "The estimate ignores migration of 40,000 records.",
  "Rollback takes four hours, not ten minutes.",
  "Załogi pracują w dolinach bez zasięgu przez tydzień.",
  "売上の八割はホスティングに依存しており、公開すると失うおそれがある。",
  "开放引擎会让云厂商第二天就抢走我们的客户。",
])("K8 %j says something", (text) => {
  expect(isSubstantiveText(text)).toBe(true);
});

test.each([
  "",
  "I agree.",
  "I agree with that point, it is a very good and solid argument.",
  "no no no no no no no no",
  "risk risk risk risk risk risk risk risk",
  "Looks good to me, nothing to add.",
  "!!! ??? ... ,,, --- ***",
  "賛成です。",
  "我同意这个观点。",
  "はいはいはいはいはいはいはいはい",
])("K8 %j does not", (text) => {
  expect(isSubstantiveText(text)).toBe(false);
});

test("K8 the measure is a setting, and the same text always gets the same answer", () => {
  const text = "Drafts get lost.";

  expect(isSubstantiveText(text, { minimumWords: 3 })).toBe(true);
  expect(isSubstantiveText(text)).toBe(false);
  expect(listWords("It's 3.5 days' work")).toEqual(["it's", "3.5", "days", "work"]);
  expect(listWords("APIキーの更新、S3は不要")).toEqual([
    "api",
    "キー",
    "の更",
    "新",
    "s3",
    "は不",
    "要",
  ]);
});

test.each([
  ["none", "it says nothing"],
  ["N/A", "it says nothing"],
  ["+1", "it says nothing"],
  ["Nothing to add.", "it says nothing"],
  ["ok", "it says nothing"],
  ["I fully agree, no objection whatever", "it declares agreement"],
  ["We agree with every single word of this careful analysis", "it declares agreement"],
  ["risk-3 ok", "it does not say why"],
  ["Good and solid work here", "it is too short to say why"],
  [
    "The migration copies every table twice and the window is eight hours long",
    "it repeats what it is about",
  ],
  [
    "Leadership matters deeply because culture eats strategy for breakfast always",
    "it names nothing of what it is about",
  ],
])("K8 %j is hollow: %s", (text, why) => {
  const judged =
    "The migration copies every table twice, and the window is eight hours long, so we wait.";

  expect(findHollowness(text, { judged })).toBe(why);
});

test.each([
  "risk-3 forgets tape costs",
  "Agreed on the window, but the second copy doubles the load on the primary",
  "The eight hours assume that no table grows before the copy begins",
])("K8 %j is substantive", (text) => {
  const judged = "The migration copies every table twice, and the window is eight hours long.";

  expect(findHollowness(text, { judged })).toBeNull();
});

test("K8 the same words for two peers, or by two seats, are hollow; agreement is not where it was asked for", () => {
  const text = "The estimate leaves out the second copy and the time it takes to check it";

  expect(findHollowness(text, { others: [`${text}.`] })).toBe("the same text stands elsewhere");
  expect(findHollowness(text, { others: ["The estimate has no place for a dry run"] })).toBeNull();
  expect(
    findHollowness("I agree: the window is long enough for both copies", { mayAgree: true }),
  ).toBeNull();
});
