import { describe, expect, test } from "vitest";
import * as z from "zod";

import type { Json } from "../../../src/domain/json.ts";
import { responses } from "../../../src/protocols/judges/replies.ts";
import { SatisfactionScore } from "../../../src/protocols/roundtable/replies.ts";
import type { DebateTimeline } from "../../../src/timeline/debate-timeline.ts";
import { createFieldSuggestions } from "./form-context.ts";
import {
  createEmptyValue,
  type SchemaField,
  createSchemaField,
  formatRowTitle,
  formatFieldTitle,
  findMatchingAlternative,
} from "./schema-form.ts";
import { validateFormValue } from "./validate-form.ts";

const fieldsOf = (reply: z.ZodType): SchemaField => createSchemaField(z.toJSONSchema(reply));

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
    const score = fieldsOf(SatisfactionScore);
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
    expect(inside(fieldsOf(responses.value), "changed_because")).toMatchObject({
      kind: "group",
      optional: true,
      note: "null when your recommendation is the same as before",
    });
    expect(inside(fieldsOf(responses.effort), "corrections", "value")).toMatchObject({
      kind: "number",
      optional: true,
      from: -10,
    });
  });

  test("one of several shapes is offered as ways, and a value is shown in its own", () => {
    const to = inside(fieldsOf(Letters), "letters", "to");
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
    expect(createEmptyValue(fieldsOf(Letters))).toEqual({
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
    ...validateFormValue(fieldsOf(SatisfactionScore), score(more)),
  ];

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
    ["an empty row", { raised_because: [""] }, "raised_because.0", /Write something/],
  ])("%s is named at its field", (_, more, path, words) => {
    expect(wrong(more)).toEqual([[path, expect.stringMatching(words)]]);
    expect(SatisfactionScore.safeParse(score(more)).success).toBe(false);
  });

  test("both ends of a range belong to it", () => {
    expect([0, 100].flatMap((end) => wrong({ SATISFACTION: end }))).toEqual([]);
  });

  test("an optional group is checked only when it is there", () => {
    const field = inside(fieldsOf(responses.value), "changed_because");
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

const told = {
  events: [
    {
      fact: {
        type: "debate-opened",
        brief: { options: [{ id: "A" }, { id: "B" }], sources: [{ id: "brief" }, { id: "S1" }] },
      },
    },
  ],
  seats: [{ id: "risk" }],
  claims: new Map([["V2", {}]]),
} as unknown as DebateTimeline;

test.each([
  ["about", "id of the option", ["A", "B"]],
  ["judge", "id of the judge you challenge", ["risk"]],
  ["claim", "id of that judge's claim you attack, such as V2", ["V2"]],
  ["source", "id of the source: brief, option-A, S1…", ["brief", "S1", "option-A", "option-B"]],
  ["headline", "your case in one sentence", []],
  ["option", "", []],
])("the ids that %s asks for (%s) are offered", (name, note, ids) => {
  expect(createFieldSuggestions(told)(name, note)).toEqual(ids);
});
