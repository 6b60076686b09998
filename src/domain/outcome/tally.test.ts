import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  parseShare,
  reachesShare,
  type VoteShare,
  formatVoteShare,
  tally,
  TWO_THIRDS,
  type Vote,
  countVotesNeeded,
} from "./tally.ts";

const seats = ["ann", "bob", "cid", "dan", "eve", "fay", "gus", "hal", "ida"];
const ballots = fc
  .array(fc.constantFrom("A", "B", "C", "D"), { maxLength: seats.length })
  .map((options): Vote[] => options.map((option, at) => ({ by: seats[at]!, option })));
const shares = fc
  .tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 60 }))
  .map(([needed, of]): VoteShare => ({ needed, of }))
  .filter(({ needed, of }) => needed * 2 > of && needed <= of);

describe("counting", () => {
  test("K2 the order of votes and of seats changes nothing but the order of names", () => {
    fc.assert(
      fc.property(
        ballots.chain((votes) =>
          fc.tuple(fc.constant(votes), fc.shuffledSubarray(votes, { minLength: votes.length })),
        ),
        shares,
        ([votes, shuffled], share) => {
          const [one, other] = [tally(votes, share), tally(shuffled, share)];

          expect(other.carried).toBe(one.carried);
          expect(other.type).toBe(one.type);
          expect(Object.keys(other.distribution)).toEqual(Object.keys(one.distribution));
          for (const [option, voters] of Object.entries(one.distribution)) {
            expect(other.distribution[option]?.toSorted()).toEqual(voters.toSorted());
          }
        },
      ),
    );
  });

  test("K2 who carries depends on how many voted so, not on who", () => {
    fc.assert(
      fc.property(ballots, fc.shuffledSubarray(seats, { minLength: 9 }), (votes, names) => {
        const renamed = votes.map(({ option }, at) => ({ by: names[at]!, option }));

        expect(tally(renamed, TWO_THIRDS).carried).toBe(tally(votes, TWO_THIRDS).carried);
      }),
    );
  });

  test("K2 an option carries exactly when its votes times the denominator reach the votes cast times the numerator", () => {
    fc.assert(
      fc.property(ballots, shares, (votes, share) => {
        const { carried, distribution, cast, type } = tally(votes, share);
        const reaching = Object.keys(distribution).filter(
          (option) => distribution[option]!.length * share.of >= cast * share.needed,
        );

        expect(reaching).toEqual(carried === null ? [] : [carried]);
        const alone = carried !== null && distribution[carried]!.length === cast;
        expect(type).toBe(carried === null ? "NONE" : alone ? "UNANIMOUS" : "MAJORITY");
        expect(Object.values(distribution).flat()).toHaveLength(cast);
      }),
    );
  });

  test("K2 as many votes as are said to be needed are enough, and one less is not", () => {
    fc.assert(
      fc.property(shares, fc.integer({ min: 1, max: 500 }), (share, cast) => {
        const needed = countVotesNeeded(share, cast);

        expect(reachesShare(share, needed, cast)).toBe(true);
        expect(reachesShare(share, needed - 1, cast)).toBe(false);
      }),
    );
  });

  test("K4 nothing carries where nobody voted", () => {
    expect(tally([], TWO_THIRDS)).toMatchObject({ carried: null, type: "NONE", cast: 0 });
    expect(reachesShare(TWO_THIRDS, 0, 0)).toBe(false);
  });

  test("K2 two thirds are two of three and four of six, not three of five", () => {
    expect(reachesShare(TWO_THIRDS, 2, 3)).toBe(true);
    expect(reachesShare(TWO_THIRDS, 4, 6)).toBe(true);
    expect(reachesShare(TWO_THIRDS, 3, 5)).toBe(false);
    expect(countVotesNeeded(TWO_THIRDS, 5)).toBe(4);
  });
});

describe("shares", () => {
  test.each(["2/3", "0.67", ".67", "0.667", "67%", " 67 % ", "4/6", 0.67, "0.666667"])(
    "K2 %j means two of three",
    (text) => {
      expect(parseShare(text)).toEqual({ needed: 2, of: 3 });
      expect(reachesShare(parseShare(text)!, 2, 3)).toBe(true);
    },
  );

  test.each<[string | number, VoteShare]>([
    ["0.6", { needed: 3, of: 5 }],
    ["0.75", { needed: 3, of: 4 }],
    ["75%", { needed: 3, of: 4 }],
    ["1", { needed: 1, of: 1 }],
    ["100%", { needed: 1, of: 1 }],
    [1, { needed: 1, of: 1 }],
    ["0.51", { needed: 51, of: 100 }],
    ["51%", { needed: 51, of: 100 }],
    ["0.83", { needed: 5, of: 6 }],
  ])("K2 %j is read exactly", (text, share) => {
    expect(parseShare(text)).toEqual(share);
  });

  test.each([
    "0.5",
    "1/2",
    "50%",
    "0",
    "0.49",
    "3/2",
    "101%",
    "1.1",
    "-1",
    "2/0",
    "0/0",
    "two thirds",
    "",
    "NaN",
    "1e-1",
    "0,67",
  ])("K2 %j is no share that can carry", (text) => {
    expect(parseShare(text)).toBeUndefined();
  });

  test("K2 whatever is read is above one half and at most one, so two options never carry at once", () => {
    const texts = fc.oneof(
      fc.tuple(fc.nat(9_999), fc.nat(9_999)).map(([a, b]) => `${a}/${b}`),
      fc.nat(200).map((percent) => `${percent}%`),
      fc.nat(1_000_000).map((millionth) => (millionth / 1_000_000).toFixed(6)),
      fc.nat(100).map((hundredth) => (hundredth / 100).toFixed(2)),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.string(),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const share = parseShare(text);
        if (share === undefined) return;

        expect(share.needed * 2).toBeGreaterThan(share.of);
        expect(share.needed).toBeLessThanOrEqual(share.of);
        expect(parseShare(formatVoteShare(share))).toEqual(share);
      }),
      { numRuns: 2_000 },
    );
  });

  test("K2 a decimal means a fraction that is written the same way", () => {
    fc.assert(
      fc.property(fc.integer({ min: 51, max: 100 }), (percent) => {
        const share = parseShare(`${percent}%`)!;

        expect((share.needed / share.of).toFixed(2)).toBe((percent / 100).toFixed(2));
        expect(parseShare((percent / 100).toFixed(2))).toEqual(share);
      }),
    );
  });
});
