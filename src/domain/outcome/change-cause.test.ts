import { describe, expect, test } from "vitest";

import type { Claim } from "../claim.ts";
import type { CheckedEvidence } from "../evidence/evidence.ts";
import {
  findCauseProblems,
  formatUncausedChange,
  isUncausedChange,
  type ChangeContext,
} from "./change-cause.ts";

const quoted = (quote: string, changes: Partial<CheckedEvidence> = {}): CheckedEvidence => ({
  source: "S1",
  quote,
  verified: true,
  ...changes,
});

const claim = (id: string, by: string, evidence: readonly CheckedEvidence[] = []): Claim => ({
  id,
  by,
  about: "A",
  side: "supports",
  text: id,
  evidence,
});

const around: ChangeContext = {
  by: "risk",
  visible: [
    claim("R1", "risk", [quoted("The pump   fails in the cold every winter")]),
    claim("V1", "value", [quoted("crews stay on paper")]),
    claim("E1", "effort"),
  ],
  seenBefore: new Set(["E1"]),
};

const problems = (claims: readonly string[], evidence: readonly CheckedEvidence[] = []) =>
  findCauseProblems({ claims, evidence }, around);

describe("K5 the cause of a change of mind", () => {
  test("holds if it is another's claim that was new", () => {
    expect(problems(["V1"])).toEqual([]);
  });

  test("is missing if nothing is named", () => {
    const missing = ["the recommendation changed and no claim is named as the cause"];
    expect(findCauseProblems(null, around)).toEqual(missing);
    expect(problems([])).toEqual(missing);
  });

  test.each([
    ["X9", "claim X9 is not among the claims you were shown"],
    ["R1", "claim R1 is your own, so it cannot have changed your mind"],
    ["E1", "claim E1 was already known to you when you last spoke"],
  ])("%s does not hold", (id, problem) => {
    expect(problems([id])).toEqual([problem]);
  });

  test("each claim that does not hold is named, beside one that does", () => {
    expect(problems(["X9", "V1", "R1"])).toHaveLength(2);
  });

  test("holds if it is a verified quote that the speaker had not used", () => {
    expect(problems([], [quoted("a new fact of the brief")])).toEqual([]);
    expect(problems([], [quoted("crews stay on paper")]), "another's quote").toEqual([]);
    expect(
      problems([], [quoted("pump fails in the cold", { source: "S2" })]),
      "the same words of another source",
    ).toEqual([]);
  });

  test("a quote that is not in its source does not hold", () => {
    expect(problems([], [quoted("invented", { verified: false })])).toEqual([
      'the quote "invented" does not occur in S1',
    ]);
  });

  test("part of a quote the speaker had used before does not hold, however it is spaced", () => {
    expect(problems([], [quoted("pump fails in  the cold")])).toEqual([
      'the quote "pump fails in  the cold" is one of your own from before, so it is nothing new',
    ]);
  });

  test("what is wrong with claims comes before what is wrong with quotes", () => {
    expect(problems(["X9"], [quoted("invented", { verified: false })])).toEqual([
      "claim X9 is not among the claims you were shown",
      'the quote "invented" does not occur in S1',
    ]);
  });
});

describe("K5 the cause bears on the move", () => {
  const about = (id: string, target: string, side: Claim["side"]): Claim => ({
    ...claim(id, "value"),
    about: target,
    side,
  });
  const visible = [
    about("v-1", "A", "attacks"),
    about("v-2", "B", "supports"),
    about("v-3", "A", "supports"),
    about("v-4", "C", "attacks"),
    about("v-5", "v-3", "attacks"),
    about("v-6", "v-4", "supports"),
    about("v-7", "v-1", "supports"),
    about("v-8", "v-2", "attacks"),
  ];
  const problems = (id: string, bears?: (one: Claim) => boolean): string[] =>
    findCauseProblems(
      { claims: [id], evidence: [] },
      {
        by: "risk",
        visible,
        seenBefore: new Set(),
        move: { left: "A", taken: "B", ...(bears && { bears }) },
      },
    );

  test.each(["v-1", "v-2", "v-5", "v-7"])("%s does", (id) => {
    expect(problems(id)).toEqual([]);
  });

  test.each(["v-3", "v-4", "v-6", "v-8"])("%s does not", (id) => {
    expect(problems(id)).toEqual([`claim ${id} speaks neither against A nor for B`]);
  });

  test("what answers the mover's own condition does too", () => {
    expect(problems("v-4", ({ id }) => id === "v-4")).toEqual([]);
  });
});

test("K5 a change without a cause is told from other duties that were left unmet", () => {
  expect(isUncausedChange(formatUncausedChange("no claim is named"))).toBe(true);
  expect(isUncausedChange("the judge risk is not challenged")).toBe(false);
});
