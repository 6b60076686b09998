import * as fc from "fast-check";
import { expect, test } from "vitest";

import { parseDuration, formatDurationSetting } from "./durations.ts";

test("a duration is seconds, or a number with its unit", () => {
  expect(
    ["500ms", "120s", "2m", "1h", "1.5h", 90, "90", " 3 s ", "7d"].map((given) =>
      parseDuration(given),
    ),
  ).toEqual([500, 120_000, 120_000, 3_600_000, 5_400_000, 90_000, 90_000, 3000, 604_800_000]);
});

test("what is no time, no length or longer than a timer can wait is no duration", () => {
  for (const given of [
    "",
    "soon",
    "-1s",
    0,
    "0s",
    -5,
    Number.NaN,
    Infinity,
    "8d",
    "1e9",
    "1h30m",
  ]) {
    expect(parseDuration(given), String(given)).toBeUndefined();
  }
});

test("every duration can be read from its own spelling", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 604_800_000 }), (ms) => {
      expect(parseDuration(formatDurationSetting(ms))).toBe(ms);
    }),
  );
});
