import { describe, expect, test } from "vitest";

import {
  ABSENCE_REASONS,
  createRound,
  describeAbsenceReason,
  findSpokenTurn,
  type Turn,
} from "./round.ts";

const spoken = (by: string): Turn<string> => ({
  kind: "spoken",
  key: `openings/${by}`,
  by,
  reply: `reply of ${by}`,
  claims: [],
  unmet: [],
  repaired: false,
});

const absent = (by: string): Turn<string> => ({
  kind: "absent",
  key: `openings/${by}`,
  by,
  reason: "timed-out",
  detail: "",
  repaired: false,
});

describe("a round", () => {
  const round = createRound("openings", [spoken("a"), absent("b"), spoken("c"), absent("d")]);

  test("tells those who spoke from those who did not, in their order", () => {
    expect(round.step).toBe("openings");
    expect(round.spoken.map(({ by }) => by)).toEqual(["a", "c"]);
    expect(round.absent.map(({ by }) => by)).toEqual(["b", "d"]);
  });

  test("has a turn for those who spoke and none for anybody else", () => {
    expect(findSpokenTurn(round, "c")?.reply).toBe("reply of c");
    expect(findSpokenTurn(round, "b")).toBeUndefined();
    expect(findSpokenTurn(round, "x")).toBeUndefined();
  });
});

test("each reason for an absence is spelled out in words of its own", () => {
  const words = ABSENCE_REASONS.map(describeAbsenceReason);

  expect(new Set(words).size).toBe(ABSENCE_REASONS.length);
  expect(words.every((text) => text.includes(" "))).toBe(true);
});
