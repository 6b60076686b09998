/** A38: no id gets a second meaning, however the words that bring it come in. */
import { describe, expect, test } from "vitest";

import { staged, type StagedPoint } from "../../../../test/support/protocols/staged-merge.ts";
import { applyChangePlan } from "../../../documents/apply/apply-change-plan.ts";
import { validateMerge } from "../../../documents/apply/validate-merge.ts";
import { createEventLoopYielder } from "../../../documents/yield-to-event-loop.ts";
import { listDocuments } from "../rules/table.ts";
import { planRefactoring } from "./refactor-plan.ts";

async function mergeTexts(texts: readonly string[], points: readonly StagedPoint[]) {
  const based = await staged({ texts, points });
  const planning = planRefactoring(based);
  const merging = { documents: listDocuments(based), plan: planning.plan };
  const breathe = createEventLoopYielder();
  const applied = await applyChangePlan(
    merging,
    { comments: false, names: String, header: [] },
    breathe,
  );
  const { checks } = await validateMerge(merging, applied, breathe);
  const ids = checks.find(({ name }) => name === "ids")?.problems;
  return { ...planning, text: applied.text, ids };
}

const RISKS = (...rows: string[]): string =>
  ["| Risk | Impact |", "| --- | --- |", ...rows.map((row) => `| ${row} | High |`)].join("\n");

const REGISTER = (...rows: string[]): string =>
  ["| ID | Risk |", "| --- | --- |", ...rows.map((row) => `| ${row} |`)].join("\n");

const PLAN = (first: string, second: string, register: string): string =>
  `# Plan\n\n## M1: Build\n\n${first}\n\n## M2: Open\n\n${second}\n\n## Register\n\n${register}\n`;

const BASE = PLAN(
  RISKS("R-001: Disks fill up overnight", "R-002: Keys leak to a vendor"),
  RISKS("R-003: Doors stay closed"),
  REGISTER("R-001 | Disks fill up", "R-002 | Keys leak", "R-003 | Doors stay closed"),
);

const OTHER = PLAN(
  RISKS("R-001: Crews strike in spring"),
  RISKS("R-002: Visitors queue outside", "R-003: Doors stay closed for good"),
  REGISTER("R-001 | Crews strike", "R-002 | Money runs out", "R-003 | Doors stay closed"),
);

const CREWS = "| R-001: Crews strike in spring | High |";
const VISITORS = "| R-002: Visitors queue outside | High |";

describe("A38 an id that means something else in the base", () => {
  test.each<[string, Omit<StagedPoint, "id" | "kind">]>([
    ["taken", { category: "unique", sides: [null, CREWS] }],
    ["folded into another section", { category: "unique", sides: [null, CREWS], fold: "M2: Open" }],
    [
      "kept beside the base's",
      {
        sides: ["| R-001: Disks fill up overnight | High |", CREWS],
        vote: { instead: "all", pieces: null },
      },
    ],
    [
      "combined with the base's",
      {
        sides: ["| R-001: Disks fill up overnight | High |", CREWS],
        vote: {
          instead: "combine",
          pieces: [
            { variant: 1, quote: "| R-001: Disks fill up overnight | High |" },
            { variant: 2, quote: CREWS },
          ],
        },
      },
    ],
  ])("gets the next free number inside its cell, too, where it is %s", async (_, point) => {
    const { text, ids, byHand } = await mergeTexts(
      [BASE, OTHER],
      [{ id: "P-001", kind: "approach", ...point }],
    );

    expect(text).toContain("| R-004: Crews strike in spring | High |");
    expect(text).toContain("| R-001: Disks fill up overnight | High |");
    expect([ids, byHand]).toEqual([[], []]);
  });

  test("counts on in the order of the document, and each meaning has one number", async () => {
    const register = "| R-001 | Crews strike |";
    const { text, ids } = await mergeTexts(
      [BASE, OTHER],
      [register, VISITORS, CREWS].map((row, at) => ({
        id: `U-00${at + 1}`,
        category: "unique",
        kind: "contribution",
        sides: [null, row],
      })),
    );

    expect(text).toContain("| R-004: Crews strike in spring | High |");
    expect(text).toContain("| R-005: Visitors queue outside | High |");
    expect(text).toContain("| R-004 | Crews strike |");
    expect(ids).toEqual([]);
  });

  test("stays as it is where it means the same", async () => {
    const row = "| R-003: Doors stay closed for good | High |";
    const { plan } = await mergeTexts(
      [BASE, OTHER],
      [{ id: "U-001", category: "unique", kind: "contribution", sides: [null, row] }],
    );

    expect(plan.changes.map(({ renames = [] }) => renames)).toEqual([[]]);
  });

  test("is told apart from that of a third draft, and other words that name it follow", async () => {
    const third = PLAN(
      RISKS("R-004: Lifts break down"),
      "Look at R-004 first.",
      REGISTER("R-009 | Paint peels"),
    );
    const fourth = PLAN(RISKS("R-004: Fuses blow"), "Nothing.", REGISTER("R-009 | Paint peels"));
    const sides = (variant: number, words: string): (string | null)[] =>
      [null, null, null].map((none, at) => (at + 1 === variant ? words : none));
    const { text, ids } = await mergeTexts(
      [BASE, third, fourth],
      [
        [3, "| R-004: Fuses blow | High |"],
        [2, "| R-004: Lifts break down | High |"],
        [2, "Look at R-004 first."],
      ].map(([variant, words], at) => ({
        id: `U-00${at + 1}`,
        category: "unique",
        kind: "contribution",
        sides: sides(Number(variant), String(words)),
      })),
    );

    expect(text).toContain("| R-004: Fuses blow | High |");
    expect(text).toContain("| R-010: Lifts break down | High |");
    expect(text).toContain("Look at R-010 first.");
    expect(ids).toEqual([]);
  });

  test("takes the number of the row that it replaces, where the text goes on naming that", async () => {
    const plan = (row: string, words: string): string =>
      `# Plan\n\n## Risks\n\n${REGISTER("R-001 | Disks fill up", row)}\n\n## Notes\n\n${words}\n`;
    const mine = "| R-002 | Keys leak to a vendor |";
    const theirs = "| R-001 | Crews strike in spring |";
    const { text, ids } = await mergeTexts(
      [plan(mine.slice(2, -2), "Look at R-002 first."), plan(theirs.slice(2, -2), "Nothing.")],
      [{ id: "C-001", kind: "approach", sides: [mine, theirs], winner: 2 }],
    );

    expect(text).toContain("| R-001 | Disks fill up |\n| R-002 | Crews strike in spring |");
    expect(ids).toEqual([]);
  });
});

describe("A38 an id with a dot", () => {
  const work = (first: readonly string[], second: readonly string[]): string =>
    PLAN(REGISTER(...first), REGISTER(...second), "None.");
  const base = work(
    ["D1.1a | Freeze all tables", "D1.1b | Check the frozen tables", "D1.2a | Copy the data"],
    ["D2.1a | Open the gates", "D2.1b | Watch the gates"],
  );
  const other = work(["D1.1 | Train the night crew"], ["D2.1 | Print the tickets"]);

  test("D1.1 is no other thing than what D1.1a is a part of", async () => {
    const { text, ids } = await mergeTexts(
      [base, other],
      [
        {
          id: "U-001",
          category: "unique",
          kind: "contribution",
          sides: [null, "| D1.1 | Train the night crew |"],
        },
      ],
    );

    expect(text).toContain("| D1.3 | Train the night crew |");
    expect(ids).toEqual([]);
  });

  test("counts on as the rows do that it comes to", async () => {
    const { text } = await mergeTexts(
      [base, other],
      [
        {
          id: "U-001",
          category: "unique",
          kind: "contribution",
          sides: [null, "| D1.1 | Train the night crew |"],
          fold: "M2: Open",
        },
      ],
    );

    expect(text).toContain("| D2.1b | Watch the gates |\n| D2.2 | Train the night crew |");
  });
});

test("A38 names of versions, quarters and things are no ids", async () => {
  const list = (...items: string[]): string =>
    `# Plan\n\n## Notes\n\n${items.map((item) => `- ${item}`).join("\n")}\n`;
  const theirs = ["S3 holds the backups", "Q1: doors open", "RFC 2119: words of duty"];
  const { plan } = await mergeTexts(
    [
      list("S3 is too dear", "Q1: disks are bought", "RFC 2119: nobody reads it"),
      list("One.", ...theirs),
    ],
    theirs.map((item, at) => ({
      id: `U-00${at + 1}`,
      category: "unique",
      kind: "contribution",
      sides: [null, `- ${item}`],
    })),
  );

  expect(plan.changes).toHaveLength(3);
  expect(plan.changes.flatMap(({ renames = [] }) => renames)).toEqual([]);
});
