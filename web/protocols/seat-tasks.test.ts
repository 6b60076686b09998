import { expect, test } from "vitest";

import { PROTOCOLS } from "../../src/dissent.ts";
import { describeBoardTask } from "./board/seat-tasks.ts";
import { describeChallengeTask } from "./challenge/seat-tasks.ts";
import { describeJudgesTask } from "./judges/seat-tasks.ts";
import { describeMergeTask } from "./merge/seat-tasks.ts";
import { describeReviewTask } from "./review/seat-tasks.ts";
import { describeRoundtableTask } from "./roundtable/seat-tasks.ts";

const TASKS: Readonly<Record<string, (step: string) => string | null>> = {
  board: describeBoardTask,
  challenge: describeChallengeTask,
  judges: describeJudgesTask,
  merge: describeMergeTask,
  review: describeReviewTask,
  roundtable: describeRoundtableTask,
};

/** Files are asked for before a step, in the same words everywhere. */
const isOwnStep = (step: string): boolean =>
  !step.startsWith("evidence") && !step.endsWith("-again");

test.each(Object.entries(TASKS))(
  "every step of %s says what a person does in it",
  (id, describe) => {
    const { titles = {} } = PROTOCOLS.find((one) => one.id === id) ?? {};
    const steps = Object.keys(titles).filter(isOwnStep);

    expect(steps.length).toBeGreaterThan(1);
    for (const step of steps) expect(describe(step), step).toMatch(/\.$/);
  },
);

test("a later round is asked for the same as the first", () => {
  expect(describeChallengeTask("response-2")).toBe(describeChallengeTask("response-1"));
  expect(describeChallengeTask("response")).not.toBe(describeChallengeTask("rebuttals-1"));
  expect(describeJudgesTask("another")).toBeNull();
});
