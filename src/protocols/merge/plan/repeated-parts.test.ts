/** A38: one row or item stands once, however often it was voted in. */
import { expect, test } from "vitest";

import { staged } from "../../../../test/support/protocols/staged-merge.ts";
import { applyChangePlan } from "../../../documents/apply/apply-change-plan.ts";
import { createEventLoopYielder } from "../../../documents/yield-to-event-loop.ts";
import { listDocuments } from "../rules/table.ts";
import { planRefactoring } from "./refactor-plan.ts";

const draft = (...rows: readonly string[]): string =>
  `# Plan\n\n## Costs\n\n| What | Euros |\n| --- | --- |\n${rows.join("\n")}\n`;

const [sand, lime, clay, loam] = ["Sand | 1", "Lime | 2", "Clay | 3", "Loam | 4"].map(
  (row) => `| ${row} |`,
) as [string, string, string, string];

async function takeRows(
  texts: readonly string[],
  taken: readonly (readonly [number, string])[],
  struck: readonly number[] = [],
) {
  const based = await staged({
    texts,
    settings: { without: [...struck] },
    points: taken.map(([variant, words], at) => ({
      id: `U-00${at + 1}`,
      category: "unique",
      kind: "contribution",
      sides: texts.map((_, place) => (place + 1 === variant ? words : null)),
    })),
  });
  const { plan } = planRefactoring(based);
  const { text } = await applyChangePlan(
    { documents: listDocuments(based), plan },
    { comments: false, names: String, header: [] },
    createEventLoopYielder(),
  );
  return { text, reasons: plan.unmade.map(({ reason }) => reason) };
}

test.each([
  ["a longer passage with it comes first", [`${clay}\n${loam}`, clay]],
  ["a longer passage with it comes last", [clay, `${clay}\n${loam}`]],
  ["two passages share it", [`${lime}\n${clay}`, `${clay}\n${loam}`]],
])("A38 a row that two votes bring stands once where %s", async (_, words) => {
  const { text } = await takeRows(
    [draft(sand), draft(lime, clay, loam)],
    words.map((one) => [2, one] as const),
  );

  const rows = text.trim().split("\n").slice(6);
  expect(rows[0]).toBe(sand);
  expect(rows.slice(1).toSorted()).toEqual([...new Set(words.join("\n").split("\n"))].toSorted());
});

test("A38 A37 a row of two changes still comes where one of them is struck out", async () => {
  const shared = [`${lime}\n${clay}`, `${clay}\n${loam}`].map((words) => [2, words] as const);
  const { text } = await takeRows([draft(sand), draft(lime, clay, loam)], shared, [1, 2]);

  expect(text).toBe(draft(sand, clay, loam));
});

test("A38 the same row of two drafts stands once", async () => {
  const { text } = await takeRows(
    [draft(sand), draft(lime, clay), draft(loam, clay.replace("Clay ", "clay  "))],
    [
      [2, clay],
      [3, clay.replace("Clay ", "clay  ")],
    ],
  );

  expect(text).toBe(draft(sand, clay));
});

test("A38 a row that the base has comes no second time", async () => {
  const { text, reasons } = await takeRows(
    [draft(sand, clay), draft(lime, clay, loam)],
    [
      [2, clay],
      [2, `${clay}\n${loam}`],
    ],
  );

  expect(text).toBe(draft(sand, clay, loam));
  expect(reasons).toEqual(["the base has it already"]);
});
