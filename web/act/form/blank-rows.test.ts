import { describe, expect, test } from "vitest";
import * as z from "zod";

import { createBlankWithRows } from "../../../src/exchange/blank-reply.ts";
import { PlanOpeningReply } from "../../../src/protocols/challenge/replies.ts";
import { VerdictsReply } from "../../../src/protocols/review/replies.ts";
import { clearFirstChoices, dropBlankRows, isFixedList, listGivenFields } from "./blank-rows.ts";
import { createSchemaField, type SchemaField } from "./schema-form.ts";
import { readSeatPart } from "./seat-part.ts";
import { validateFormValue } from "./validate-form.ts";

const createFields = (reply: z.ZodType): SchemaField => createSchemaField(z.toJSONSchema(reply));

describe("a row for each thing that is asked about", () => {
  const field = createFields(VerdictsReply);
  const blank = createBlankWithRows(VerdictsReply, {
    verdicts: [{ finding: "risk-1" }, { finding: "risk-2" }],
  });

  test("names what it is about, and has nothing chosen", () => {
    const cleared = clearFirstChoices(field, blank);

    expect(cleared).toEqual({
      verdicts: ["risk-1", "risk-2"].map((finding) => ({
        finding,
        verdict: null,
        severity: null,
        reason: "",
        evidence: [],
      })),
    });
    expect([...validateFormValue(field, cleared, blank).keys()]).toEqual([
      "verdicts.0.verdict",
      "verdicts.0.reason",
      "verdicts.1.verdict",
      "verdicts.1.reason",
    ]);
  });

  test("cannot be left out, also where there is only one", () => {
    expect(isFixedList([{ finding: "risk-1", reason: "" }])).toBe(true);
    expect(isFixedList([{ finding: "", reason: "" }])).toBe(false);
    expect(listGivenFields({ variant: 2, criterion: "clarity-1" })).toEqual([
      "variant",
      "criterion",
    ]);
    expect(listGivenFields({ variant: 0, point: "C-001" })).toEqual(["point"]);
  });
});

test("a number that nobody gave is none, and a row of which nothing was chosen is not sent", () => {
  const field = createFields(PlanOpeningReply);
  const blank = {
    part_confidence: [{ part: 0, confidence: "HIGH" }],
  };
  const cleared = clearFirstChoices(field, blank);

  expect(cleared).toMatchObject({ part_confidence: [{ part: null, confidence: "HIGH" }] });
  expect(dropBlankRows(field, cleared, blank)).toMatchObject({ part_confidence: [] });
});

test("what a seat is there for ends where the rules of its form begin", () => {
  const part =
    "You are the reviewer Security. Look first at data.\nName what you need to see.\n- file: a path";

  expect(readSeatPart(`What was changed.\n\n${part}`)).toBe(
    "You are the reviewer Security. Look first at data.",
  );
  expect(readSeatPart("You are the evaluator. Judge the variants in this order: 1, 2.")).toBe(
    "You are the evaluator.",
  );
  expect(readSeatPart("Answer the question.")).toBe("");
});
