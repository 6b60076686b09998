import { expect, test } from "vitest";

import {
  takeBeginning,
  truncateText,
  formatStopwatch,
  formatPercent,
  formatPlural,
  formatUsd,
  unwrapLines,
  formatTimeAgo,
} from "./format-text.ts";
import { splitAtClaimIds, showInvisibleCharacters } from "./visible-text.ts";

test("what steers a terminal or turns text around becomes visible", () => {
  expect(showInvisibleCharacters("a\u001b[31mb")).toBe("a‹U+001B›[31mb");
  expect(showInvisibleCharacters("invoice\u202Efdp.exe")).toBe("invoice‹U+202E›fdp.exe");
  expect(showInvisibleCharacters("a\u200Bb\uFEFFc\u{E0041}d")).toBe(
    "a‹U+200B›b‹U+FEFF›c‹U+E0041›d",
  );
  expect(showInvisibleCharacters("one\r\ntwo\tthree\nvier, 五, 👍🏽")).toBe(
    "one\ntwo\tthree\nvier, 五, 👍🏽",
  );
  expect(showInvisibleCharacters("half \ud83d").isWellFormed()).toBe(true);
});

test("claims are found where they are named, and nowhere else", () => {
  const known = new Set(["E5", "OA12"]);
  const parts = splitAtClaimIds("E5 and OA12, not E55, XE5, E5-b or T9.", (id) => known.has(id));
  expect(parts).toEqual([
    { claim: "E5" },
    { text: " and " },
    { claim: "OA12" },
    { text: ", not E55, XE5, E5-b or T9." },
  ]);
});

test("numbers say as much as they can mean", () => {
  expect([
    formatUsd(0),
    formatUsd(0.834),
    formatUsd(0.0123),
    formatUsd(0.00042),
    formatUsd(0.00000001),
  ]).toEqual(["$0.00", "$0.83", "$0.012", "$0.0004", "$0.0001"]);
  expect([formatStopwatch(240), formatStopwatch(161_000), formatStopwatch(3_723_000)]).toEqual([
    "240 ms",
    "02:41",
    "1:02:03",
  ]);
  expect([
    formatPercent(81.6),
    formatPlural(1, "event"),
    formatPlural(2, "reply", "replies"),
  ]).toEqual(["82%", "1 event", "2 replies"]);
});

test("a text is cut without halving a sign", () => {
  expect(truncateText("  short  ", 10)).toBe("short");
  expect(truncateText("a long sentence", 7)).toBe("a long…");
  expect(truncateText("ab👍👍👍", 4).isWellFormed()).toBe(true);
  expect(truncateText("Machines that cannot reach the internet", 31)).toBe(
    "Machines that cannot reach the…",
  );
  expect(truncateText("Machines that cannot reach the internet", 36)).toBe(
    "Machines that cannot reach the…",
  );
  expect(takeBeginning("Donaudampfschifffahrtsgesellschaft", 12)).toBe("Donaudampfsc");
});

test("broken lines flow together, and what stands apart stays apart", () => {
  expect(unwrapLines("one\ntwo\nthree\n\nfour\n- five\n- six\n## seven\neight\n1. nine")).toBe(
    "one two three\n\nfour\n- five\n- six\n## seven\neight\n1. nine",
  );
});

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
