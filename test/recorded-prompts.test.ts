/** How long the prompts of recorded debates are, as the documentation says. */
import { expect, test } from "vitest";

import {
  formatSizeTable,
  measurePrompts,
  readWrittenSizes,
  type StepSize,
} from "../scripts/measure-prompts.ts";

function findStepSize(sizes: readonly StepSize[], step: string): StepSize {
  const found = sizes.find((one) => one.step === step);
  if (!found) throw new Error(`no step ${step}`);
  return found;
}

const board = await measurePrompts("board");
const roundtable = await measurePrompts("roundtable");

test("F17 a poll and a gate review of a real board are small beside a response", () => {
  const response = findStepSize(board, "responses-2").longest;

  expect(10 * findStepSize(board, "poll-2").longest).toBeLessThan(response);
  expect(3 * findStepSize(board, "gate-2").longest).toBeLessThan(response);
});

test("K21 round 2 of a real roundtable is sent less than two thirds of what round 1 was", () => {
  const sent = (round: number): number =>
    ["proposal", "discussion", "scores"].reduce(
      (sum, part) => sum + findStepSize(roundtable, `${part}-${round}`).total,
      0,
    );

  expect(3 * sent(2)).toBeLessThan(2 * sent(1));
});

test("K22 docs/real-models.md says how long the prompts are; write it with scripts/measure-prompts.ts", () => {
  expect(readWrittenSizes()).toBe(
    formatSizeTable([
      ["board", board],
      ["roundtable", roundtable],
    ]),
  );
});
