import { expect, test } from "vitest";

import { type DecisionCase, formatDecisionLines, reportDecisions } from "./own-decisions.ts";

let made = 0;

function decision(changes: Partial<DecisionCase>): DecisionCase {
  return {
    id: `d${++made}`,
    protocol: "p",
    panel: "",
    strength: "fair",
    contested: false,
    failed: false,
    degraded: false,
    changed: false,
    hollow: false,
    flips: 0,
    capitulations: 0,
    calls: 6,
    costUsd: 0.2,
    extraCalls: 3,
    extraUsd: 0.1,
    extraMs: 0,
    verdict: "right",
    votes: { a: "A", b: "A", c: "B" },
    choice: "A",
    blindChoice: "A",
    models: { a: "openai/x", b: "anthropic/y", c: "openai/x" },
    seating: "anthropic/y + openai/x + openai/x",
    blindUsd: 0.1,
    ...changes,
  };
}

test("without outcomes it says how to record one, and nothing about panels is claimed", () => {
  const lines = formatDecisionLines(
    reportDecisions([decision({ verdict: null })], { budgetUsd: null }),
  );

  expect(lines.join("\n")).toContain("dissent outcome <debate> right");
  expect(lines.at(-1)).toContain("Too few judged decisions");
  expect(formatDecisionLines(reportDecisions([], { budgetUsd: null })).at(-1)).toContain(
    "No decision",
  );
});

test("a supporter of a right decision was right, all others wrong; of a wrong one only its supporters are known", () => {
  const { models, judged, blind, byStrength } = reportDecisions(
    [
      decision({}),
      decision({ verdict: "wrong", blindChoice: "B" }),
      decision({ blindChoice: "B" }),
      decision({ verdict: "partial" }),
    ],
    { budgetUsd: null },
  );
  const of = (model: string) => models.find((one) => one.model === model)!;

  expect(judged).toEqual({ right: 2, wrong: 1, partial: 1 });
  // two right decisions with both seats known, one wrong where seat c stood against it
  expect(of("openai/x").right).toMatchObject({ count: 2, of: 5 });
  expect(of("openai/x").warned).toBe(1);
  expect(of("anthropic/y").right).toMatchObject({ count: 2, of: 3 });
  expect(blind).toMatchObject({ same: { count: 1, of: 3 }, debateRight: 1, debateWrong: 1 });
  expect(byStrength.map(({ strength, right }) => [strength, right.count, right.of])).toEqual([
    ["fair", 2, 3],
  ]);
});

const many = (count: number, changes: Partial<DecisionCase>): DecisionCase[] =>
  Array.from({ length: count }, () => decision(changes));

test("EV8: a panel is recommended only where its interval lies above every other", () => {
  const good = { seating: "anthropic/y + openai/x", costUsd: 0.4 };
  const poor = { seating: "openai/x + openai/x", costUsd: 0.1 };
  const clear = reportDecisions(
    [
      ...many(58, good),
      ...many(2, { ...good, verdict: "wrong" }),
      ...many(30, poor),
      ...many(30, { ...poor, verdict: "wrong" }),
    ],
    { budgetUsd: null },
  );
  const close = reportDecisions(
    [...many(40, good), ...many(38, poor), ...many(2, { ...poor, verdict: "wrong" })],
    { budgetUsd: null },
  );
  const capped = reportDecisions(many(40, good), { budgetUsd: 0.2 });
  const few = reportDecisions([...many(5, good), ...many(5, poor)], { budgetUsd: null });

  expect(clear.advice).toContain("Seat anthropic/y + openai/x");
  expect(close.advice).toContain("No panel is shown to be better");
  expect(close.advice).toContain("openai/x + openai/x");
  expect(capped.advice).toContain("costs so little for at most $0.20 a debate");
  expect(few.advice).toContain("Too few judged decisions");
  expect(few.advice).toContain("anthropic/y + openai/x");
});

test("EV8: under ten decisions a count, from ten on an interval", () => {
  const lines = (count: number): string =>
    formatDecisionLines(reportDecisions(many(count, {}), { budgetUsd: null })).join("\n");

  expect(lines(9)).toContain("fair     right in 9 of 9\n");
  expect(lines(10)).toContain("fair     right in 10 of 10 (72 to 100 %)");
});
