import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  computeBrierScore,
  computeCalibrationError,
  type Forecast,
  computeLogLoss,
  computeReliabilityBins,
} from "./calibration.ts";
import {
  computeMcnemarTest,
  computeMcnemarMidP,
  computePairsNeeded,
  computeRateBelowProbability,
  computeRuleOfThree,
  computeWilsonInterval,
} from "./confidence-intervals.ts";
import { computeBetaCdf, computeNormalQuantile } from "./special-functions.ts";
import {
  computeCascadeAccuracy,
  computeCorrelatedChance,
  computeCorrelatedLimit,
  computeCorrelatedMajorityAccuracy,
  computeEffectiveVotes,
  computeMajorityAccuracy,
  computeMixedMajorityAccuracy,
  computeOracleCeiling,
  computePluralityAccuracy,
  computeRightGivenSplit,
  computeRightGivenUnanimity,
  modelSlotBiasedJudge,
  computeUnanimityChance,
  computeWeightedMajorityAccuracy,
} from "./voting-accuracy.ts";

/** Equal to the printed digits. */
function near(value: number, printed: number, digits: number): void {
  expect(Math.abs(value - printed)).toBeLessThanOrEqual(0.5 * 10 ** -digits + 1e-9);
}

describe("independent voters (Condorcet)", () => {
  test.each([
    [
      0.6,
      [1, 3, 5, 7, 9, 11, 25, 101],
      [0.6, 0.648, 0.68256, 0.71021, 0.73343, 0.7535, 0.84623, 0.9791],
    ],
    [
      0.7,
      [1, 3, 5, 7, 9, 11, 25, 101],
      [0.7, 0.784, 0.83692, 0.87396, 0.90119, 0.92178, 0.98253, 0.99999],
    ],
    [0.55, [3, 5, 7, 9, 101], [0.57475, 0.59313, 0.60829, 0.62142, 0.84376]],
    [0.45, [5, 101], [0.40687, 0.15624]],
  ] as const)("at skill %d", (p, sizes, printed) => {
    for (const [index, n] of sizes.entries())
      near(computeMajorityAccuracy(n, p), printed[index]!, 5);
  });

  test("plurality among four and three options, errors spread", () => {
    const printed = {
      0.4: [0.448, 0.50944, 0.55859, 0.59859],
      0.5: [0.58333, 0.67361, 0.74306, 0.79313],
      0.6: [0.712, 0.81056, 0.87746, 0.91783],
    };
    for (const [p, values] of Object.entries(printed)) {
      for (const [index, n] of [3, 5, 7, 9].entries())
        near(computePluralityAccuracy(n, Number(p), 4), values[index]!, 5);
    }
    for (const [index, n] of [3, 5, 7, 9].entries())
      near(computePluralityAccuracy(n, 0.5, 3), [0.5625, 0.61719, 0.6709, 0.70935][index]!, 5);
  });

  test("voters of different skill, plain and weighed", () => {
    near(computeMixedMajorityAccuracy([0.9, 0.6, 0.6, 0.6, 0.6]), 0.78624, 5);
    near(computeWeightedMajorityAccuracy([0.9, 0.6, 0.6, 0.6, 0.6]), 0.9, 5);
    near(computeMixedMajorityAccuracy([0.9, 0.9, 0.6, 0.6, 0.6]), 0.87696, 5);
    near(computeWeightedMajorityAccuracy([0.9, 0.9, 0.6, 0.6, 0.6]), 0.92664, 5);
    near(computeMixedMajorityAccuracy([0.8, 0.7, 0.6]), 0.788, 5);
    near(computeWeightedMajorityAccuracy([0.8, 0.7, 0.6]), 0.8, 5);
  });

  test("votes in sight of each other are worth less than a blind vote of five", () => {
    const limits = { 0.55: 0.56645, 0.6: 0.63158, 0.7: 0.75316, 0.8: 0.85714 };
    for (const [p, printed] of Object.entries(limits)) {
      near(computeCascadeAccuracy(Number(p)), printed, 5);
      expect(computeMajorityAccuracy(5, Number(p))).toBeGreaterThan(
        computeCascadeAccuracy(Number(p)),
      );
    }
  });

  test("bounds hold", () => {
    near(1 - Math.exp(-2 * 101 * 0.1 ** 2), 0.8673, 4);
    expect(computeMajorityAccuracy(101, 0.6)).toBeGreaterThan(0.8673);
    near(computeOracleCeiling(5, 0.6), 0.98976, 5);
  });
});

describe("voters who share their errors (beta-binomial)", () => {
  const RHOS = [0, 0.1, 0.2, 0.3, 0.4375, 0.5];

  test.each([
    [3, 0.7, [0.784, 0.76185, 0.7448, 0.73166, 0.71849, 0.714]],
    [5, 0.7, [0.83692, 0.79398, 0.76486, 0.74425, 0.72494, 0.71864]],
    [9, 0.7, [0.90119, 0.82745, 0.78365, 0.75518, 0.73013, 0.72229]],
    [5, 0.6, [0.68256, 0.65536, 0.63772, 0.62555, 0.61432, 0.61069]],
  ] as const)("%d of skill %d", (n, p, printed) => {
    for (const [index, rho] of RHOS.entries())
      near(computeCorrelatedMajorityAccuracy(n, { p, rho }), printed[index]!, 5);
  });

  test("and ever more of them", () => {
    for (const [index, printed] of [1, 0.8996, 0.81801, 0.77312, 0.7379, 0.72757].entries())
      near(computeCorrelatedLimit({ p: 0.7, rho: RHOS[index]! }), printed, 5);
  });

  test("effective votes", () => {
    near(computeEffectiveVotes(9, 0.4375), 2, 3);
    near(computeEffectiveVotes(5, 0.3), 2.273, 3);
    near(computeEffectiveVotes(3, 0.5), 1.5, 3);
    for (const [n, rho, printed] of [
      [3, 0.44, 1.6],
      [5, 0.44, 1.81],
      [3, 0.6, 1.36],
      [5, 0.6, 1.47],
    ] as const)
      near(computeEffectiveVotes(n, rho), printed, 2);
    expect(computeEffectiveVotes(0, 0.5)).toBe(0);
  });

  test.each([
    [0, [0.927, 0.7, 0.986, 0.927, 0.7]],
    [0.2, [0.858, 0.633, 0.916, 0.782, 0.6]],
    [0.44, [0.795, 0.578, 0.833, 0.656, 0.548]],
    [0.7, [0.744, 0.535, 0.761, 0.568, 0.519]],
  ] as const)("what a split says at correlation %d", (rho, printed) => {
    const splits = [
      [3, 3],
      [2, 3],
      [5, 5],
      [4, 5],
      [3, 5],
    ] as const;
    for (const [index, [m, n]] of splits.entries())
      near(computeRightGivenSplit(m, n, { p: 0.7, rho }), printed[index]!, 3);
  });

  test("more unanimity, less information", () => {
    near(computeUnanimityChance(3, { p: 0.7, rho: 0 }), 0.37, 2);
    near(computeUnanimityChance(3, { p: 0.7, rho: 0.44 }), 0.647, 3);
    near(computeRightGivenUnanimity(3, 0.6, 2), 0.7714, 4);
    near(computeRightGivenUnanimity(3, 0.6, 4), 0.9681, 4);
  });

  test("chances of all counts add up to one", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.double({ min: 0.05, max: 0.95, noNaN: true }),
        fc.double({ min: 0, max: 0.9, noNaN: true }),
        (n, p, rho) => {
          const counts = Array.from({ length: n + 1 }, (_, k) =>
            computeCorrelatedChance(k, n, { p, rho }),
          );
          expect(counts.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 9);
        },
      ),
    );
  });
});

describe("a judge who likes the first slot", () => {
  test.each([
    [0.7, 0.3, [0.79, 0.49, 0.4942, 0.7833]],
    [0.8, 0.2, [0.84, 0.64, 0.5952, 0.9032]],
  ] as const)("skill %d, bias %d", (q, beta, printed) => {
    const { betterFirst, betterSecond, consistency, whenConsistent } = modelSlotBiasedJudge(
      q,
      beta,
    );
    for (const [index, value] of [betterFirst, betterSecond, consistency, whenConsistent].entries())
      near(value, printed[index]!, 4);
  });
});

describe("intervals and tests", () => {
  test("McNemar, exact", () => {
    const printed = [
      [5, 15, 0.04139],
      [10, 20, 0.09874],
      [2, 10, 0.03857],
      [0, 6, 0.03125],
      [0, 5, 0.0625],
      [1, 8, 0.03906],
      [30, 50, 0.03299],
      [12, 12, 1],
    ] as const;
    for (const [b, c, p] of printed) near(computeMcnemarTest(b, c), p, 5);
    expect(computeMcnemarMidP(5, 15)).toBeLessThan(computeMcnemarTest(5, 15));
    expect(computeMcnemarMidP(4, 4)).toBe(1);
  });

  test("Wilson, and none of thirty", () => {
    for (const [hits, cases, low, high, digits] of [
      [7, 10, 0.397, 0.892, 3],
      [70, 100, 0.604, 0.781, 3],
      [0, 30, 0, 0.1135, 4],
      [700, 1000, 0.671, 0.728, 3],
    ] as const) {
      near(computeWilsonInterval(hits, cases).low, low, digits);
      near(computeWilsonInterval(hits, cases).high, high, digits);
    }
    expect(computeWilsonInterval(0, 0)).toEqual({ low: 0, high: 1 });
    expect(computeRuleOfThree(30)).toBe(0.1);
  });

  test("pairs needed for a paired comparison", () => {
    for (const [discordant, delta, needed] of [
      [0.1, 0.03, 870],
      [0.2, 0.03, 1742],
      [0.1, 0.05, 312],
      [0.2, 0.05, 626],
      [0.3, 0.05, 940],
      [0.2, 0.1, 155],
    ] as const)
      expect(computePairsNeeded(discordant, delta)).toBe(needed);
  });

  test("a quiet debate: turns without a flip before the rate is likely below a fifth", () => {
    const quiet = (sure: number): number => {
      let turns = 0;
      while (computeRateBelowProbability(0.2, 0, turns) < sure) turns++;
      return turns;
    };
    expect([quiet(0.8), quiet(0.9), quiet(0.95)]).toEqual([7, 10, 13]);
  });
});

describe("calibration", () => {
  const constant = (stated: number): Forecast[] =>
    Array.from({ length: 100 }, (_, index) => ({ stated, right: index < 70 }));

  test("always sure at nine tenths, right at seven", () => {
    near(computeCalibrationError(constant(0.9)), 0.2, 9);
    near(computeBrierScore(constant(0.9)), 0.25, 9);
    near(computeLogLoss(constant(0.9)), 0.7645, 4);
    near(computeBrierScore(constant(0.7)), 0.21, 9);
    near(computeCalibrationError(constant(0.7)), 0, 9);
  });

  test("bins hold every case once", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({ stated: fc.double({ min: 0, max: 1, noNaN: true }), right: fc.boolean() }),
        ),
        (forecasts) => {
          const cases = computeReliabilityBins(forecasts).reduce((sum, bin) => sum + bin.cases, 0);
          expect(cases).toBe(forecasts.length);
        },
      ),
    );
    expect(computeCalibrationError([])).toBe(0);
  });
});

describe("special functions", () => {
  test("quantiles and the beta distribution", () => {
    near(computeNormalQuantile(0.975), 1.959963985, 9);
    near(computeNormalQuantile(0.8), 0.841621234, 9);
    near(computeNormalQuantile(0.0001), -3.719016485, 9);
    near(computeBetaCdf(0.3, 1, 1), 0.3, 12);
    near(computeBetaCdf(0.5, 2, 5), 0.890625, 12);
    expect(() => computeNormalQuantile(1)).toThrow(RangeError);
  });
});
