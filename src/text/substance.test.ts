import { expect, test } from "vitest";

import { isSubstantiveText, listWords } from "./substance.ts";

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
