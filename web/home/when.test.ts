import { expect, test } from "vitest";

import { formatTimeAgo } from "../kit/format-text.ts";

const NOW = Date.UTC(2026, 10, 15, 12);
const before = (ms: number): string => formatTimeAgo(NOW - ms, NOW);

test("what was a moment ago is just now, and what is old has its date", () => {
  expect(before(20_000)).toBe("just now");
  expect(before(-5_000)).toBe("just now");
  expect(before(20 * 86_400_000)).toMatch(/2026/);
});

test("in between it is counted in the largest unit that fits", () => {
  const counts = [90_000, 7_200_000, 3 * 86_400_000]
    .map(before)
    .map((words) => /\d+/.exec(words)?.[0]);
  expect(counts).toEqual(["1", "2", "3"]);
});
