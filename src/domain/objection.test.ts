import { describe, expect, test } from "vitest";

import { objectsIn } from "./objection.ts";

describe("H23 a rebuttal blocks agreement until its author accepts", () => {
  test.each([
    ["ACCEPT", false],
    ["MAINTAIN", true],
    ["ESCALATE", true],
  ])("%s: %s", (choice, objects) => {
    expect(objectsIn({ choice })).toBe(objects);
  });
});

describe("H12 which challenges block agreement", () => {
  test.each([
    ["agree", "minor", false],
    ["agree", "moderate", false],
    ["agree", "strong", true],
    ["partial", "minor", false],
    ["partial", "moderate", true],
    ["partial", "strong", true],
    ["disagree", "minor", true],
    ["disagree", "moderate", true],
    ["disagree", "strong", true],
  ])("%s, %s: %s", (verdict, strength, objects) => {
    expect(objectsIn({ verdict, objection_strength: strength })).toBe(objects);
  });
});

test.each([null, "MAINTAIN", { choice: "maintain" }, { verdict: "disagree" }])(
  "words that are neither challenge nor rebuttal say nothing about agreement: %j",
  (reply) => {
    expect(objectsIn(reply)).toBeNull();
  },
);
