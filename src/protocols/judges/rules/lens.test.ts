import { describe, expect, test } from "vitest";

import { type Level } from "../../../domain/level.ts";
import { bestOf, type EffortEvaluation, lensOf, type RiskEvaluation, score } from "./lens.ts";

function risk(
  option: string,
  probability: Level,
  impact: Level,
  stated: number | null = null,
): RiskEvaluation {
  const kinds = ["technical", "user", "business", "operational"] as const;
  const rows = kinds.map((kind) => ({ kind, description: kind, probability, impact }));
  return { option, rows, stated_total: stated };
}

function effort(
  option: string,
  days: number,
  changes: Partial<EffortEvaluation> = {},
): EffortEvaluation {
  const kinds = ["implementation", "testing", "polish", "documentation"] as const;
  const rows = kinds.map((kind) => ({ kind, description: kind, days }));
  return {
    option,
    rows,
    uncertainty: 1.5,
    value: 6,
    stated_realistic_days: null,
    stated_roi: null,
    ...changes,
  };
}

describe("J9 arithmetic is done by code", () => {
  test("risk is the sum of probability times impact over a full table, out of ten", () => {
    expect(score("risk", risk("A", "high", "high"))).toMatchObject({
      over: 36,
      under: 36,
      shown: "risk 10/10",
    });
    expect(score("risk", risk("A", "low", "medium"))).toMatchObject({
      over: 8,
      shown: "risk 2.2/10",
    });
  });

  test("K2 equal returns are equal, also where days are tenths", () => {
    const rowsOf = (days: readonly number[]): EffortEvaluation["rows"] =>
      effort("A", 0).rows.map((row, at) => ({ ...row, days: days[at] ?? 0 }));
    const [tenths, whole] = [
      score("effort", effort("A", 0, { rows: rowsOf([0.1, 0.2]), uncertainty: 1 })),
      score("effort", effort("B", 0, { rows: rowsOf([0.3]), uncertainty: 1 })),
    ];
    const third = score("effort", effort("C", 0, { rows: rowsOf([0.7, 0.1]), value: 5.6 }));
    const same = score("effort", effort("D", 0, { rows: rowsOf([0.4]), value: 2.8 }));
    const tiny = score("effort", effort("E", 0, { rows: rowsOf([1e-7, 1.2]), value: 8.4 }));

    expect(bestOf("effort", [tenths, whole])).toEqual(["A", "B"]);
    expect(bestOf("effort", [third, same])).toEqual(["C", "D"]);
    expect(bestOf("effort", [tiny, same])).toEqual(["D"]);
  });

  test("realistic days are the days times the uncertainty, the return is value by realistic days", () => {
    expect(score("effort", effort("A", 5))).toMatchObject({
      over: 6,
      under: 30,
      shown: "30 days, ROI 0.20",
    });
  });

  test("a stated figure that its own rows contradict is a slip; rounding is not", () => {
    expect(score("risk", risk("A", "high", "high", 4)).slips).toEqual([
      "total risk of A stated as 4, its own rows give 10",
    ]);
    expect(score("risk", risk("A", "low", "medium", 2.2)).slips).toEqual([]);
    expect(
      score("effort", effort("A", 5, { stated_realistic_days: 20, stated_roi: 0.2 })).slips,
    ).toEqual(["realistic days of A stated as 20, its own rows give 30"]);
  });

  test("no work at all still has a finite return", () => {
    expect(
      Number.isFinite(score("effort", effort("A", 0)).over / score("effort", effort("A", 0)).under),
    ).toBe(true);
  });
});

test("J9 the best option is the least risk or the most return, and ties are all best", () => {
  const risks = [score("risk", risk("A", "low", "low")), score("risk", risk("B", "high", "low"))];
  const returns = [
    score("effort", effort("A", 9)),
    score("effort", effort("B", 3)),
    score("effort", effort("C", 3)),
  ];

  expect(bestOf("risk", risks)).toEqual(["A"]);
  expect(bestOf("effort", returns)).toEqual(["B", "C"]);
});

test("J24 a seat's lens follows its id, else its stance, else it is plain", () => {
  expect(lensOf("risk", "optimistic")).toBe("risk");
  expect(lensOf("finance", "pragmatic")).toBe("effort");
  expect(lensOf("finance", "frugal")).toBe("plain");
});
