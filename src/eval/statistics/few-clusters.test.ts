import { describe, expect, test } from "vitest";

import { createSeededGenerator } from "../../audit/statistics/seeded-generator.ts";
import { widenForFewClusters } from "./few-clusters.ts";
import { comparePairedScores, drawClusteredInterval } from "./paired-comparison.ts";

const NOTHING = { low: 0.5, high: 0.5 };
const share = { confidence: 0.95, least: 0 };

describe("EV9 intervals over few clusters", () => {
  test("are those of Student's t over clusters of one size", () => {
    const totals = [2, 3, 1, 4, 2, 3].map((sum) => ({ sum, size: 5 }));
    const { low, high } = widenForFewClusters(NOTHING, totals, share);

    // means .4 .6 .2 .8 .4 .6: standard error .0856, 2.571 of it
    expect([low.toFixed(4), high.toFixed(4)]).toEqual(["0.2798", "0.7202"]);
  });

  test("never become narrower, and stay as they are above 30 clusters", () => {
    const wide = { low: 0.01, high: 0.99 };
    const totals = [2, 3, 1, 4, 2, 3].map((sum) => ({ sum, size: 5 }));
    expect(widenForFewClusters(wide, totals, share)).toEqual(wide);

    const many = Array.from({ length: 31 }, (_, index) => ({ sum: index % 5, size: 5 }));
    expect(widenForFewClusters(NOTHING, many, share)).toEqual(NOTHING);
    expect(widenForFewClusters(NOTHING, many.slice(1), share)).not.toEqual(NOTHING);
  });

  test("cover the truth 95 times in 100 with six clusters that differ", () => {
    const chance = createSeededGenerator("coverage");
    const times = 4_000;
    let covered = 0;
    for (let time = 0; time < times; time++) {
      const totals = Array.from({ length: 6 }, () => ({
        sum: 2.5 + 0.5 * chance.normal(),
        size: 5,
      }));
      const { low, high } = widenForFewClusters({ low: 0.5, high: 0.5 }, totals, share);
      if (low <= 0.5 && high >= 0.5) covered += 1;
    }

    expect(covered / times).toBeGreaterThan(0.935);
    expect(covered / times).toBeLessThanOrEqual(1);
  });

  test("are wide where all clusters are alike, and open where there is one", () => {
    const none = drawClusteredInterval(
      Array.from({ length: 6 }, () => [0, 0, 0, 0, 0]),
      { seed: 1 },
    );
    const one = drawClusteredInterval([[1, 0, 1]], { seed: 1 });

    expect([none.low, none.high.toFixed(2)]).toEqual([0, "0.39"]);
    expect(one).toEqual({ low: 0, high: 1 });
  });
});

describe("two arms on six texts of five flaws", () => {
  const compare = (only: (text: number) => number) =>
    comparePairedScores(
      Array.from({ length: 30 }, (_, index) => {
        const text = Math.floor(index / 5);
        return {
          item: `${index}`,
          cluster: `${text}`,
          first: 1,
          second: Number(index % 5 >= only(text)),
        };
      }),
      { seed: 1 },
    );

  test("EV2: one more flaw in three texts of six decides nothing", () => {
    const { verdict, interval } = compare((text) => text % 2);
    expect([verdict, interval.low < 0]).toEqual(["open", true]);
  });

  test("EV2: two more flaws in nearly every text do", () => {
    expect(compare((text) => (text === 0 ? 1 : 2)).verdict).toBe("first");
  });

  test("where both found the same, a difference stays possible", () => {
    const { difference, interval, verdict } = compare(() => 0);
    expect([difference, verdict]).toEqual([0, "open"]);
    expect([interval.low.toFixed(2), interval.high.toFixed(2)]).toEqual(["-0.39", "0.39"]);
  });
});

test("without clusters too, equal answers leave a difference possible", () => {
  const same = Array.from({ length: 40 }, (_, index) => ({
    item: `${index}`,
    cluster: null,
    first: index % 2,
    second: index % 2,
  }));
  const { interval } = comparePairedScores(same, { seed: 1 });

  expect(interval.low).toBeLessThan(0);
  expect(interval.high).toBeGreaterThan(0);
});
