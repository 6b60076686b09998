import { describe, expect, test } from "vitest";

import {
  EMPTY_DRAFT,
  type StartDraft,
  createStartRequest,
  findRefusedField,
  formatOptionLetter,
  restoreStartDraft,
  seatModel,
  validateStartDraft,
} from "./start-draft.ts";

const asked = (more: Partial<StartDraft>): StartDraft => ({
  ...EMPTY_DRAFT,
  question: "Redis or Postgres?",
  options: [
    { label: "Redis", description: "" },
    { label: "Postgres", description: "as today" },
  ],
  ...more,
});

describe("letters", () => {
  test("options are called A to Z, then AA", () => {
    expect([0, 1, 25, 26, 27, 52].map(formatOptionLetter)).toEqual([
      "A",
      "B",
      "Z",
      "AA",
      "AB",
      "BA",
    ]);
  });

  test("an option without a name takes no letter from the others", () => {
    const options = [
      { label: " Redis ", description: "" },
      { label: "", description: "" },
      { label: "Postgres", description: "as today" },
    ];
    expect(createStartRequest(asked({ options })).options).toEqual([
      { id: "A", label: "Redis" },
      { id: "B", label: "Postgres", description: "as today" },
    ]);
  });
});

describe("what is sent", () => {
  test("fields that were left empty are not sent", () => {
    expect(Object.keys(createStartRequest(asked({})))).toEqual([
      "protocol",
      "question",
      "options",
      "body",
    ]);
  });

  test("context, seats and budget are read line by line", () => {
    const draft = asked({
      context: "docs/a.md\n\n src/*.ts ",
      seats: "risk = person\nvalue=ollama/qwen3:8b",
      budget: "$1,50",
    });
    expect(createStartRequest(draft)).toMatchObject({
      context: ["docs/a.md", "src/*.ts"],
      seats: { risk: "person", value: "ollama/qwen3:8b" },
      budgetUsd: 1.5,
    });
  });
});

describe("what can be seen to be wrong", () => {
  test("nothing is wrong with a question and two options", () => {
    expect(validateStartDraft(asked({}))).toEqual({});
  });

  test("judges need two options, a board needs none", () => {
    const options = [{ label: "Redis", description: "" }];
    expect(validateStartDraft(asked({ options })).options).toMatch(/at least two/);
    expect(validateStartDraft(asked({ options, protocol: "board" }))).toEqual({});
  });

  test.each(["0", "-2", "a lot"])("a budget of %j is none", (budget) => {
    expect(validateStartDraft(asked({ budget })).budget).toMatch(/dollars/);
  });

  test("a seat without a model is named", () => {
    expect(validateStartDraft(asked({ seats: "risk=person\nvalue" })).seats).toContain("“value”");
  });

  test("a description without a name is not dropped in silence", () => {
    const options = [...asked({}).options, { label: "", description: "a third way" }];
    expect(validateStartDraft(asked({ options })).options).toMatch(/no name/);
  });
});

describe("refusals of the server", () => {
  test.each([
    ["unknown-model", "There is no model x.", "seats"],
    ["unsafe-path", "It leads outside.", "context"],
    ["bad-settings", "judges need 2 to 9 options to choose from, the brief has 0", "options"],
    ["bad-settings", "max_rounds is too high", null],
    ["needs-confirmation", "It could cost $3.", null],
  ])("%s stands at its field", (code, message, field) => {
    expect(findRefusedField(code, message)).toBe(field);
  });
});

describe("a draft that was kept", () => {
  test("comes back as it was typed", () => {
    const draft = asked({ body: "# Why\n", budget: "2" });
    expect(restoreStartDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
  });

  test("of another shape is as good as none", () => {
    expect(restoreStartDraft("text")).toBeNull();
    expect(restoreStartDraft({ question: 7, options: [3] })).toEqual(EMPTY_DRAFT);
  });
});

test("a model that is picked for a seat replaces the one that the seat had", () => {
  const draft = { ...EMPTY_DRAFT, seats: "risk=a/b\nvalue=c/d" };

  expect(seatModel(draft, "risk", "e/f").seats.split("\n").toSorted()).toEqual([
    "risk=e/f",
    "value=c/d",
  ]);
});
