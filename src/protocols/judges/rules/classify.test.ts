import { expect, test } from "vitest";

import { classifyQuestion } from "./classify.ts";
import { measureDrift } from "./drift.ts";

test("J1 J2 J3 scope comes first and wins over every other class", () => {
  expect(
    classifyQuestion("Should we support a dark theme in the database settings screen?"),
  ).toEqual({
    classification: "SCOPE_CRITICAL",
    matched_indicator: "should we support",
    confidence: "HIGH",
    compound: false,
  });
});

test.each([
  ["Which button wording is clearer?", "UX_PREFERENCE", "button"],
  ["Which cache should the importer use?", "TECH_DEFAULT", "cache"],
  ["What refund applies after thirty days?", "BUSINESS_RULE", "refund"],
])("J3 %s", (question, classification, matched) => {
  expect(classifyQuestion(question)).toMatchObject({ classification, matched_indicator: matched });
});

test("J4 keywords match whole words only: capture is no cap, and collateral is not later", () => {
  expect(classifyQuestion("How do we capture collateral?").classification).toBe("BUSINESS_RULE");
  expect(classifyQuestion("How do we capture collateral?").matched_indicator).toBeNull();
  expect(classifyQuestion("What is the cap?").matched_indicator).toBe("cap");
});

test("J3 a question that matches nothing is a business rule with low confidence", () => {
  expect(classifyQuestion("Who signs?")).toMatchObject({
    classification: "BUSINESS_RULE",
    confidence: "LOW",
  });
});

test("J3 a compound question is classified by its first sentence, and flagged", () => {
  expect(classifyQuestion("Which icon? Is it required for the MVP?")).toMatchObject({
    classification: "UX_PREFERENCE",
    compound: true,
  });
});

test("J24 a judge that argues for another stance is measured as drifting", () => {
  const words =
    "Customers want it, revenue grows, users gain delight and the market rewards the advantage.";

  expect(measureDrift("risk", "risk", words)).toMatchObject({ own: 0, drifting: true });
  expect(measureDrift("value", "value", words)).toMatchObject({ drifting: false });
  // one word of their own among many of another's does not make a case from their stance
  const long = `${words} ${words}`;
  expect(measureDrift("risk", "risk", `${long} Failure is possible.`)).toMatchObject({
    own: 1,
    drifting: true,
  });
});
