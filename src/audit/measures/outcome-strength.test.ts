import { describe, expect, test } from "vitest";

import { type StrengthInput, decideOutcomeStrength } from "./outcome-strength.ts";
import type { VoteCount } from "./vote-tallies.ts";

/** `counted({ A: 4, B: 1 })`: the leader and its margin are computed, as they are from a journal. */
function counted(votes: Readonly<Record<string, number>>): VoteCount {
  const ranked = Object.entries(votes).toSorted(([, a], [, b]) => b - a);
  const margin = (ranked[0]?.[1] ?? 0) - (ranked[1]?.[1] ?? 0);
  return {
    distribution: Object.fromEntries(
      ranked.map(([option, count]) => [option, Array.from({ length: count }, (_, at) => `${at}`)]),
    ),
    cast: ranked.reduce((sum, [, count]) => sum + count, 0),
    leader: margin === 0 ? null : (ranked[0]?.[0] ?? null),
    margin,
  };
}

const ALL_FOR_A = counted({ A: 5 });

const STRONG: StrengthInput = {
  tallies: { blind: ALL_FOR_A, final: ALL_FOR_A, audited: ALL_FOR_A, judge: null },
  absentVotes: [],
  unanswered: 0,
  flips: 0,
  capitulations: 0,
  families: 2,
  effectiveVotes: 2,
  judged: true,
  whole: true,
  ending: "decided",
  confidence: "HIGH",
};

const judged = (
  changes: Partial<Omit<StrengthInput, "tallies">>,
  tallies: Partial<StrengthInput["tallies"]> = {},
) => decideOutcomeStrength({ ...STRONG, ...changes, tallies: { ...STRONG.tallies, ...tallies } });

const vote = (votes: Readonly<Record<string, number>>) =>
  judged({}, { blind: counted(votes), final: counted(votes), audited: counted(votes) });

describe("K19 R15 strength", () => {
  test("is strong where nothing is against it", () => {
    expect(judged({}).strength).toBe("strong");
    expect(vote({ A: 4, B: 1 }).strength, "four of five are enough").toBe("strong");
    expect(vote({ A: 1 }).strength, "the only vote there is does not decide narrowly").toBe(
      "strong",
    );
  });

  test.each<[string, Partial<StrengthInput>, Partial<StrengthInput["tallies"]>]>([
    ["no model or person judged this", { judged: false }, {}],
    ["too few participants answered", { ending: "failed" }, {}],
    ["the panel did not agree", { ending: "open" }, {}],
    ["a check failed", { ending: "open", unsettled: "a check failed" }, {}],
    ["the final vote is a tie", { ending: "open" }, { final: counted({ A: 2, B: 2 }) }],
    ["no vote was taken", { ending: null }, { final: counted({}) }],
  ])("is none where %s", (reason, changes, tallies) => {
    expect(judged(changes, tallies)).toEqual({ strength: "none", reasons: [reason] });
  });

  test("K19 no word of it is an outcome's, and a decided vote has some", () => {
    const words = [vote({ A: 3, B: 2 }), vote({ A: 2, B: 1 }), judged({ unanswered: 3 })];

    expect(words.map(({ strength }) => strength)).toEqual(["weak", "weak", "weak"]);
  });

  test("is weak by a tie without unsupported changes, and by a winner that changes without them", () => {
    expect(judged({}, { audited: counted({ A: 2, B: 2 }) })).toMatchObject({
      strength: "weak",
      reasons: [
        "without unsupported changes the vote is a tie",
        "the blind vote chose differently",
      ],
    });
    expect(judged({}, { audited: counted({ B: 4, A: 1 }) }).reasons[0]).toBe(
      "it depends on changes of mind that nothing supports",
    );
  });

  test("is fair after a blind tie that the debate has resolved", () => {
    expect(judged({}, { blind: counted({ A: 2, B: 2 }) })).toEqual({
      strength: "fair",
      reasons: ["the blind vote chose differently"],
    });
  });

  test("is weak where one vote decides", () => {
    expect(vote({ A: 3, B: 2 }).reasons[0]).toBe("one vote decides");
    expect(vote({ A: 4, B: 2 }).reasons).not.toContain("one vote decides");
  });

  test("K4 is not stronger because those who voted otherwise are absent at the end", () => {
    const [two, three] = [counted({ A: 2 }), counted({ A: 3 })];
    const absent = (final: VoteCount, ...options: string[]) =>
      judged(
        { whole: false, absentVotes: options.map((option) => [`absent for ${option}`, option]) },
        { blind: final, final, audited: final },
      );

    expect(absent(two).strength).toBe("fair");
    expect(absent(two, "B")).toMatchObject({
      strength: "weak",
      reasons: [
        "one vote decides if those who were absent at the end count by their last word",
        "not everyone answered",
      ],
    });
    expect(absent(two, "A").strength, "who agreed before takes nothing away").toBe("fair");
    expect(absent(three, "B").strength, "two votes ahead all the same").toBe("fair");
    expect(absent(two, "B", "B").strength, "a tie").toBe("weak");
    expect(absent(two, "B", "B", "B", "B", "B").strength, "another leader").toBe("weak");
  });

  test("is weak for a quoted attack that nobody answered", () => {
    expect(judged({ unanswered: 1 })).toEqual({
      strength: "weak",
      reasons: ["1 quoted attack on it went unanswered"],
    });
    expect(judged({ unanswered: 2 }).reasons[0]).toContain("2 quoted attacks on it");
  });

  test("is weak where more than three of ten changes rest on nothing", () => {
    expect(judged({ flips: 10, capitulations: 3 }).strength).toBe("strong");
    expect(judged({ flips: 10, capitulations: 4 }).strength).toBe("weak");
    expect(judged({ flips: 1, capitulations: 1 }).strength).toBe("weak");
  });

  test("is weak below 1.3 independent votes and fair below 1.5, and says it once", () => {
    expect(judged({ effectiveVotes: 1.29 })).toEqual({
      strength: "weak",
      reasons: ["the panel counts as about 1.3 independent votes"],
    });
    expect(judged({ effectiveVotes: 1.3 }).strength).toBe("fair");
    expect(judged({ effectiveVotes: 1.49 }).strength).toBe("fair");
    expect(judged({ effectiveVotes: 1.5 }).strength).toBe("strong");
  });

  test.each<[string, Partial<StrengthInput>]>([
    ["not everyone answered", { whole: false }],
    ["all seats run on one model family", { families: 1 }],
  ])("is fair where %s", (reason, changes) => {
    expect(judged(changes)).toEqual({ strength: "fair", reasons: [reason] });
    expect(judged(changes, { final: counted({}) }), "without a vote, too").toEqual({
      strength: "fair",
      reasons: [reason],
    });
  });

  test("is fair below four fifths of the votes", () => {
    expect(vote({ A: 3, B: 1 })).toEqual({
      strength: "fair",
      reasons: ["less than 80% of the votes are for it"],
    });
  });

  test("is fair where the judge does not confirm it in both orders", () => {
    const byJudge = (consistent: boolean, choice: string) =>
      judged({}, { judge: { consistent, choice } as StrengthInput["tallies"]["judge"] }).strength;

    expect(byJudge(true, "A")).toBe("strong");
    expect(byJudge(true, "B")).toBe("fair");
    expect(byJudge(false, "A")).toBe("fair");
  });

  test("K19 without a vote it is what the protocol's own rules allow, and never more", () => {
    const unvoted = (confidence: StrengthInput["confidence"]) =>
      judged({ confidence }, { final: counted({}) }).strength;

    expect(unvoted("HIGH")).toBe("strong");
    expect(unvoted("MEDIUM")).toBe("fair");
    expect(unvoted("LOW")).toBe("weak");
    expect(unvoted("REQUIRES_INPUT")).toBe("weak");
  });

  test("is decided by its worst ground, and every other one is named with it", () => {
    const { strength, reasons } = judged(
      { whole: false, unanswered: 1 },
      { final: counted({ A: 3, B: 2 }), audited: counted({ A: 3, B: 2 }) },
    );

    expect(strength).toBe("weak");
    expect(reasons).toEqual([
      "one vote decides",
      "1 quoted attack on it went unanswered",
      "not everyone answered",
      "less than 80% of the votes are for it",
    ]);
  });
});
