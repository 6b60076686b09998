import * as fc from "fast-check";
import { expect, test } from "vitest";

import { createSlidingWindow } from "./window.ts";

test("no second holds more than the limit, wherever it begins", () => {
  const pauses = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 200 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), pauses, (most, all) => {
      const window = createSlidingWindow(most, 1_000);
      const entered: number[] = [];
      let nowMs = 0;
      for (const pauseMs of all) {
        nowMs += pauseMs;
        nowMs += window.waitMs(nowMs);
        window.enter(nowMs);
        entered.push(nowMs);
      }
      for (const from of entered) {
        const within = entered.filter((at) => at >= from && at < from + 1_000);
        expect(within.length).toBeLessThanOrEqual(most);
      }
    }),
  );
});

test("one more may enter as soon as the first of so many is a period ago", () => {
  const window = createSlidingWindow(2, 1_000);
  window.enter(0);
  window.enter(300);

  expect(window.waitMs(400)).toBe(600);
  expect(window.waitMs(1_000)).toBe(0);
  window.enter(1_000);
  expect(window.waitMs(1_000)).toBe(300);
});

test("without a limit nobody waits", () => {
  const window = createSlidingWindow(null, 1_000);
  for (let n = 0; n < 100; n++) window.enter(0);

  expect(window.waitMs(0)).toBe(0);
});
