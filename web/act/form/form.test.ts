import { describe, expect, test } from "vitest";
import * as z from "zod";

import type { Json } from "../../../src/domain/json.ts";
import { EvidenceRequest } from "../../../src/evidence/evidence-request.ts";
import * as board from "../../../src/protocols/board/replies.ts";
import * as challenge from "../../../src/protocols/challenge/replies.ts";
import { findFormWords } from "../../../src/protocols/form-words.ts";
import * as judges from "../../../src/protocols/judges/replies.ts";
import { responses } from "../../../src/protocols/judges/replies.ts";
import * as merge from "../../../src/protocols/merge/replies.ts";
import * as review from "../../../src/protocols/review/replies.ts";
import * as roundtable from "../../../src/protocols/roundtable/replies.ts";
import { SatisfactionScore } from "../../../src/protocols/roundtable/replies.ts";
import { dropBlankRows } from "./blank-rows.ts";
import { describeField, formatChoice } from "./plain-words.ts";
import {
  createEmptyValue,
  type SchemaField,
  createSchemaField,
  formatRowTitle,
  formatFieldTitle,
  findMatchingAlternative,
} from "./schema-form.ts";
import { validateFormValue } from "./validate-form.ts";

const createFields = (reply: z.ZodType): SchemaField => createSchemaField(z.toJSONSchema(reply));

/** A list that needs a row, with a field of several shapes. */
const Letters = z.object({
  letters: z
    .array(
      z.object({
        to: z.union([z.literal("all"), z.array(z.string()).min(1)]),
        kind: z.enum(["question", "answer"]),
        text: z.string().min(1),
        note: z.string().nullable(),
        answers: z.array(z.string()),
      }),
    )
    .min(1),
});

const inside = (field: SchemaField, ...path: readonly string[]): SchemaField => {
  const [name, ...rest] = path;
  if (name === undefined) return field;
  if (field.kind === "list") return inside(field.row, ...path);
  const found = field.kind === "group" ? field.fields.find((one) => one.name === name) : undefined;
  if (!found) throw new TypeError(`no field ${name}`);
  return inside(found.field, ...rest);
};

describe("a schema as fields", () => {
  test("names are written as people write them", () => {
    expect(
      ["would_change_my_mind", "REMAINING_CONCERNS", "newInformation"].map(formatFieldTitle),
    ).toEqual(["Would change my mind", "Remaining concerns", "New information"]);
  });

  test("a row is called by the name of its list, for one", () => {
    expect(
      ["Claims", "Weaknesses", "Assumptions held", "Replies", "Evidence"].map(formatRowTitle),
    ).toEqual(["Claim", "Weakness", "Assumptions held", "Reply", "Evidence"]);
  });

  test("strings, bounded numbers, choices and flags each have their field", () => {
    const score = createFields(SatisfactionScore);
    expect(inside(score, "SATISFACTION")).toMatchObject({
      kind: "number",
      whole: true,
      from: 0,
      to: 100,
    });
    expect(inside(score, "POSITION")).toMatchObject({ kind: "text", least: 1, optional: false });
    expect(inside(score, "WOULD_ACCEPT_CURRENT")).toMatchObject({
      kind: "choice",
      choices: ["yes", "no"],
    });
    expect(inside(score, "REMAINING_CONCERNS")).toMatchObject({ kind: "list", most: 8 });
    expect(inside(score, "REMAINING_CONCERNS", "blocking")).toMatchObject({ kind: "flag" });
  });

  test("what may be null is optional, and keeps its explanation", () => {
    expect(inside(createFields(responses.value), "changed_because")).toMatchObject({
      kind: "group",
      optional: true,
      note: "null when your recommendation is the same as before",
    });
    expect(inside(createFields(responses.effort), "corrections", "value")).toMatchObject({
      kind: "number",
      optional: true,
      from: -10,
    });
  });

  test("one of several shapes is offered as ways, and a value is shown in its own", () => {
    const to = inside(createFields(Letters), "letters", "to");
    if (to.kind !== "either") throw new TypeError(to.kind);
    expect(to.ways.map(({ kind }) => kind)).toEqual(["fixed", "list"]);
    expect([
      findMatchingAlternative(to.ways, "all"),
      findMatchingAlternative(to.ways, ["risk"]),
    ]).toEqual([0, 1]);
  });

  test("what no field fits is typed as JSON", () => {
    expect(
      createSchemaField({ type: "object", additionalProperties: { type: "number" } }).kind,
    ).toBe("raw");
    expect(createSchemaField({ type: ["string", "number"] }).kind).toBe("raw");
    expect(createSchemaField(true).kind).toBe("raw");
  });
});

describe("an empty form", () => {
  test("has as many rows as are needed at least, and chooses nothing for anyone", () => {
    expect(createEmptyValue(createFields(Letters))).toEqual({
      letters: [{ to: "all", kind: null, text: "", note: null, answers: [] }],
    });
  });
});

describe("checking", () => {
  const score = (more: Record<string, Json>): Json => ({
    SATISFACTION: 80,
    POSITION: "I can live with it.",
    position_option: null,
    REMAINING_CONCERNS: [],
    my_concerns: [],
    WOULD_ACCEPT_CURRENT: "yes",
    accepts_other_option: null,
    still_best: "yes",
    still_best_why: "Nothing better was named.",
    raised_because: [],
    as_registered: null,
    ...more,
  });
  const wrong = (more: Record<string, Json>): [string, string][] => [
    ...validateFormValue(createFields(SatisfactionScore), score(more)),
  ];

  test("a row that was left empty is no answer, and is not sent", () => {
    const field = createFields(SatisfactionScore);
    const filled = score({ raised_because: ["", "V2"] });

    expect(validateFormValue(field, filled).size).toBe(0);
    expect(dropBlankRows(field, filled, null)).toMatchObject({ raised_because: ["V2"] });
  });

  test("a list that begins with several rows is asked for row by row", () => {
    const field = createSchemaField({ type: "array", items: { type: "string", minLength: 1 } });

    expect(validateFormValue(field, ["", "b"], ["", ""]).get("0")).toMatch(/Write something/);
    expect(dropBlankRows(field, ["", "b"], ["", ""])).toEqual(["", "b"]);
  });

  test("a filled form has no problems, and the schema agrees", () => {
    expect(wrong({})).toEqual([]);
    expect(SatisfactionScore.safeParse(score({})).success).toBe(true);
  });

  test.each<[string, Record<string, Json>, string, RegExp]>([
    ["a missing number", { SATISFACTION: null }, "SATISFACTION", /from 0 to 100/],
    ["a number outside its bounds", { SATISFACTION: 101 }, "SATISFACTION", /from 0 to 100/],
    [
      "a fraction where a whole number is asked for",
      { SATISFACTION: 7.5 },
      "SATISFACTION",
      /whole/,
    ],
    ["blanks", { POSITION: "  " }, "POSITION", /Write something/],
    ["no choice", { WOULD_ACCEPT_CURRENT: null }, "WOULD_ACCEPT_CURRENT", /Choose one/],
  ])("%s is named at its field", (_, more, path, words) => {
    expect(wrong(more)).toEqual([[path, expect.stringMatching(words)]]);
    expect(SatisfactionScore.safeParse(score(more)).success).toBe(false);
  });

  test("both ends of a range belong to it", () => {
    expect([0, 100].flatMap((end) => wrong({ SATISFACTION: end }))).toEqual([]);
  });

  test("an optional group is checked only when it is there", () => {
    const field = inside(createFields(responses.value), "changed_because");
    expect(validateFormValue(field, null).size).toBe(0);
    expect([
      ...validateFormValue(field, { claims: [], evidence: [], explanation: "" }).keys(),
    ]).toEqual(["explanation"]);
  });

  test("too few and too many rows are counted", () => {
    const list = createSchemaField({
      type: "array",
      items: { type: "string" },
      minItems: 1,
      maxItems: 2,
    });
    expect(validateFormValue(list, []).get("")).toMatch(/At least 1/);
    expect(validateFormValue(list, ["a", "b", "c"]).get("")).toMatch(/At most 2; these are 3/);
  });

  test("a pattern that no browser can read is left to the server", () => {
    const field = createSchemaField({ type: "string", pattern: "(" });
    expect(validateFormValue(field, "x").size).toBe(0);
    expect(validateFormValue(createSchemaField({ type: "string", pattern: "^a" }), "x").size).toBe(
      1,
    );
  });
});

/** Names of fields and words of their form, none of which a person should read. */
const FORM_WORDS = /_|\bnull\b|\bJSON\b|\bids?\b/;

const SLICES: readonly (readonly [string, object])[] = [
  ["board", board],
  ["challenge", challenge],
  ["judges", judges],
  ["merge", merge],
  ["review", { ...review, EvidenceRequest }],
  ["roundtable", roundtable],
];

test.each(SLICES)(
  "every field of every reply of %s has a question in plain words",
  (protocol, slice) => {
    const { words } = findFormWords(protocol, "");
    const replies = Object.values(slice).flatMap(listSchemas);
    const fields = replies.flatMap((reply) => listFields(createSchemaField(z.toJSONSchema(reply))));

    expect(fields.length).toBeGreaterThan(15);
    for (const [name, field] of fields) {
      const { title, note } = describeField(name, field, words);

      expect(`${title} ${note}`).not.toMatch(FORM_WORDS);
      if (field.kind === "choice")
        expect(field.choices.map(formatChoice).join(" ")).not.toMatch(/_/);
    }
  },
);

/** Some are grouped by lens or seat. */
function listSchemas(value: unknown): z.ZodType[] {
  if (value instanceof z.ZodType) return [value];
  return typeof value === "object" && value !== null
    ? Object.values(value).flatMap(listSchemas)
    : [];
}

function listFields(field: SchemaField): [string, SchemaField][] {
  switch (field.kind) {
    case "group":
      return field.fields.flatMap((one): [string, SchemaField][] => [
        [one.name, one.field],
        ...listFields(one.field),
      ]);
    case "list":
      return listFields(field.row);
    case "either":
      return field.ways.flatMap(listFields);
    default:
      return [];
  }
}
