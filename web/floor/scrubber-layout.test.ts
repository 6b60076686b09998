import { expect, test } from "vitest";

import type { ScrubberSegment } from "../../src/timeline/snapshot/snapshot.ts";
import { findEventAtShare, findKeyTargetEvent, computeEventOffset } from "./scrubber-layout.ts";

const segment = (from: number, to: number): ScrubberSegment => ({
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
      expect(findEventAtShare(computeEventOffset(at, last) / 1_000, last)).toBe(at);
    }
  }
  expect([findEventAtShare(-3, 10), findEventAtShare(7, 10), computeEventOffset(0, 0)]).toEqual([
    0, 10, 0,
  ]);
});

test("keys go by event and by step, and never past the ends", () => {
  expect(findKeyTargetEvent("ArrowRight", 9, segments)).toBe(9);
  expect(findKeyTargetEvent("ArrowLeft", 0, segments)).toBe(0);
  expect(findKeyTargetEvent("PageUp", 2, segments)).toBe(5);
  expect(findKeyTargetEvent("PageUp", 6, segments)).toBe(9);
  expect(findKeyTargetEvent("PageDown", 6, segments)).toBe(5);
  expect(findKeyTargetEvent("PageDown", 5, segments)).toBe(1);
  expect([findKeyTargetEvent("Home", 6, segments), findKeyTargetEvent("End", 6, segments)]).toEqual(
    [0, 9],
  );
  expect(findKeyTargetEvent("x", 6, segments)).toBeNull();
});
