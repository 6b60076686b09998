import { expect, test } from "vitest";

import { cutAtWord, cutText } from "./cut-text.ts";

test("what fits stays as it is, and what does not is cut to the length that was asked for", () => {
  expect(cutText("twelve chars", 12)).toBe("twelve chars");
  expect(cutText("twelve chars", 11)).toBe("twelve cha…");
  expect(cutText("twelve chars", 8)).toBe("twelve…");
});

test("a character of two halves is kept or left out, never halved", () => {
  expect(cutText("abc😀def", 5)).toBe("abc…");
});

test("a line ends with a whole word, unless its second half is one word", () => {
  expect(cutAtWord("one two three", 9)).toBe("one two…");
  expect(cutAtWord("one two three", 9, " …")).toBe("one two …");
  expect(cutAtWord("a lonesometoken", 10)).toBe("a lon…");
});
