import { describe, expect, test } from "vitest";

import { type Level } from "../../../domain/outcome/level.ts";
import {
  listBestOptions,
  describeBest,
  EFFORT_KINDS,
  type EffortEvaluation,
  findLens,
  type LensScore,
  RISK_KINDS,
  type RiskEvaluation,
  type RiskRating,
  scoreForLens,
  VALUE_KINDS,
  type ValueEffect,
  type ValueEvaluation,
} from "./lens.ts";

function risk(option: string, probability: RiskRating, impact: RiskRating): RiskEvaluation {
  const rows = RISK_KINDS.map((kind) => ({ kind, description: kind, probability, impact }));
  return { option, rows };
}

function value(option: string, effect: ValueEffect, level: Level | null): ValueEvaluation {
  const given = { effect, magnitude: level, reach: level };
  return { option, rows: VALUE_KINDS.map((kind) => ({ kind, description: kind, ...given })) };
}

function effort(
  option: string,
  days: number | null,
  changes: Partial<EffortEvaluation> = {},
): EffortEvaluation {
  const rows = EFFORT_KINDS.map((kind) => ({ kind, description: kind, days }));
  return { option, rows, uncertainty: 1.5, value: 6, ...changes };
}

describe("J9 arithmetic is done by code", () => {
  test("risk is the sum of probability times impact over a full table, out of ten", () => {
    expect(scoreForLens("risk", risk("A", "high", "high"))).toMatchObject({
      over: 36,
      under: 36,
      shown: "risk 10/10",
    });
    expect(scoreForLens("risk", risk("A", "low", "medium"))).toMatchObject({
      over: 8,
      shown: "risk 2.2/10",
    });
  });

  test("K2 equal returns are equal, also where days are tenths", () => {
    const createEffortRows = (days: readonly number[]): EffortEvaluation["rows"] =>
      effort("A", 0).rows.map((row, at) => ({ ...row, days: days[at] ?? 0 }));
    const [tenths, whole] = [
      scoreForLens(
        "effort",
        effort("A", 0, { rows: createEffortRows([1.1, 2.2]), uncertainty: 1 }),
      ),
      scoreForLens("effort", effort("B", 0, { rows: createEffortRows([3.3]), uncertainty: 1 })),
    ];
    const third = scoreForLens(
      "effort",
      effort("C", 0, { rows: createEffortRows([7, 1]), value: 5.6 }),
    );
    const same = scoreForLens(
      "effort",
      effort("D", 0, { rows: createEffortRows([4]), value: 2.8 }),
    );
    const tiny = scoreForLens(
      "effort",
      effort("E", 0, { rows: createEffortRows([1e-7, 12]), value: 8.4 }),
    );

    expect(listBestOptions("effort", [tenths, whole])).toEqual(["A", "B"]);
    expect(listBestOptions("effort", [third, same])).toEqual(["C", "D"]);
    expect(listBestOptions("effort", [tiny, same])).toEqual(["D"]);
  });

  test("realistic days are the days times the uncertainty, the return is value by realistic days", () => {
    expect(scoreForLens("effort", effort("A", 5))).toMatchObject({
      over: 6,
      under: 30,
      shown: "20 days × 1.5 = 30 weighted, ROI 0.20",
    });
  });

  test("a return is shown with two significant digits, so that small ones differ", () => {
    const shown = [57.5, 62.5, 0].map(
      (days) => scoreForLens("effort", effort("A", days, { uncertainty: 3, value: 7 })).shown,
    );

    expect(shown).toEqual([
      "230 days × 3 = 690 weighted, ROI 0.010",
      "250 days × 3 = 750 weighted, ROI 0.0093",
      "0 days × 3 = 0 weighted, ROI 7.0",
    ]);
  });

  test("J8 what is unknown is not nothing: the total is a bound and says so", () => {
    const { rows } = risk("A", "high", "high");
    const one = rows.map((row, at) => (at > 0 ? row : { ...row, probability: "unknown" as const }));
    const days = effort("A", 5).rows.map((row, at) =>
      at > 1 ? row : { ...row, days: "unknown" as const },
    );

    expect(scoreForLens("risk", { option: "A", rows: one })).toMatchObject({
      over: 27,
      shown: "risk at least 7.5/10 (1 row unknown)",
    });
    expect(scoreForLens("risk", risk("A", "unknown", "unknown")).shown).toBe(
      "not rated (4 rows unknown)",
    );
    expect(scoreForLens("value", value("A", "unknown", null)).shown).toBe(
      "not rated (4 rows unknown)",
    );
    expect(scoreForLens("effort", effort("A", 0, { rows: days })).shown).toBe(
      "at least 10 days × 1.5 = 15 weighted, ROI at most 0.40 (2 rows unknown)",
    );
  });

  test("J8 an option is not best because its days are unknown", () => {
    const hidden = (option: string, value: number): LensScore => {
      const [first, ...rest] = effort(option, 5).rows;
      const rows = first ? [{ ...first, days: "unknown" as const }, ...rest] : rest;
      return scoreForLens("effort", effort(option, 5, { rows, value }));
    };
    const known = scoreForLens("effort", effort("B", 5, { value: 6 }));

    expect(listBestOptions("effort", [hidden("A", 6), known])).toEqual(["A", "B"]);
    expect(describeBest(["A", "B"], [hidden("A", 6), known])).toBe(
      "A, B (unknown rows leave it open)",
    );
    // beaten even if nothing more had to be done
    expect(listBestOptions("effort", [hidden("A", 4), known])).toEqual(["B"]);
    // more work never makes a loss look smaller, so nothing is open about it
    expect(hidden("A", -4).shown).toContain("ROI -4.0 (1 row unknown)");
    expect(listBestOptions("effort", [hidden("A", -4), hidden("B", 1)])).toEqual(["B"]);
  });

  test("J8 an unknown risk may be the highest, and an unknown value may go both ways", () => {
    const rated = (option: string, impact: RiskRating): LensScore =>
      scoreForLens("risk", risk(option, "low", impact));
    const { rows } = risk("A", "low", "low");
    const open = scoreForLens("risk", {
      option: "A",
      rows: rows.map((row, at) => (at > 0 ? row : { ...row, impact: "unknown" as const })),
    });

    expect(listBestOptions("risk", [open, rated("B", "low")])).toEqual(["A", "B"]);
    expect(listBestOptions("risk", [open, rated("B", "none")])).toEqual(["B"]);
    expect(
      listBestOptions("value", [
        scoreForLens("value", value("A", "unknown", null)),
        scoreForLens("value", value("B", "gain", "high")),
      ]),
    ).toEqual(["A", "B"]);
  });

  test("none counts 0, and a table in which nothing applies is not rated", () => {
    expect(scoreForLens("risk", risk("A", "none", "high"))).toMatchObject({
      over: 0,
      shown: "risk 0/10",
    });
    expect(scoreForLens("risk", risk("A", "does_not_apply", "does_not_apply")).shown).toBe(
      "not rated",
    );
    expect(scoreForLens("value", value("A", "none", null))).toMatchObject({ shown: "value 0/10" });
    expect(scoreForLens("value", value("A", "does_not_apply", null)).shown).toBe("not rated");
    expect(scoreForLens("effort", effort("A", null)).shown).toBe("not rated");
  });

  test("a loss counts against an option, the more so the wider it is felt", () => {
    const [gain, small, wide] = [
      scoreForLens("value", value("A", "gain", "low")),
      scoreForLens("value", value("B", "loss", "low")),
      scoreForLens("value", value("C", "loss", "high")),
    ];

    expect([gain, small, wide].map(({ shown }) => shown)).toEqual([
      "value +1.1/10",
      "value -1.1/10",
      "value -10/10",
    ]);
    expect(listBestOptions("value", [wide, small, gain])).toEqual(["A"]);
    expect(listBestOptions("value", [wide, small])).toEqual(["B"]);
  });

  test("doing nothing has days; less than a day counts as one, and more work never makes a loss look better", () => {
    expect(scoreForLens("effort", effort("A", 0))).toMatchObject({ over: 6, under: 1 });
    const [little, much] = [1, 100].map((days) =>
      scoreForLens("effort", effort("B", days, { value: -4 })),
    );

    expect([little, much].map((one) => (one?.over ?? 0) / (one?.under ?? 1))).toEqual([-4, -4]);
  });
});

test("J9 the best option is the least risk or the most return, and ties are all best", () => {
  const risks = [
    scoreForLens("risk", risk("A", "low", "low")),
    scoreForLens("risk", risk("B", "high", "low")),
  ];
  const returns = [
    scoreForLens("effort", effort("A", 9)),
    scoreForLens("effort", effort("B", 3)),
    scoreForLens("effort", effort("C", 3)),
  ];

  expect(listBestOptions("risk", risks)).toEqual(["A"]);
  expect(listBestOptions("effort", returns)).toEqual(["B", "C"]);
});

test("J24 a seat's lens follows its id, else its stance, else it is plain", () => {
  expect(findLens("risk", "optimistic")).toBe("risk");
  expect(findLens("finance", "pragmatic")).toBe("effort");
  expect(findLens("finance", "frugal")).toBe("plain");
});
