import { describe, expect, test } from "vitest";

import { type LabelInput, decideStrengthLabel } from "./strength-label.ts";
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

const STRONG: LabelInput = {
  tallies: { blind: ALL_FOR_A, final: ALL_FOR_A, audited: ALL_FOR_A, judge: null },
  unanswered: 0,
  flips: 0,
  capitulations: 0,
  families: 2,
  effectiveVotes: 2,
  judged: true,
  whole: true,
};

const judged = (
  changes: Partial<Omit<LabelInput, "tallies">>,
  tallies: Partial<LabelInput["tallies"]> = {},
) => decideStrengthLabel({ ...STRONG, ...changes, tallies: { ...STRONG.tallies, ...tallies } });

const vote = (votes: Readonly<Record<string, number>>) =>
  judged({}, { blind: counted(votes), final: counted(votes), audited: counted(votes) });

describe("R15 the label", () => {
  test("is strong where nothing stands against it", () => {
    expect(judged({})).toMatchObject({ label: "STRONG", caps: [] });
    expect(vote({ A: 4, B: 1 }), "four of five are enough").toMatchObject({ label: "STRONG" });
  });

  test("is none where nobody voted", () => {
    expect(judged({}, { final: counted({}) })).toMatchObject({ label: null, caps: [] });
  });

  test("is contested by a tie, in the final vote or without unsupported changes", () => {
    expect(vote({ A: 2, B: 2 })).toMatchObject({
      label: "CONTESTED",
      rule: "the final vote is a tie",
      caps: expect.arrayContaining(["the blind vote is a tie"]) as unknown,
    });
    expect(judged({}, { audited: counted({ A: 2, B: 2 }) })).toMatchObject({
      label: "CONTESTED",
      rule: "without unsupported changes the vote is a tie",
    });
  });

  test("is not contested by a blind tie that the debate has resolved", () => {
    const { label, caps } = judged({}, { blind: counted({ A: 2, B: 2 }) });

    expect(label).toBe("MODERATE");
    expect(caps).toEqual(["the blind vote said otherwise"]);
  });

  test("is contested where one vote decides, but not by the only vote there is", () => {
    expect(vote({ A: 3, B: 2 })).toMatchObject({ label: "CONTESTED", rule: "one vote decides" });
    expect(vote({ A: 4, B: 2 }).caps).not.toContain("one vote decides");
    expect(vote({ A: 1 })).toMatchObject({ label: "STRONG" });
  });

  test("is contested where the winner changes without unsupported changes", () => {
    expect(judged({}, { audited: counted({ B: 4, A: 1 }) }).rule).toBe(
      "it rests on changes that nothing supports",
    );
  });

  test("is low for an attack that nobody answered", () => {
    expect(judged({ unanswered: 1 })).toMatchObject({ label: "LOW" });
    expect(judged({ unanswered: 1 }).rule).toContain("1 proven attack on it");
    expect(judged({ unanswered: 2 }).rule).toContain("2 proven attacks on it");
  });

  test("is low where more than three of ten changes rest on nothing", () => {
    expect(judged({ flips: 10, capitulations: 3 })).toMatchObject({ label: "STRONG" });
    expect(judged({ flips: 10, capitulations: 4 })).toMatchObject({ label: "LOW" });
    expect(judged({ flips: 1, capitulations: 1 })).toMatchObject({ label: "LOW" });
  });

  test("is low below 1.3 independent votes and moderate below 1.5", () => {
    expect(judged({ effectiveVotes: 1.29 })).toMatchObject({ label: "LOW" });
    expect(judged({ effectiveVotes: 1.3 })).toMatchObject({ label: "MODERATE" });
    expect(judged({ effectiveVotes: 1.49 })).toMatchObject({ label: "MODERATE" });
    expect(judged({ effectiveVotes: 1.5 })).toMatchObject({ label: "STRONG" });
  });

  test.each<[string, Partial<LabelInput>]>([
    ["not everyone was heard", { whole: false }],
    ["every voice is of one model family", { families: 1 }],
  ])("is moderate where %s", (rule, changes) => {
    expect(judged(changes)).toEqual({ label: "MODERATE", rule, caps: [rule] });
  });

  test("is moderate below four fifths of the votes", () => {
    expect(vote({ A: 3, B: 1 })).toMatchObject({
      label: "MODERATE",
      caps: ["fewer than 80 of 100 votes are for it"],
    });
  });

  test("is moderate where the judge does not confirm it in both orders", () => {
    const byJudge = (consistent: boolean, choice: string) =>
      judged({}, { judge: { consistent, choice } as LabelInput["tallies"]["judge"] }).label;

    expect(byJudge(true, "A")).toBe("STRONG");
    expect(byJudge(true, "B")).toBe("MODERATE");
    expect(byJudge(false, "A")).toBe("MODERATE");
  });

  test("is decided by its worst ground, and every other one is named with it", () => {
    const { label, caps } = judged(
      { whole: false, unanswered: 1 },
      { final: counted({ A: 3, B: 2 }), audited: counted({ A: 3, B: 2 }) },
    );

    expect(label).toBe("CONTESTED");
    expect(caps).toEqual([
      "one vote decides",
      "1 proven attack on it went unanswered",
      "not everyone was heard",
      "fewer than 80 of 100 votes are for it",
    ]);
  });
});
