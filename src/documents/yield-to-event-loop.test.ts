import { expect, test } from "vitest";

import { createEventLoopYielder } from "./yield-to-event-loop.ts";

test("other work gets a turn once ten milliseconds have passed, and then after the next ten", async () => {
  let nowMs = 0;
  const breathe = createEventLoopYielder(() => nowMs);
  expect(breathe()).toBeUndefined();
  nowMs = 9;
  expect(breathe()).toBeUndefined();
  nowMs = 10;
  let hadTurn = false;
  setImmediate(() => {
    hadTurn = true;
  });
  await breathe();
  expect(hadTurn).toBe(true);
  nowMs = 19;
  expect(breathe()).toBeUndefined();
  nowMs = 20;
  expect(breathe()).toBeInstanceOf(Promise);
});
