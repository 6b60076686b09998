/** A34: headings follow the content that is taken. */
import { expect, test } from "vitest";

import { staged } from "../../../../test/support/protocols/staged-merge.ts";
import { applyChangePlan } from "../../../documents/apply/apply-change-plan.ts";
import { createEventLoopYielder } from "../../../documents/yield-to-event-loop.ts";
import { listDocuments } from "../rules/table.ts";
import { planRefactoring } from "./refactor-plan.ts";

const draft = (title: string, [goal, row, end]: readonly [string, string, string]): string =>
  `# Plan\n\n## M3: ${title}\n\n### Goal\n\n${goal}\n\n### Steps\n\n| Step | Days |\n| --- | --- |\n${row}\n\n## End\n\n${end}\n`;

const MINE = ["Find failures and guards.", "| Count | 4 |", "None."] as const;
const THEIRS = ["Find guards alone.", "| Guard | 2 |", "None."] as const;

async function mergeWon(
  winners: readonly number[],
  [mine, theirs]: readonly [string, string] = [
    draft("Failures and guards", MINE),
    draft("Guards", THEIRS),
  ],
): Promise<string> {
  const based = await staged({
    texts: [mine, theirs],
    points: winners.map((winner, at) => ({
      id: `C-00${at + 1}`,
      kind: "approach",
      sides: [MINE[at] ?? "", THEIRS[at] ?? ""],
      winner,
    })),
  });
  const { text } = await applyChangePlan(
    { documents: listDocuments(based), plan: planRefactoring(based).plan },
    { comments: false, names: String, header: [] },
    createEventLoopYielder(),
  );
  return text;
}

test("A34 a section with nothing left of the base takes the heading of what came", async () => {
  expect(await mergeWon([2, 2])).toBe(draft("Guards", THEIRS));
});

test.each([
  ["one of its passages stays", [2, 1], undefined],
  ["the base has words there that no point is about", [2, 2], "Find failures and guards.\n\nSoon."],
] as const)("A34 it keeps its own where %s", async (_, winners, goal) => {
  const mine = draft("Failures and guards", [goal ?? MINE[0], MINE[1], MINE[2]]);

  expect(await mergeWon(winners, [mine, draft("Guards", THEIRS)])).toContain(
    "## M3: Failures and guards\n",
  );
});

test("A34 it keeps its own where the base has a link to it", async () => {
  const mine = draft("Failures and guards", [
    MINE[0],
    MINE[1],
    "See [M3](#m3-failures-and-guards).",
  ]);

  expect(await mergeWon([2, 2], [mine, draft("Guards", THEIRS)])).toContain(
    "## M3: Failures and guards\n",
  );
});
