import { describe, expect, test } from "vitest";

import {
  handmade,
  type SpokenByHand,
  votesByHand,
} from "../../../test/support/journals/handmade-journal.ts";
import type { Event } from "../journal/event.ts";
import { type DecisionRule, describeRemainingEndings } from "./possible-endings.ts";
import { TWO_THIRDS } from "./tally.ts";

const SEATS = { risk: "m/1", value: "m/2", effort: "m/3" };
const SHARE: DecisionRule = { by: "share", needed: TWO_THIRDS };

/** The debate as it stands when the first `heard` of a round of three have spoken. */
function after(heard: number, round: readonly SpokenByHand[]): Event[] {
  const events = handmade({ seats: SEATS, rounds: [round], unsettled: true });
  return events.slice(0, 2 + heard);
}

const held = (...options: string[]): SpokenByHand[] =>
  Object.keys(SEATS).map((by, index) => ({ by, holds: options[index] ?? "A" }));

describe("what can still come of a vote", () => {
  test.each([
    [
      0,
      "Still to speak: Risk, Value, Effort; A needs 2 of them, B needs 2 of them, C needs 2 of them.",
    ],
    [
      1,
      "Still to speak: Value, Effort; A needs 1 of them, B needs all 2 of them, C needs all 2 of them.",
    ],
    [2, "Still to speak: Effort; A needs 1 of them, B needs 1 of them."],
    [3, "Nothing can carry in this step any more."],
  ])("after %d of three who differ", (heard, sentence) => {
    expect(describeRemainingEndings(after(heard, held("A", "B", "C")), SHARE)).toBe(sentence);
  });

  test("two of two who agree need nobody else", () => {
    const round = held("B", "B", "C");

    expect(describeRemainingEndings(after(2, round), SHARE)).toBe(
      "B carries, whatever Effort says.",
    );
    expect(describeRemainingEndings(after(3, round), SHARE)).toBe("B carries.");
  });

  test("nothing is said before anyone is asked, and after the end", () => {
    expect(describeRemainingEndings(after(0, held("A")).slice(0, 1), SHARE)).toBeNull();
    expect(
      describeRemainingEndings(handmade({ seats: SEATS, rounds: [held("A")] }), SHARE),
    ).toBeNull();
  });

  test("every way that is named leads there, and none that is left out does", () => {
    const options = ["A", "B", "C"];
    for (const first of options) {
      for (const second of options) {
        const sentence = describeRemainingEndings(after(2, held(first, second, "A")), SHARE) ?? "";
        for (const option of options) {
          const votes = [first, second, option].filter((one) => one === option).length;
          const carries = votes * 3 >= 3 * 2;
          const named =
            sentence.startsWith(`${option} carries`) || sentence.includes(`${option} needs`);
          const already = sentence.includes("carries, whatever");
          expect(named || already, `${first} ${second} ${option}: ${sentence}`).toBe(
            carries || already,
          );
        }
      }
    }
  });
});

test("scores: who is below the target", () => {
  const events = after(2, [
    { by: "risk", holds: "A", confidence: 95 },
    { by: "value", holds: "A", confidence: 72 },
    { by: "effort", holds: "A" },
  ]);

  expect(describeRemainingEndings(events, { by: "scores", target: 90 })).toBe(
    "Consensus still takes 90 from Value (72).",
  );
});

test("scores: a proposal without options is scored too", () => {
  const events = after(1, [{ by: "risk", holds: "", confidence: 60 }]);

  expect(describeRemainingEndings(events, { by: "scores", target: 90 })).toBe(
    "Consensus still takes 90 from Risk (60).",
  );
});

test("objections: who would have to withdraw", () => {
  const events = after(2, votesByHand("risk disagree, value agree, effort agree"));
  const deciding: DecisionRule = { by: "withdrawal", settled: "agree", proponent: "nobody" };

  expect(describeRemainingEndings(events, deciding)).toBe(
    "Consensus takes a withdrawal of Risk; still to speak: Effort.",
  );
});
