import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  compareFractions,
  formatFraction,
  type ExactFraction,
  createFraction,
  subtractFractions,
} from "../../../documents/exact-fraction.ts";
import { type Candidate, computeCandidateScore, selectBase } from "./select-base.ts";

function candidate(variant: number, changes: Partial<Candidate> = {}): Candidate {
  return { variant, quant: createFraction(1, 2), met: 10, correctness: 3, won: 0, ...changes };
}

/** With nobody to judge, the score is the metrics alone, so any score can be had. */
function scoring(
  variant: number,
  score: ExactFraction,
  changes: Partial<Candidate> = {},
): Candidate {
  return candidate(variant, { quant: score, met: null, correctness: null, ...changes });
}

describe("the score", () => {
  test("A31 half the metrics and half the criteria, exactly", () => {
    const score = computeCandidateScore({ quant: createFraction(887, 1000), met: 20 });

    expect(formatFraction(score, 6)).toBe("0.843500");
    expect(computeCandidateScore({ quant: createFraction(1, 3), met: 25 })).toEqual(
      createFraction(2, 3),
    );
    expect(computeCandidateScore({ quant: createFraction(1), met: 25 })).toEqual(createFraction(1));
  });

  test("A31 K4 nobody judged: the metrics alone, and never a criterion that nobody met", () => {
    expect(computeCandidateScore({ quant: createFraction(887, 1000), met: null })).toEqual(
      createFraction(887, 1000),
    );
  });
});

describe("the tiebreak", () => {
  test("A33 0.842 against 0.796 is within 0.05, so the debate decides", () => {
    const [a, b] = [createFraction(842, 1000), createFraction(796, 1000)];

    expect(selectBase([scoring(1, a, { won: 2 }), scoring(2, b, { won: 5 })], 7)).toEqual({
      variant: 2,
      level: "points",
      contenders: [1, 2],
      level2: [2],
    });
  });

  test("A33 what is even goes by preference first, then by date, length and order, and it says which", () => {
    const even = (changes: readonly Partial<Candidate>[]) =>
      selectBase(
        changes.map((change, at) => candidate(at + 1, change)),
        0,
      );
    const [old, later] = [
      { changedAt: 1, lines: 90 },
      { changedAt: 2, lines: 10 },
    ];

    expect(even([later, { ...old, preferred: true }])).toMatchObject({
      variant: 2,
      level: "preference",
    });
    expect(even([old, later])).toMatchObject({ variant: 2, level: "recency" });
    // a date that one of them lacks tells nothing
    expect(even([old, { changedAt: null, lines: 10 }])).toMatchObject({
      variant: 1,
      level: "length",
    });
    expect(even([{ lines: 5 }, { lines: 5 }])).toMatchObject({ variant: 1, level: "order" });
  });

  test("A33 a: exactly 0.05 apart is not within, and a hair less is", () => {
    const top = createFraction(80, 100);
    const at = selectBase([scoring(1, top), scoring(2, createFraction(75, 100), { won: 9 })], 9);
    const near = selectBase(
      [scoring(1, top), scoring(2, createFraction(750_000_001, 1_000_000_000), { won: 9 })],
      9,
    );

    expect(at).toMatchObject({ variant: 1, level: "score", contenders: [1] });
    expect(near).toMatchObject({ variant: 2, level: "points", contenders: [1, 2] });
  });

  test("A33 b: points within 0.05 of their share are even, and correctness decides", () => {
    const one = candidate(1, { won: 50, correctness: 3 });
    const two = candidate(2, { won: 46, correctness: 4 });

    expect(selectBase([one, two], 100)).toMatchObject({ variant: 2, level: "correctness" });
    // five of a hundred is not below 0.05
    expect(selectBase([one, { ...two, won: 45 }], 100)).toMatchObject({
      variant: 1,
      level: "points",
      level2: [1],
    });
  });

  test("A33 points and correctness even: the first in input order", () => {
    expect(selectBase([candidate(1), candidate(2), candidate(3)], 0)).toMatchObject({
      variant: 1,
      level: "order",
    });
    const third = [candidate(1, { correctness: 2 }), candidate(2), candidate(3)];
    expect(selectBase(third, 0)).toMatchObject({ variant: 2, level: "order" });
  });

  test("A33 u: the tiebreak is among all variants within 0.05 of the top, and no other", () => {
    const [top, near, far] = [
      createFraction(90, 100),
      createFraction(86, 100),
      createFraction(84, 100),
    ];
    const among = [scoring(1, near, { won: 3 }), scoring(2, top), scoring(3, far, { won: 9 })];

    expect(selectBase(among, 12)).toMatchObject({ variant: 1, contenders: [1, 2] });
  });

  const score = fc
    .tuple(fc.nat({ max: 40 }), fc.integer({ min: 20, max: 40 }))
    .map(([num, den]) => createFraction(Math.min(num, den), den));
  const candidates = fc
    .array(
      fc.record({
        quant: score,
        met: fc.nat({ max: 25 }),
        correctness: fc.nat({ max: 5 }),
        won: fc.nat({ max: 20 }),
      }),
      {
        minLength: 1,
        maxLength: 10,
      },
    )
    .map((all) => all.map((one, index): Candidate => ({ variant: index + 1, ...one })));

  test("A33 nobody is chosen who is 0.05 or more behind, or won clearly fewer points than a contender", () => {
    fc.assert(
      fc.property(candidates, (all) => {
        const decided = all.reduce((sum, { won }) => sum + won, 0);
        const { variant, contenders, level } = selectBase(all, decided);
        const chosen = all.find((one) => one.variant === variant)!;
        const best = all
          .map(computeCandidateScore)
          .reduce((a, b) => (compareFractions(a, b) < 0 ? b : a));

        expect(contenders).toContain(variant);
        expect(
          compareFractions(
            subtractFractions(best, computeCandidateScore(chosen)),
            createFraction(1, 20),
          ),
        ).toBe(-1);
        const rivals = all.filter((one) => contenders.includes(one.variant));
        if (level === "score") expect(rivals).toHaveLength(1);
        for (const { won, correctness, variant: other } of rivals) {
          expect((won - chosen.won) * 20 < decided || won === chosen.won).toBe(true);
          // a rival that won as many and is more correct would have been chosen
          if (won === Math.max(...rivals.map((one) => one.won)) && level !== "points") {
            expect(correctness! <= chosen.correctness!).toBe(true);
            if (correctness === chosen.correctness && won >= chosen.won && level === "order")
              expect(variant <= other).toBe(true);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  test("A33 a variant far behind changes nothing about who is chosen", () => {
    fc.assert(
      fc.property(candidates, (all) => {
        const decided = 20;
        const far: Candidate = {
          variant: 99,
          quant: createFraction(-1),
          met: 0,
          correctness: 5,
          won: 20,
        };

        expect(selectBase([...all, far], decided)).toEqual(selectBase(all, decided));
      }),
    );
  });
});
