import { expect, test } from "vitest";

import { partsOf, visible } from "./visible.ts";
import { cut, duration, percent, plural, usd } from "./words.ts";

test("what steers a terminal or turns text around becomes visible", () => {
  expect(visible("a\u001b[31mb")).toBe("a‹U+001B›[31mb");
  expect(visible("invoice\u202Efdp.exe")).toBe("invoice‹U+202E›fdp.exe");
  expect(visible("a\u200Bb\uFEFFc\u{E0041}d")).toBe("a‹U+200B›b‹U+FEFF›c‹U+E0041›d");
  expect(visible("one\r\ntwo\tthree\nvier, 五, 👍🏽")).toBe("one\ntwo\tthree\nvier, 五, 👍🏽");
  expect(visible("half \ud83d").isWellFormed()).toBe(true);
});

test("claims are found where they are named, and nowhere else", () => {
  const known = new Set(["E5", "OA12"]);
  const parts = partsOf("E5 and OA12, not E55, XE5, E5-b or T9.", (id) => known.has(id));
  expect(parts).toEqual([
    { claim: "E5" },
    { text: " and " },
    { claim: "OA12" },
    { text: ", not E55, XE5, E5-b or T9." },
  ]);
});

test("numbers say as much as they can mean", () => {
  expect([usd(0), usd(0.834), usd(0.0123), usd(0.00042), usd(0.00000001)]).toEqual([
    "$0.00",
    "$0.83",
    "$0.012",
    "$0.0004",
    "$0.0001",
  ]);
  expect([duration(240), duration(161_000), duration(3_723_000)]).toEqual([
    "240 ms",
    "02:41",
    "1:02:03",
  ]);
  expect([percent(81.6), plural(1, "event"), plural(2, "reply", "replies")]).toEqual([
    "82%",
    "1 event",
    "2 replies",
  ]);
});

test("a text is cut without halving a sign", () => {
  expect(cut("  short  ", 10)).toBe("short");
  expect(cut("a long sentence", 7)).toBe("a long…");
  expect(cut("ab👍👍👍", 4).isWellFormed()).toBe(true);
});
