import { describe, expect, test } from "vitest";

import { handmade } from "../../test/support/journals/handmade-journal.ts";
import { type DebateCase, createDebateCase, computeProjectStats } from "./project-stats.ts";
import {
  computeStrengthCalibration,
  computeErrorCorrelation,
  computePhiCoefficient,
} from "./strength-calibration.ts";

const SEATS = { risk: "anthropic/one", value: "openai/two", effort: "openai/three" };

const blindly = (...held: string[]) =>
  Object.keys(SEATS).map((by, index) => ({ by, holds: held[index] ?? "A" }));

describe("one debate as a case", () => {
  test("what it counts for", () => {
    const found = createDebateCase(
      handmade({ seats: SEATS, rounds: [blindly("A", "B", "C"), blindly("B", "B", "C")] }),
    );

    expect(found).toMatchObject({
      protocol: "judges",
      panel: "anthropic 1, openai 2",
      changed: true,
      hollow: true,
      flips: 1,
      capitulations: 1,
      calls: 6,
      extraCalls: 3,
      verdict: null,
      choice: "B",
      votes: { risk: "B", value: "B", effort: "C" },
    });
  });

  test("a debate that goes on is none yet", () => {
    expect(
      createDebateCase(handmade({ seats: SEATS, rounds: [blindly("A")], unsettled: true })),
    ).toBe(undefined);
  });
});

const CASE: DebateCase = {
  id: "x",
  protocol: "judges",
  panel: "openai 3",
  strength: "fair",
  contested: false,
  failed: false,
  degraded: false,
  changed: false,
  hollow: false,
  flips: 2,
  capitulations: 0,
  calls: 6,
  costUsd: 0.5,
  extraCalls: 3,
  extraUsd: 0.25,
  extraMs: 1_000,
  verdict: null,
  votes: {},
  choice: "A",
};

describe("K18 all debates together", () => {
  const { all, byProtocol, byPanel } = computeProjectStats([
    CASE,
    { ...CASE, changed: true, capitulations: 1 },
    { ...CASE, protocol: "board", contested: true, degraded: true, panel: "google 1, openai 2" },
    { ...CASE, protocol: "board", changed: true, hollow: true },
  ]);

  test("counts, with what few cases allow to be said", () => {
    expect(all).toMatchObject({ debates: 4, calls: 24, costUsd: 2, extraCalls: 3, extraUsd: 0.25 });
    expect(all.changed).toMatchObject({ count: 2, of: 4 });
    expect(all.changed.interval.low).toBeCloseTo(0.15, 2);
    expect(all.changed.interval.high).toBeCloseTo(0.85, 2);
    expect(all.capitulated).toMatchObject({ count: 1, of: 8 });
    expect([all.contested.count, all.degraded.count, all.hollow.count]).toEqual([1, 1, 1]);
  });

  test("by protocol and by panel, the most frequent first", () => {
    expect(byProtocol.map(({ name, debates }) => [name, debates])).toEqual([
      ["board", 2],
      ["judges", 2],
    ]);
    expect(byPanel.map(({ name, debates }) => [name, debates])).toEqual([
      ["openai 3", 3],
      ["google 1, openai 2", 1],
    ]);
  });

  test("nothing at all", () => {
    expect(computeProjectStats([]).all).toMatchObject({
      debates: 0,
      extraUsd: 0,
      changed: { count: 0, of: 0 },
    });
  });
});

describe("R15 calibration", () => {
  const judged = (
    count: number,
    right: number,
    strength: DebateCase["strength"] = "fair",
  ): DebateCase[] =>
    Array.from({ length: count }, (_, index) => ({
      ...CASE,
      strength,
      verdict: index < right ? "right" : "wrong",
    }));

  test("ninety-nine judged decisions give no probability, a hundred do", () => {
    expect(computeStrengthCalibration(judged(99, 70)).byStrength).toBeNull();
    const { byStrength, error } = computeStrengthCalibration(judged(100, 70));

    expect(byStrength?.fair).toMatchObject({ count: 70, of: 100 });
    expect(byStrength?.strong).toMatchObject({ count: 0, of: 0 });
    expect(error).toBeLessThan(0.02);
  });

  test("partly right counts for neither side", () => {
    const partial = Array.from({ length: 100 }, (): DebateCase => ({
      ...CASE,
      verdict: "partial",
    }));

    expect(computeStrengthCalibration(partial)).toMatchObject({ judged: 0, byStrength: null });
  });
});

describe("R8 correlation of errors", () => {
  test("φ of a two by two table", () => {
    const pairs = (both: number, first: number, second: number, neither: number) => [
      ...Array.from({ length: both }, (): [boolean, boolean] => [true, true]),
      ...Array.from({ length: first }, (): [boolean, boolean] => [true, false]),
      ...Array.from({ length: second }, (): [boolean, boolean] => [false, true]),
      ...Array.from({ length: neither }, (): [boolean, boolean] => [false, false]),
    ];

    expect(computePhiCoefficient(pairs(10, 0, 0, 10))).toBe(1);
    expect(computePhiCoefficient(pairs(5, 5, 5, 5))).toBe(0);
    // (20·40 − 10·10) / √(30·50·30·50)
    expect(computePhiCoefficient(pairs(20, 10, 10, 40))).toBeCloseTo(700 / 1500, 12);
    expect(computePhiCoefficient(pairs(10, 10, 0, 0))).toBeNull();
  });

  test("from thirty common questions on, and only where it is known who was wrong", () => {
    const right = (held: Record<string, string>): DebateCase => ({
      ...CASE,
      verdict: "right",
      votes: held,
    });
    const agree = Array.from({ length: 15 }, () => right({ a: "A", b: "A" }));
    const fail = Array.from({ length: 15 }, () => right({ a: "B", b: "C" }));

    expect(computeErrorCorrelation([...agree, ...fail])).toBe(1);
    expect(computeErrorCorrelation([...agree, ...fail].slice(1))).toBeNull();
  });
});
