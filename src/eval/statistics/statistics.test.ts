import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { createSeededGenerator, drawUniform } from "../../audit/statistics/seeded-generator.ts";
import {
  comparePairedScores,
  computeNewcombeInterval,
  computeRuleOfThree,
  drawClusteredInterval,
  type PairedScore,
} from "./paired-comparison.ts";
import { adjustByHolm, computeTestPower } from "./test-power.ts";

function near(value: number, printed: number, digits: number): void {
  expect(Math.abs(value - printed)).toBeLessThanOrEqual(0.5 * 10 ** -digits + 1e-9);
}

function pairs(counts: readonly [number, number, number, number]): PairedScore[] {
  const kinds = [
    [1, 1],
    [1, 0],
    [0, 1],
    [0, 0],
  ] as const;
  return kinds.flatMap(([first, second], kind) =>
    Array.from({ length: counts[kind]! }, (_, index) => ({
      item: `${kind}-${index}`,
      cluster: null,
      first,
      second,
    })),
  );
}

describe("single figures of the specification", () => {
  test("Newcombe's own example of a paired difference", () => {
    const { low, high } = computeNewcombeInterval({
      both: 36,
      onlyFirst: 12,
      onlySecond: 2,
      neither: 0,
    });
    near(low, 0.0569, 4);
    near(high, 0.3404, 4);
  });

  test("no event in 30 leaves up to a tenth", () => {
    near(computeRuleOfThree(30), 0.1, 9);
    expect(computeRuleOfThree(0)).toBe(1);
  });
});

describe("4.9 (15): what the tests do where nothing differs, and where something does", () => {
  test.each([
    [626, 0.2, 0.05],
    [870, 0.1, 0.03],
    [155, 0.2, 0.1],
    [312, 0.1, 0.05],
  ])("%d pairs, %d discordant, difference %d", (pairsNeeded, discordant, delta) => {
    const ask = (difference: number, kind: "exact" | "mid-p"): number =>
      computeTestPower({ pairs: pairsNeeded, discordant, delta: difference, test: kind });

    expect(ask(0, "mid-p")).toBeGreaterThanOrEqual(0.043);
    expect(ask(0, "mid-p")).toBeLessThanOrEqual(0.051);
    expect(ask(0, "exact")).toBeGreaterThanOrEqual(0.029);
    // the reference was drawn 20,000 times, which leaves a standard error of .0014
    expect(ask(0, "exact")).toBeLessThanOrEqual(0.041);
    expect(ask(delta, "mid-p")).toBeGreaterThanOrEqual(0.795);
    expect(ask(delta, "mid-p")).toBeLessThanOrEqual(0.815);
    expect(ask(delta, "exact")).toBeGreaterThanOrEqual(0.755);
    expect(ask(delta, "exact")).toBeLessThanOrEqual(0.785);
  });
});

describe("Holm", () => {
  test("the classical example", () => {
    expect(adjustByHolm([0.01, 0.04, 0.03, 0.005]).map((p) => Number(p.toFixed(3)))).toEqual([
      0.03, 0.06, 0.06, 0.02,
    ]);
  });

  test("is never below the value itself, never above Bonferroni, and keeps the order", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }),
        (all) => {
          const adjusted = adjustByHolm(all);
          for (const [index, p] of all.entries()) {
            expect(adjusted[index]).toBeGreaterThanOrEqual(p);
            expect(adjusted[index]).toBeLessThanOrEqual(Math.min(1, p * all.length) + 1e-12);
            for (const [other, q] of all.entries())
              if (p < q) expect(adjusted[index]).toBeLessThanOrEqual(adjusted[other]!);
          }
        },
      ),
    );
  });
});

describe("paired comparison", () => {
  test("EV2: under 30 items no winner, however large the difference", () => {
    expect(comparePairedScores(pairs([0, 29, 0, 0]), { seed: 1 }).verdict).toBe("too-few");
    expect(comparePairedScores(pairs([0, 30, 0, 0]), { seed: 1 }).verdict).toBe("first");
    expect(comparePairedScores(pairs([0, 0, 30, 0]), { seed: 1 }).verdict).toBe("second");
  });

  test("EV2: a winner exactly where the interval leaves out 0", () => {
    fc.assert(
      fc.property(
        fc.tuple(fc.nat(40), fc.nat(40), fc.nat(40), fc.nat(40)),
        fc.nat(1_000),
        (counts, seed) => {
          const scores = pairs(counts);
          const found = comparePairedScores(scores, { seed, resamples: 400 });
          const { low, high } = found.interval;
          const leavesOut = low > 0 || high < 0;
          expect(found.verdict === "first" || found.verdict === "second").toBe(
            leavesOut && scores.length >= 30,
          );
          expect(found.difference).toBeCloseTo(found.first - found.second, 12);
        },
      ),
      { numRuns: 60 },
    );
  });

  test("the same seed gives the same interval, swapped arms the mirrored one", () => {
    const scores = pairs([20, 15, 6, 30]);
    const swapped = scores.map((one) => ({ ...one, first: one.second, second: one.first }));
    const found = comparePairedScores(scores, { seed: "s" });
    const mirrored = comparePairedScores(swapped, { seed: "s" });

    expect(comparePairedScores(scores, { seed: "s" })).toEqual(found);
    expect(mirrored.difference).toBeCloseTo(-found.difference, 12);
    expect(mirrored.midP).toBe(found.midP);
    expect(mirrored.interval.low).toBeCloseTo(-found.interval.high, 1);
  });

  test("the bootstrap agrees with Newcombe on plain pairs", () => {
    const found = comparePairedScores(pairs([200, 60, 30, 110]), { seed: 3 });

    expect(Math.abs(found.interval.low - found.newcombe!.low)).toBeLessThan(0.01);
    expect(Math.abs(found.interval.high - found.newcombe!.high)).toBeLessThan(0.01);
  });

  test("EV1: items of one cluster move together, so the interval is wider and pairs are not tested singly", () => {
    const scores = Array.from({ length: 200 }, (_, index) => ({
      item: `${index}`,
      cluster: `${Math.floor(index / 20)}`,
      first: Math.floor(index / 20) % 2,
      second: 0.5 > (index % 20) / 20 ? 1 : 0,
    }));
    const alone = scores.map((one) => ({ ...one, cluster: null }));
    const together = comparePairedScores(scores, { seed: 1 });
    const apart = comparePairedScores(alone, { seed: 1 });
    const width = ({ low, high }: { low: number; high: number }): number => high - low;

    expect(together.clusters).toBe(10);
    expect(width(together.interval)).toBeGreaterThan(1.5 * width(apart.interval));
    expect([together.midP, together.newcombe]).toEqual([null, null]);
    expect(apart.midP).not.toBeNull();
  });

  test("equal arms are called equal only where there are enough pairs to exclude the margin", () => {
    expect(comparePairedScores(pairs([60, 0, 0, 40]), { seed: 1 }).verdict).toBe("open");
    expect(comparePairedScores(pairs([1500, 10, 10, 1000]), { seed: 1 }).verdict).toBe(
      "equivalent",
    );
    expect(comparePairedScores(pairs([1500, 60, 10, 1000]), { seed: 1 }).verdict).toBe("first");
  });

  test("a 95 % interval covers the truth about 95 times in 100", () => {
    const chance = createSeededGenerator("coverage");
    let covered = 0;
    for (let world = 0; world < 300; world++) {
      const scores = Array.from({ length: 120 }, (_, index) => {
        const luck = chance.uniform();
        return {
          item: `${index}`,
          cluster: null,
          first: Number(luck < 0.6 || chance.uniform() < 0.25),
          second: Number(luck < 0.6),
        };
      });
      const { low, high } = comparePairedScores(scores, { seed: world, resamples: 500 }).interval;
      if (low <= 0.1 && 0.1 <= high) covered += 1;
    }
    // 4 standard errors around .95
    expect(covered / 300).toBeGreaterThan(0.9);
    expect(covered / 300).toBeLessThan(1);
  });

  test("rates of nested turns get their interval from whole items", () => {
    const clusters = Array.from({ length: 50 }, (_, item) => [item % 2, item % 2, item % 2]);
    const { low, high } = drawClusteredInterval(clusters, { seed: 1 });

    // 50 independent items, not 150 turns
    expect(high - low).toBeGreaterThan(0.22);
    expect(high - low).toBeLessThan(0.32);
  });
});

describe("seeded chance", () => {
  test("numbers are even, and each seed has its own", () => {
    const chance = createSeededGenerator(7);
    const counts = Array.from({ length: 10 }, () => 0);
    for (let draw = 0; draw < 50_000; draw++) counts[chance.integer(10)]! += 1;
    const chi = counts.reduce((sum, count) => sum + (count - 5_000) ** 2 / 5_000, 0);

    expect(chi).toBeLessThan(33.7); // P < .0001 at 9 degrees
    expect(createSeededGenerator(7).uniform()).toBe(createSeededGenerator(7).uniform());
    expect(createSeededGenerator(8).uniform()).not.toBe(createSeededGenerator(7).uniform());
  });

  test("single draws of neighbouring words are even and independent", () => {
    const draws = Array.from({ length: 40_000 }, (_, index) => drawUniform("s", index, "a"));
    const mean = draws.reduce((sum, one) => sum + one, 0) / draws.length;
    const product =
      draws.reduce((sum, one, index) => sum + (one - 0.5) * ((draws[index + 1] ?? 0.5) - 0.5), 0) /
      draws.length;

    expect(Math.abs(mean - 0.5)).toBeLessThan(4 * Math.sqrt(1 / 12 / 40_000));
    expect(Math.abs(product)).toBeLessThan(4 / 12 / Math.sqrt(40_000));
  });

  test.each([
    [0.9, 0.6],
    [2.7, 1.8],
    [0.2, 0.1],
  ])("beta(%d, %d) has its mean and variance", (a, b) => {
    const chance = createSeededGenerator("beta");
    const draws = Array.from({ length: 40_000 }, () => chance.beta(a, b));
    const mean = draws.reduce((sum, one) => sum + one, 0) / draws.length;
    const variance = draws.reduce((sum, one) => sum + (one - mean) ** 2, 0) / draws.length;

    expect(mean).toBeCloseTo(a / (a + b), 1.7);
    expect(variance).toBeCloseTo((a * b) / ((a + b) ** 2 * (a + b + 1)), 1.9);
  });
});
