import { expect, test } from "vitest";

import { nearest } from "../text/nearest.ts";

const KNOWN = ["protocol", "maxRounds", "limits", "timeout", "out"];

test("a slip of the fingers finds the word that was meant", () => {
  expect(nearest("protcol", KNOWN)).toBe("protocol");
  expect(nearest("limts", KNOWN)).toBe("limits");
  expect(nearest("ouy", KNOWN)).toBe("out");
  expect(nearest("otu", KNOWN)).toBe("out");
});

test("other ways to join words do not count as mistakes", () => {
  expect(nearest("max_rounds", KNOWN)).toBe("maxRounds");
  expect(nearest("MAX-ROUNDS", KNOWN)).toBe("maxRounds");
});

test("a word far from all others suggests none", () => {
  expect(nearest("colour", KNOWN)).toBeUndefined();
  expect(nearest("", KNOWN)).toBeUndefined();
  expect(nearest("limits", [])).toBeUndefined();
});

test("a very long word takes no longer than a short one", () => {
  expect(nearest("x".repeat(1_000_000), KNOWN)).toBeUndefined();
});
