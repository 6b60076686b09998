import { describe, expect, test } from "vitest";

import type { ShownOpening } from "../prompts/prompt-input.ts";
import type { ChallengeReply } from "../replies.ts";
import { findAgreementGaps } from "./agreement.ts";

const OPENING: ShownOpening = {
  parts: [
    { number: 1, text: "Sessions move from Postgres into Redis.", confidence: null, open: null },
  ],
  reasoning: "Reads are a third of the load.",
  confidence: "MED",
  weaknesses: [{ id: "proponent-2", text: "A restart logs everyone out." }],
  assumptions: [{ id: "proponent-3", text: "Redis stays up." }],
};

const agree = (tested: string | null): ChallengeReply => ({
  verdict: "agree",
  objections: [],
  tested,
  assumptions: [],
  confidence: "high",
});

const gaps = (tested: string | null, others: readonly string[] = []) =>
  findAgreementGaps(agree(tested), OPENING, { minimumWords: 40, others });

const GROUNDS =
  "I tried to break the move of sessions at three places: the restart of Redis, the week in which both stores run, and " +
  "the load on Postgres after the switch. None of them brings the plan down, because the table stays for a month and " +
  "a switch back takes minutes.";

describe("H17 K8 an agreement without substance", () => {
  test.each([
    ["nothing", null],
    ["filler", "None."],
    ["a nod", "Looks good to me, I agree with all of it."],
    ["padding about nothing", "Overall this seems well considered and balanced. ".repeat(8)],
    [
      "the opening again",
      `${OPENING.parts[0]?.text} ${OPENING.reasoning} ${"Sessions move from Postgres into Redis. ".repeat(9)}`,
    ],
  ])("%s", (_, tested) => {
    expect(gaps(tested)).toHaveLength(1);
  });

  test("the same grounds from another seat", () => {
    expect(gaps(GROUNDS)).toEqual([]);
    expect(gaps(GROUNDS, [GROUNDS])).toEqual([
      "another challenger gave the same grounds in the same words",
    ]);
  });

  test("short grounds that name a claim and say why are enough", () => {
    expect(gaps("proponent-3 holds, restarts happen in a planned night window.")).toEqual([]);
  });
});
