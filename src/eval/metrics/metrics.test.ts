import { describe, expect, test } from "vitest";

import { createSeededGenerator } from "../../audit/statistics/seeded-generator.ts";
import {
  computeBrierScore,
  computeCalibrationError,
  computeLogLoss,
} from "../../audit/statistics/statistics.ts";
import { parseSimTraits } from "../../models/sim/sim-traits.ts";
import { createSimulatedItem, playSimulatedTalk } from "../simulation/play-talk.ts";
import { computeAuroc, computeCalibration } from "./calibration-metrics.ts";
import { computeCanaryMetrics, measureJudgeReliability } from "./canary-metrics.ts";
import { computeConformity, computeFlipMetrics, type TalkRecord } from "./flip-metrics.ts";
import { computePanelMetrics } from "./panel-metrics.ts";

function simulate(
  words: readonly string[],
  trials: number,
  { rounds = 2, named = true } = {},
): TalkRecord[] {
  const traits = words.map((one) => parseSimTraits(one));
  return Array.from({ length: trials }, (_, index) => {
    const item = createSimulatedItem(`talk ${index}`);
    const talk = playSimulatedTalk(item, { traits, rounds, named });
    const turns = talk.flatMap((row, round) =>
      row.map((position, seat) => ({ seat: `seat${seat + 1}`, round: round + 1, position })),
    );
    return { item: item.question, truth: item.answer, turns };
  });
}

describe("4.9 (8): conformity through the measure of R2", () => {
  test("planted weights give conformity .625, obstinacy .375, and .25 of it goes with the names", () => {
    const words = [
      "p=0.5,s=4,wself=1,wpeer=3,rule=belief",
      "p=0.5,s=4,wself=1,wpeer=3,rule=belief",
    ];
    const named = computeConformity(simulate(words, 22_000));
    const hidden = computeConformity(simulate(words, 22_000, { named: false }));

    expect(named.disagreements).toBeGreaterThan(20_000);
    expect(Math.abs(named.conformity.share! - 0.625)).toBeLessThan(0.02);
    expect(Math.abs(named.obstinacy.share! - 0.375)).toBeLessThan(0.02);
    expect(Math.abs(hidden.delta!)).toBeLessThan(0.02);
    expect(Math.abs(named.delta! - hidden.delta! - 0.25)).toBeLessThan(0.02);
  });
});

describe("4.9 (9): flips from right to wrong and back", () => {
  test("planted rates come back, with intervals that cover them", () => {
    const chance = createSeededGenerator("flips");
    const talks = Array.from({ length: 3_000 }, (_, item): TalkRecord => {
      const turns = [1, 2, 3].flatMap((seat) => {
        let right = chance.uniform() < 0.6;
        return [1, 2, 3].map((round) => {
          if (round > 1) right = chance.uniform() < (right ? 1 - 0.1 : 0.2);
          return { seat: `${seat}`, round, position: right ? "t" : "f" };
        });
      });
      return { item: `${item}`, truth: "t", turns };
    });
    const found = computeFlipMetrics(talks, 1);

    expect(Math.abs(found.wrongToRight.share! - 0.2)).toBeLessThan(
      4 * Math.sqrt(0.16 / found.wrongToRight.of),
    );
    expect(Math.abs(found.rightToWrong.share! - 0.1)).toBeLessThan(
      4 * Math.sqrt(0.09 / found.rightToWrong.of),
    );
    expect(found.rightToWrongInterval.low).toBeLessThan(found.rightToWrong.share!);
    expect(found.rightToWrongInterval.high).toBeGreaterThan(found.rightToWrong.share!);
    expect(Math.abs(found.breakEven! - 2 / 3)).toBeLessThan(0.04);
    expect(found.selectivity).toBeCloseTo(found.wrongToRight.share! - found.rightToWrong.share!, 9);
    // every step is counted once
    expect(found.wrongToRight.of + found.rightToWrong.of).toBe(3_000 * 3 * 2);
  });

  test("a change from wrong to another wrong is neither; a missing round is skipped; no truth, no count", () => {
    const turns = [
      { seat: "a", round: 1, position: "x" },
      { seat: "a", round: 2, position: null },
      { seat: "a", round: 3, position: "y" },
    ];
    const found = computeFlipMetrics([{ item: "1", truth: "t", turns }], 1);

    expect([found.wrongToOther.count, found.wrongToRight.count, found.wrongToRight.of]).toEqual([
      1, 0, 1,
    ]);
    expect(computeFlipMetrics([{ item: "1", truth: null, turns }], 1).wrongToRight.of).toBe(0);
  });
});

test.each([0, 0.2, 0.44])(
  "4.9 (10): a planted correlation of %d comes back from 5,000 items",
  (rho) => {
    const found = computePanelMetrics(
      simulate(
        ["", "", "", ""].map(() => `p=0.7,rho=${rho}`),
        5_000,
        { rounds: 1 },
      ),
      null,
    );

    expect(Math.abs(found.correlation! - rho)).toBeLessThan(0.03);
    expect(found.effectiveVotes).toBeCloseTo(4 / (1 + 3 * Math.max(0, found.correlation!)), 9);
  },
);

describe("4.9 (13): judges are disqualified, and the cause is named", () => {
  const rate = (q: number, beta: number, pairs: number): { out: number; causes: Set<string> } => {
    const chance = createSeededGenerator(`judge ${q} ${beta} ${pairs}`);
    const causes: string[] = [];
    for (let trial = 0; trial < 4_000; trial++) {
      const judged = Array.from({ length: pairs }, () => {
        const slot = (): boolean | null => (chance.uniform() < beta ? true : null);
        const forward = slot() ?? chance.uniform() < q;
        const reverse = slot() ?? chance.uniform() >= q;
        return { forwardFirst: forward, reverseFirst: reverse };
      });
      const { disqualified, cause } = measureJudgeReliability(judged);
      if (disqualified && cause !== null) causes.push(cause);
    }
    return { out: causes.length / 4_000, causes: new Set(causes) };
  };

  test.each([
    [0.7, 0.3, 0.988, 0.999],
    [0.9, 0.3, 0.895, 0.958],
    [0.9, 0, 0.04, 0.008],
    [0.8, 0, 0.52, 0.57],
    [0.95, 0, 0, 0],
  ])("skill %d, bias %d", (q, beta, at30, at60) => {
    for (const [pairs, expected] of [
      [30, at30],
      [60, at60],
    ] as const) {
      const error = Math.sqrt(Math.max(0.0005, (expected * (1 - expected)) / 4_000));
      // the reference was drawn too, and is printed to a hundredth at .52 and .57
      expect(Math.abs(rate(q, beta, pairs).out - expected)).toBeLessThan(4 * error + 0.006);
    }
  });

  test("an unbiased judge that errs reads noise, one that prefers a slot reads bias", () => {
    const noisy = measureJudgeReliability(
      Array.from({ length: 40 }, (_, index) => {
        const first = index % 4 === 0;
        return {
          forwardFirst: index % 2 === 0,
          reverseFirst: first || index % 2 === 1 ? index % 2 === 0 : true,
        };
      }),
    );
    const biased = measureJudgeReliability(
      Array.from({ length: 40 }, () => ({ forwardFirst: true, reverseFirst: true })),
    );

    expect([noisy.disqualified, noisy.cause]).toEqual([true, "noise"]);
    expect([biased.disqualified, biased.cause]).toEqual([true, "both"]);
    expect(measureJudgeReliability([]).disqualified).toBe(false);
  });
});

describe("4.9 (14), 4.8: calibration", () => {
  const stated = (value: number, right: number, wrong: number) => [
    ...Array.from({ length: right }, () => ({ stated: value, right: true })),
    ...Array.from({ length: wrong }, () => ({ stated: value, right: false })),
  ];

  test("the closed forms", () => {
    const sure = stated(0.9, 700, 300);
    expect(computeCalibrationError(sure)).toBeCloseTo(0.2, 9);
    expect(computeBrierScore(sure)).toBeCloseTo(0.25, 9);
    expect(computeLogLoss(sure)).toBeCloseTo(0.7645, 4);
    expect(computeBrierScore(stated(0.7, 700, 300))).toBeCloseTo(0.21, 9);
  });

  test("what chance alone would show is taken off, and a real error stays", () => {
    expect(computeCalibration(stated(0.7, 70, 30))!.error).toBe(0);
    expect(computeCalibration(stated(0.9, 700, 300))!.error).toBeGreaterThan(0.19);
    expect(computeCalibration([])).toBeNull();
  });

  test("AUROC counts pairs, ties half", () => {
    expect(computeAuroc([...stated(0.9, 2, 0), ...stated(0.1, 0, 3)])).toBe(1);
    expect(computeAuroc(stated(0.5, 5, 5))).toBe(0.5);
    expect(computeAuroc([...stated(0.9, 1, 1), ...stated(0.1, 1, 1)])).toBe(0.5);
    expect(computeAuroc(stated(0.5, 5, 0))).toBeNull();
  });
});

test("canaries: misled of those right alone, corrected of those wrong alone, independent of both", () => {
  const one = (item: string, rawRight: boolean, right: boolean, saysRight = false, voices = 3) => ({
    item,
    rawRight,
    right,
    saysRight,
    voices,
  });
  const found = computeCanaryMetrics([
    one("a", true, false),
    one("a", true, true, false, 1),
    one("b", true, true),
    one("c", false, true, true),
    one("d", false, false, true),
  ]);

  expect(found.misled).toMatchObject({ count: 1, of: 3 });
  expect(found.corrected).toMatchObject({ count: 1, of: 2 });
  expect(found.independent).toMatchObject({ count: 1, of: 2 });
  expect(found.byVoices.map(({ voices, misled }) => [voices, misled.count, misled.of])).toEqual([
    [1, 0, 1],
    [3, 1, 2],
  ]);
});
