import { expect, test } from "vitest";

import { findNearestWord } from "../text/nearest-word.ts";

const KNOWN = ["protocol", "maxRounds", "limits", "timeout", "out"];

test("a slip of the fingers finds the word that was meant", () => {
  expect(findNearestWord("protcol", KNOWN)).toBe("protocol");
  expect(findNearestWord("limts", KNOWN)).toBe("limits");
  expect(findNearestWord("ouy", KNOWN)).toBe("out");
  expect(findNearestWord("otu", KNOWN)).toBe("out");
});

test("other ways to join words do not count as mistakes", () => {
  expect(findNearestWord("max_rounds", KNOWN)).toBe("maxRounds");
  expect(findNearestWord("MAX-ROUNDS", KNOWN)).toBe("maxRounds");
});

test("a word far from all others suggests none", () => {
  expect(findNearestWord("colour", KNOWN)).toBeUndefined();
  expect(findNearestWord("", KNOWN)).toBeUndefined();
  expect(findNearestWord("limits", [])).toBeUndefined();
});

test("a very long word takes no longer than a short one", () => {
  expect(findNearestWord("x".repeat(1_000_000), KNOWN)).toBeUndefined();
});
