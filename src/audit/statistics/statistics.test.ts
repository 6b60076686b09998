import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  computeBrierScore,
  computeCalibrationError,
  computeCorrelatedMajorityAccuracy,
  computeEffectiveVotes,
  computeLogLoss,
  computeMajorityAccuracy,
  computeMcnemarMidP,
  computeMcnemarTest,
  computeNormalQuantile,
  computePairsNeeded,
  computeReliabilityBins,
  computeWilsonInterval,
  type Forecast,
} from "./statistics.ts";

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

  test("bounds hold", () => {
    near(1 - Math.exp(-2 * 101 * 0.1 ** 2), 0.8673, 4);
    expect(computeMajorityAccuracy(101, 0.6)).toBeGreaterThan(0.8673);
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

  test("McNemar holds where powers of two overflow", () => {
    // a normal approximation of (1100, 1300) is close at this size
    expect(computeMcnemarTest(1_100, 1_300)).toBeGreaterThan(4.3e-5);
    expect(computeMcnemarTest(1_100, 1_300)).toBeLessThan(4.9e-5);
    expect(computeMcnemarTest(900, 900)).toBeCloseTo(1, 9);
  });

  test("Wilson", () => {
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
  test("quantiles of the normal distribution", () => {
    near(computeNormalQuantile(0.975), 1.959963985, 9);
    near(computeNormalQuantile(0.8), 0.841621234, 9);
    near(computeNormalQuantile(0.0001), -3.719016485, 9);
    expect(() => computeNormalQuantile(1)).toThrow(RangeError);
  });
});
