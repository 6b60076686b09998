/** A33b, A38: rows and items of one draft find the table or list that answers their own. */
import { describe, expect, test } from "vitest";

import { staged, type StagedPoint } from "../../../../test/support/protocols/staged-merge.ts";
import { applyChangePlan } from "../../../documents/apply/apply-change-plan.ts";
import { createEventLoopYielder } from "../../../documents/yield-to-event-loop.ts";
import { listDocuments } from "../rules/table.ts";
import { planRefactoring } from "./refactor-plan.ts";

const BASE = `# Plan

## Risks

| ID | Risk | Owner |
| --- | --- | --- |
| R-1 | Disk is full | Kim |
| R-2 | Certificate expires | Lee |

## Steps

1. Freeze the tables.
2. Copy the data.
3. Open the gates.

## Notes

Nothing else.
`;

const OTHER = `# Plan

## Risks

| Risk | ID |
| --- | --- |
| Disk is full | R-1 |
| Queue overflows at night | R-7 |
| Certificate expires | R-2 |

## Steps

1. Freeze the tables.
2. Take a snapshot of everything.
3. Copy the data.
4. Open the gates.

## Costs

| Item | Euros |
| --- | --- |
| Disk | 40 |
| Staff | 900 |

- Paid by the month.
- Paid in advance.

## Notes

Nothing else.
`;

async function mergeAgreed(
  points: readonly Omit<StagedPoint, "id" | "kind" | "category">[],
  texts: readonly string[] = [BASE, OTHER],
  comments = false,
) {
  const based = await staged({
    texts,
    points: points.map((point, at) => ({
      ...point,
      id: `U-00${at + 1}`,
      category: "unique",
      kind: "contribution",
    })),
  });
  const planning = planRefactoring(based);
  const merged = await applyChangePlan(
    { documents: listDocuments(based), plan: planning.plan },
    { comments, names: String, header: [] },
    createEventLoopYielder(),
  );
  return { ...planning, ...merged };
}

describe("rows and items of one draft", () => {
  test.each([{}, { fold: "Risks" }])(
    "A33b a row goes into the paired table, under its own columns, however it is voted in: %o",
    async (vote) => {
      const { records, text } = await mergeAgreed([
        { sides: [null, "| Queue overflows at night | R-7 |"], ...vote },
      ]);

      expect(records.map(({ status }) => status)).toEqual(["applied"]);
      expect(text).toContain(
        "| R-2 | Certificate expires | Lee |\n| R-7 | Queue overflows at night |  |\n\n",
      );
    },
  );

  test.each([
    ["with an id, behind the base's", ["| A-1 | Sand |", "| A-2 | Lime |"], 3],
    [
      "without one, between the neighbours that both drafts have",
      ["| Sand | 1 |", "| Lime | 2 |"],
      2,
    ],
    ["without those, behind the base's", ["| Sand | 1 |", "| Loam | 2 |"], 3],
    ["before the sum", ["| A-1 | Sand |", "| **Total** | 2 |"], 2],
  ])("A38 a row that comes in stands %s", async (_, [one = "", two = ""], line) => {
    const table = (...rows: string[]): string =>
      `# Plan\n\n## Costs\n\n| What | Where |\n| --- | --- |\n${rows.join("\n")}\n`;
    const row = one.includes("A-") ? "| A-9 | Clay |" : "| Clay | 9 |";
    const { text } = await mergeAgreed(
      [{ sides: [null, row] }],
      [table(one, two), table(one, row, two.replace("Loam", "Slag"))],
    );

    const rows = text.split("\n").slice(6, 9);
    expect(rows.indexOf(row) + 1).toBe(line);
    expect(rows.filter((other) => other !== row)).toEqual([one, two]);
  });

  test("A38 comments on one table stand line by line, without blank lines between them", async () => {
    const rows = ["| Clay | 2 |", "| Loam | 3 |"];
    const table = (...own: readonly string[]): string =>
      `# Plan\n\n## Costs\n\n| What | Euros |\n| --- | --- |\n${own.join("\n")}\n`;
    const { text } = await mergeAgreed(
      rows.map((row) => ({ sides: [null, row] })),
      [table("| Sand | 1 |"), table("| Lime | 9 |", ...rows)],
      true,
    );

    expect(text).toMatch(/\n\n<!-- Source: 2, .*#1 -->\n<!-- Source: 2, .*#2 -->\n\n\| What/);
  });

  test("A33b a row whose table has no counterpart in the section brings the whole table, once", async () => {
    const { records, text } = await mergeAgreed([
      { sides: [null, "| Disk | 40 |"], fold: "Notes" },
      { sides: [null, "| Staff | 900 |"], fold: "Notes" },
    ]);

    expect(records.map(({ status }) => status)).toEqual(["applied", "skipped"]);
    expect(text).toContain(
      "Nothing else.\n\n| Item | Euros |\n| --- | --- |\n| Disk | 40 |\n| Staff | 900 |\n",
    );
  });

  test.each([
    ["left out", 1, "decided against"],
    ["left open", null, "left open"],
  ])("A33b a table does not come whole where another row of it was %s", async (_, winner, why) => {
    const { plan, text } = await mergeAgreed([
      { sides: [null, "| Disk | 40 |"], fold: "Notes" },
      { sides: [null, "| Staff | 900 |"], winner },
    ]);

    expect(plan.unmade.map(({ reason }) => reason)[0]).toContain(why);
    expect(text).toBe(BASE);
  });

  const planTaken = async (
    draft: (row: string) => string,
    [own, taken]: readonly [string, string],
  ) => {
    const based = await staged({
      texts: [draft(own), draft(taken)],
      points: [{ id: "U-001", category: "unique", kind: "contribution", sides: [null, taken] }],
    });
    return planRefactoring(based);
  };

  test("A38 a row whose id means something else in the base gets the next free one, also with a dot", async () => {
    const table = (row: string): string =>
      `# Plan\n\n## Work\n\n| ID | Task |\n| --- | --- |\n| D1.1 | Freeze all tables |\n${row}\n`;
    const { plan, byHand } = await planTaken(table, [
      "| D1.2 | Open the gates slowly |",
      "| D1.2 | Train the night crew |",
    ]);

    expect(plan.changes.map(({ renames }) => renames)).toEqual([[{ id: "D1.2", as: "D1.3" }]]);
    expect(byHand).toEqual([]);
  });

  test.each(["Train the night crew", "Open all gates at night"])(
    "A38 a second section of one id is left for a person, whether it means the same or not: %s",
    async (title) => {
      const { plan, byHand } = await planTaken(
        (part) => `# Plan\n\n${part}\n\nWords of it.\n`,
        ["## M2: Open the gates slowly", `## M2: ${title}`],
      );

      expect(plan.changes).toEqual([]);
      expect(plan.unmade[0]?.reason).toContain("the document has another section M2");
      expect(byHand).toEqual(["U-001"]);
    },
  );

  test("A38 an item goes into the paired list behind its neighbour, and the numbers behind it move on", async () => {
    const { records, text } = await mergeAgreed([
      { sides: [null, "2. Take a snapshot of everything."] },
    ]);

    expect(records[0]?.remarks).toContain("items of the list are numbered anew");
    expect(text).toContain(
      "1. Freeze the tables.\n2. Take a snapshot of everything.\n3. Copy the data.\n4. Open the gates.\n",
    );
  });
});
