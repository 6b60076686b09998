import { expect, test } from "vitest";

import { handmade, votesByHand } from "../../../test/support/journals/handmade-journal.ts";
import { countVotes, formatVoteCount, computeVoteTallies } from "./vote-tallies.ts";

test("the most votes come first, also where the options are figures", () => {
  const votes = [
    ["risk", "2"],
    ["value", "1"],
    ["effort", "2"],
  ] as const;

  expect(formatVoteCount(countVotes(votes))).toBe("2 to 1 for 2");
});

test.each([
  [{ by: "final", choice: "A", consistent: true }, "judge: A."],
  [{ by: "final", choice: "A", consistent: false }, "judge: A (orders differ)."],
  [{ by: "final", choice: null, consistent: false }, "judge: unresolved (orders differ)."],
])("the sentence says what the judge chose, and whether in both orders: %j", (judge, words) => {
  const events = handmade({
    seats: { risk: "anthropic/one", value: "openai/two" },
    rounds: [votesByHand("risk A, value A")],
    changes: { judge },
  });

  expect(computeVoteTallies(events, [], []).sentence).toBe(
    `Before discussion: 2 of 2 for A; after: 2 of 2 for A; without unsupported changes: 2 of 2 for A; ${words}`,
  );
});
