/** A38: German and Chinese drafts are merged as English ones are. */
import { expect, test } from "vitest";

import { staged } from "../../../test/support/protocols/staged-merge.ts";
import { applyChangePlan } from "../../documents/apply/apply-change-plan.ts";
import { createEventLoopYielder } from "../../documents/yield-to-event-loop.ts";
import { planRefactoring } from "./plan/refactor-plan.ts";
import { listDocuments } from "./rules/table.ts";

const GERMAN = {
  mine: ["Ziele", "Der Umzug dauert höchstens drei Tage.", "| R1 | Regen am Umzugstag |"],
  theirs: ["Ziele", "Der Umzug dauert höchstens fünf Tage.", "| R1 | Schlüssel fehlen |"],
  head: "| Nr | Risiko |",
  risks: "Risiken",
  costs: "## Kosten\n\nDer Umzug kostet 4.000 Euro.[^1]\n\n[^1]: Ohne Kisten.",
} as const;

const CHINESE = {
  mine: ["目标", "系统必须在三天内完成迁移。", "| R1 | 磁盘已满 |"],
  theirs: ["目标", "系统必须在五天内完成迁移。", "| R1 | 供应商关闭 |"],
  head: "| 编号 | 风险 |",
  risks: "风险",
  costs: "## 费用\n\n费用为四千欧元。[^1]\n\n[^1]: 不含税。",
} as const;

test.each([
  ["German", GERMAN],
  ["Chinese", CHINESE],
])("A38 %s drafts: words, rows, ids, sections and notes come in", async (_, words) => {
  const { mine, theirs, head, risks, costs } = words;
  const draft = ([goals, goal, row]: readonly string[], end: string): string =>
    `# Plan\n\n## ${goals}\n\n${goal}\n\n## ${risks}\n\n${head}\n| --- | --- |\n${row}\n${end}`;
  const based = await staged({
    texts: [draft(mine, ""), draft(theirs, `\n${costs}\n`)],
    points: [
      { id: "C-001", kind: "approach", sides: [mine[1], theirs[1]], winner: 2 },
      { id: "C-002", kind: "approach", sides: [mine[2], theirs[2]], vote: { instead: "all" } },
      {
        id: "U-001",
        category: "unique",
        kind: "contribution",
        sides: [null, costs.split("\n")[0] ?? ""],
      },
    ],
  });
  const { text } = await applyChangePlan(
    { documents: listDocuments(based), plan: planRefactoring(based).plan },
    { comments: false, names: String, header: [] },
    createEventLoopYielder(),
  );

  expect(text).toBe(
    draft([mine[0], theirs[1], `${mine[2]}\n${theirs[2].replace("R1", "R2")}`], `\n${costs}\n`),
  );
});
