import { expect, test } from "vitest";

import {
  truncateText,
  formatStopwatch,
  formatPercent,
  formatPlural,
  formatUsd,
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
});
