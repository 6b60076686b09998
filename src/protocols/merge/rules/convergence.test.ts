import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { computeThreshold } from "../settings.ts";
import {
  computePointConfidence,
  computeConvergence,
  convergenceScore,
  reachesThreshold,
  type PointStanding,
  describeScoreStanding,
} from "./convergence.ts";

const vote = fc.option(fc.integer({ min: 1, max: 10 }), { nil: null, freq: 6 });

/** Variants are named by their numbers. */
function stand(cast: readonly (number | null)[]): PointStanding {
  return describeScoreStanding(cast.map((one) => (one === null ? null : String(one))));
}

const votes = fc.array(vote, { maxLength: 10 });
const NOBODY = { losers: 0, conceded: 0 };

describe("when a point is agreed on", () => {
  test.each([
    ["both of two", [1, 1], "unanimous", 1],
    ["one of two", [1, 2], "split", null],
    ["one of two, the other silent", [1, null], "split", null],
    ["two of three", [1, 1, 2], "majority", 1],
    ["two of three, the third silent", [2, null, 2], "majority", 2],
    ["one of three, two silent", [1, null, null], "split", null],
    ["two of four", [1, 1, 2, 3], "split", null],
    ["three of four", [1, 1, 1, 3], "majority", 1],
    ["three of five", [1, 1, 1, 2, 3], "split", null],
    ["four of six", [1, 1, 1, 1, 2, 3], "majority", 1],
    ["six of ten", [1, 1, 1, 1, 1, 1, 2, 2, 2, 2], "split", null],
    ["seven of ten", [1, 1, 1, 1, 1, 1, 1, 2, 2, 2], "majority", 1],
    ["nobody", [], "split", null],
    ["one voice alone", [1], "split", null],
  ] as const)("A27 K4 %s", (_, cast, how, winner) => {
    expect(stand(cast)).toMatchObject({
      how,
      choice: winner === null ? null : String(winner),
      present: cast.length,
    });
  });

  test("A27 K2 it has a winner exactly when two thirds of those present name it, counted in integers", () => {
    fc.assert(
      fc.property(votes, (cast) => {
        const { choice, how, votes: count } = stand(cast);
        const needed = Math.ceil((cast.length * 2) / 3);
        const counts = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map(
          (variant) => cast.filter((one) => one === variant).length,
        );
        const most = Math.max(...counts);

        expect(choice !== null).toBe(cast.length >= 2 && most >= needed);
        expect(how === "unanimous").toBe(cast.length >= 2 && most === cast.length);
        if (choice !== null) expect(counts[Number(choice) - 1]).toBe(count);
      }),
      { numRuns: 2_000 },
    );
  });

  test("A27 K21 a combination, or leaving it out, is agreed on like a variant's words", () => {
    expect(describeScoreStanding(["combine 1 a | 2 b", "combine 1 a | 2 b"])).toMatchObject({
      how: "unanimous",
    });
    expect(describeScoreStanding(["combine 1 a", "combine 2 b"])).toMatchObject({ choice: null });
    expect(describeScoreStanding(["leave", "leave", "take"])).toMatchObject({ choice: "leave" });
  });

  test("A27 the order of the advocates changes nothing", () => {
    fc.assert(
      fc.property(votes, (cast) => {
        const { votes: forward, ...one } = stand(cast);
        const { votes: backward, ...other } = stand(cast.toReversed());

        expect(one).toEqual(other);
        expect(forward).toBe(backward);
      }),
    );
  });
});

describe("how sure that is", () => {
  const of = (cast: readonly (number | null)[]): PointStanding => stand(cast);

  test.each([
    ["unanimous", of([1, 1]), NOBODY, 90],
    ["unanimous, one of two losers conceded", of([1, 1, 1]), { losers: 2, conceded: 1 }, 99],
    ["unanimous, every loser conceded", of([1, 1]), { losers: 1, conceded: 1 }, 100],
    ["two of three", of([1, 1, 2]), NOBODY, 60],
    ["two of three, a loser conceded", of([1, 1, 2]), { losers: 2, conceded: 1 }, 70],
    ["three of four", of([1, 1, 1, 2]), NOBODY, 67],
    ["nine of ten", of([1, 1, 1, 1, 1, 1, 1, 1, 1, 2]), NOBODY, 80],
    [
      "nine of ten, all conceded",
      of([1, 1, 1, 1, 1, 1, 1, 1, 1, 2]),
      { losers: 9, conceded: 9 },
      90,
    ],
    ["a split", of([1, 2]), NOBODY, 50],
    ["a split is no surer for a concession", of([1, 2]), { losers: 1, conceded: 1 }, 50],
  ] as const)("A30 %s", (_, standing, conceding, confidence) => {
    expect(computePointConfidence(standing, conceding)).toBe(confidence);
  });

  test("A30 it is a whole number from 50 to 100, and 100 only where all agree and all losers conceded", () => {
    fc.assert(
      fc.property(votes, fc.nat({ max: 9 }), fc.nat({ max: 9 }), (cast, losers, some) => {
        const standing = stand(cast);
        const conceded = Math.min(losers, some);
        const confidence = computePointConfidence(standing, { losers, conceded });

        expect(Number.isInteger(confidence)).toBe(true);
        expect(confidence).toBeGreaterThanOrEqual(50);
        expect(confidence).toBeLessThanOrEqual(100);
        expect(confidence === 100).toBe(
          standing.how === "unanimous" && losers > 0 && conceded === losers,
        );
        if (standing.how === "split") expect(confidence).toBe(50);
        if (standing.how === "majority") expect(confidence).toBeGreaterThanOrEqual(60);
        if (standing.how === "majority" && conceded === 0)
          expect(confidence).toBeLessThanOrEqual(89);
        if (standing.how === "unanimous") expect(confidence).toBeGreaterThanOrEqual(90);
      }),
      { numRuns: 2_000 },
    );
  });

  test("A30 one voice more for the winner never makes it less sure", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 10 }), fc.nat({ max: 10 }), (present, count) => {
        const cast = (agreeing: number) =>
          Array.from({ length: present }, (_, index) => (index < agreeing ? 1 : 2));
        const [fewer, more] = [Math.min(count, present - 1), Math.min(count + 1, present)];
        if (stand(cast(fewer)).choice !== "1") return;

        expect(computePointConfidence(stand(cast(more)), NOBODY)).toBeGreaterThanOrEqual(
          computePointConfidence(stand(cast(fewer)), NOBODY),
        );
      }),
    );
  });
});

describe("how much agreement there is", () => {
  const standings = (agreed: number, points: number): PointStanding[] =>
    Array.from({ length: points }, (_, index) => stand(index < agreed ? [1, 1] : [1, 2]));

  test.each([
    [4, 5, 0.8, true],
    [8, 10, 0.8, true],
    [79, 100, 0.8, false],
    [7, 10, 0.7, true],
    [2, 3, 0.67, false],
    [67, 100, 0.67, true],
    [29, 50, 0.58, true],
    [99, 100, 0.99, true],
    [98, 99, 0.99, false],
    [1, 2, 0.5, true],
    [0, 0, 0.99, true],
    [0, 1, 0.5, false],
  ])("A26 %i of %i points at a threshold of %d: %s", (agreed, points, convergence, reached) => {
    const share = computeConvergence(standings(agreed, points));

    expect(share).toEqual({ agreed, points });
    expect(reachesThreshold(share, computeThreshold({ convergence }))).toBe(reached);
  });

  test("A26 K2 the threshold is met exactly when agreed/points is not below it, for every hundredth", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 50, max: 99 }),
        fc.integer({ min: 1, max: 500 }),
        fc.nat({ max: 500 }),
        (hundredths, points, some) => {
          const agreed = Math.min(points, some);
          const threshold = computeThreshold({ convergence: hundredths / 100 });

          expect(reachesThreshold({ agreed, points }, threshold)).toBe(
            agreed * 100 >= hundredths * points,
          );
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test("A26 a point that two thirds agree on counts as much as a unanimous one", () => {
    const all = [stand([1, 1, 1]), stand([1, 1, 2]), stand([1, 2, 3])];

    expect(computeConvergence(all)).toEqual({ agreed: 2, points: 3 });
  });

  test("A26 no points is full agreement", () => {
    expect(convergenceScore({ agreed: 0, points: 0 })).toBe(1);
    expect(convergenceScore({ agreed: 3, points: 4 })).toBe(0.75);
  });
});
