import * as fc from "fast-check";
import { expect, test } from "vitest";

import { createSlidingWindow, createTokenBucket } from "./rate-limits.ts";

test("a bucket lets a minute's worth through at once, then as much as flows in", () => {
  const bucket = createTokenBucket(60, 0);
  bucket.draw(60, 0);

  expect(bucket.waitMs(1, 0)).toBe(1_000);
  expect(bucket.waitMs(1, 999)).toBe(1);
  expect(bucket.waitMs(1, 1_000)).toBe(0);
  expect(bucket.waitMs(10, 1_000)).toBe(9_000);
});

test("a request larger than a minute allows waits for a full bucket and leaves a debt", () => {
  const bucket = createTokenBucket(60, 0);

  expect(bucket.waitMs(90, 0)).toBe(0);
  bucket.draw(90, 0);
  expect(bucket.waitMs(1, 0)).toBe(31_000);
});

test("what was drawn and not used comes back, and never more than the bucket holds", () => {
  const bucket = createTokenBucket(60, 0);
  bucket.draw(60, 0);
  bucket.giveBack(40, 0);
  expect(bucket.waitMs(40, 0)).toBe(0);
  bucket.giveBack(1_000, 0);
  expect(bucket.waitMs(60, 0)).toBe(0);
  bucket.draw(60, 0);
  expect(bucket.waitMs(1, 0)).toBe(1_000);
});

test("a clock that is set back gives nothing", () => {
  const bucket = createTokenBucket(60, 10_000);
  bucket.draw(60, 10_000);

  expect(bucket.waitMs(1, 0)).toBe(1_000);
  expect(bucket.waitMs(1, 10_000)).toBe(1_000);
});

test("whoever waits as told never draws more than a bucket and what flows in", () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 60 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), amounts, (perMinute, wanted) => {
      const bucket = createTokenBucket(perMinute, 0);
      let nowMs = 0;
      let drawn = 0;
      for (const amount of wanted.map((one) => Math.min(one, perMinute))) {
        nowMs += bucket.waitMs(amount, nowMs);
        expect(bucket.waitMs(amount, nowMs)).toBe(0);
        bucket.draw(amount, nowMs);
        drawn += amount;
        expect(drawn).toBeLessThanOrEqual(perMinute + (nowMs * perMinute) / 60_000 + 1e-3);
      }
    }),
  );
});

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
