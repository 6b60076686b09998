import { describe, expect, test } from "vitest";

import { objectsIn } from "./objection.ts";

describe("H12 which challenges block agreement", () => {
  test.each([
    ["agree", "minor", false],
    ["agree", "moderate", true],
    ["agree", "strong", true],
    ["partial", "minor", false],
    ["partial", "moderate", true],
    ["partial", "strong", true],
    ["disagree", "minor", true],
    ["disagree", "moderate", true],
    ["disagree", "strong", true],
  ])("%s, %s: %s", (verdict, strength, objects) => {
    expect(objectsIn({ verdict, objections: [{ strength }] })).toBe(objects);
  });

  test.each([
    ["agree", false],
    ["partial", true],
    ["disagree", true],
  ])("%s without any objection: %s", (verdict, objects) => {
    expect(objectsIn({ verdict, objections: [] })).toBe(objects);
  });
});

test.each([null, "MAINTAIN", { rebuttals: [] }, { verdict: "disagree" }, { objections: [] }])(
  "words that are no challenge say nothing about agreement: %j",
  (reply) => {
    expect(objectsIn(reply)).toBeNull();
  },
);
