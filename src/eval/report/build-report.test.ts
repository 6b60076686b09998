import { describe, expect, test } from "vitest";

import { createCell } from "../../../test/support/eval/eval-cells.ts";
import { parseEvalArms } from "../arms/parse-arm.ts";
import type { EvalCell } from "../cells/read-cell.ts";
import { readEvalItems } from "../items/read-items.ts";
import { buildEvalReport } from "./build-report.ts";

function readItems(count: number) {
  const rows = Array.from({ length: count }, (_, index) => ({
    question: `Which of item ${index}?`,
    choices: ["a", "b"],
    answer: 0,
  }));
  return readEvalItems({ text: JSON.stringify(rows), name: "i.json", seed: 1 }).items;
}

function build(arms: string, cells: readonly EvalCell[], items: ReturnType<typeof readItems>) {
  return buildEvalReport({
    seed: 1,
    suite: "s",
    models: ["m"],
    arms: parseEvalArms(arms, [{ id: "panel" }]),
    items,
    cells,
    done: cells.length,
    total: cells.length,
    notes: [],
  });
}

describe("EV6: winners among several comparisons", () => {
  const items = readItems(40);
  /** The debate is right 14 times alone and the single answer 5 times: mid-p .041, an interval above 0. */
  const isRight = (arm: string, index: number): boolean => {
    if (arm === "debate") return index < 30;
    if (arm === "single") return (index >= 14 && index < 30) || index >= 35;
    return index < 29;
  };
  const report = (arms: string) =>
    build(
      arms,
      arms.split(",").flatMap((arm) =>
        items.map((item, index) => {
          const wrong = item.options.find(({ id }) => id !== item.answer)!.id;
          return createCell({
            arm,
            item: item.id,
            final: isRight(arm, index) ? item.answer : wrong,
          });
        }),
      ),
      items,
    );

  test("one alone is named", () => {
    const [only] = report("debate,single").comparisons;
    expect([only!.result.verdict, only!.adjustedP! < 0.05]).toEqual(["first", true]);
    expect(only!.sentence).toContain("debate is better than single");
  });

  test("the same difference among three is not, as Holm's correction takes it back", () => {
    const found = report("debate,single,sc@3,self-refine").comparisons;
    const single = found.find(({ second }) => second === "single")!;

    expect(single.result.interval.low).toBeGreaterThan(0);
    expect(single.adjustedP).toBeGreaterThan(0.05);
    expect(single.result.verdict).toBe("open");
    expect(single.sentence).toContain("Not shown which of debate and single is better");
  });
});

test("later rounds count talks that ended earlier with the positions they ended with", () => {
  const items = readItems(2);
  const turn = (seat: string, round: number, position: string) => ({
    seat,
    round,
    position,
    model: "m",
    confidence: null,
  });
  const [easy, hard] = [items[0]!, items[1]!];
  const wrong = hard.options.find(({ id }) => id !== hard.answer)!.id;
  const cells = [
    createCell({
      arm: "debate",
      item: easy.id,
      final: easy.answer,
      turns: [turn("x", 1, easy.answer!), turn("y", 1, easy.answer!)],
    }),
    createCell({
      arm: "debate",
      item: hard.id,
      final: wrong,
      turns: [1, 2].flatMap((round) => [turn("x", round, wrong), turn("y", round, wrong)]),
    }),
  ];

  const { byRound } = build("debate", cells, items).arms[0]!;
  expect(byRound.map(({ mean, vote }) => [mean.count, mean.of, vote.count, vote.of])).toEqual([
    [2, 4, 1, 2],
    [2, 4, 1, 2],
  ]);
});
