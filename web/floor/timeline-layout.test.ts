import { expect, test } from "vitest";

import type { Segment } from "../../src/timeline/moment.ts";
import { eventAt, keyTarget, placeOf } from "./timeline-layout.ts";

const segment = (from: number, to: number): Segment => ({
  step: `${from}`,
  title: "",
  blind: false,
  inherited: false,
  from,
  to,
});
const segments = [segment(0, 0), segment(1, 4), segment(5, 9)];

test("a place on the line leads back to the event it stands for", () => {
  for (const last of [1, 7, 5_000]) {
    for (const at of [0, 1, Math.floor(last / 2), last]) {
      expect(eventAt(placeOf(at, last) / 1_000, last)).toBe(at);
    }
  }
  expect([eventAt(-3, 10), eventAt(7, 10), placeOf(0, 0)]).toEqual([0, 10, 0]);
});

test("keys go by event and by step, and never past the ends", () => {
  expect(keyTarget("ArrowRight", 9, segments)).toBe(9);
  expect(keyTarget("ArrowLeft", 0, segments)).toBe(0);
  expect(keyTarget("PageUp", 2, segments)).toBe(5);
  expect(keyTarget("PageUp", 6, segments)).toBe(9);
  expect(keyTarget("PageDown", 6, segments)).toBe(5);
  expect(keyTarget("PageDown", 5, segments)).toBe(1);
  expect([keyTarget("Home", 6, segments), keyTarget("End", 6, segments)]).toEqual([0, 9]);
  expect(keyTarget("x", 6, segments)).toBeNull();
});
