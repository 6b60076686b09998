import { describe, expect, test } from "vitest";

import { splitIntoPortions, blankNonProse } from "./prose-passages.ts";

describe("what people read as words", () => {
  test.each([
    ["plain words", "a < b and c > d", "a < b and c > d"],
    ["a tag", "x <b>y</b> z", "x    y     z"],
    ["a tag with attributes", '<a href="b">c</a>', "            c    "],
    ["a comment", "x <!-- y --> z", "x            z"],
    ["code", "x `y` z", "x     z"],
    ["code with a tick inside", "x ``y ` z`` w", "x           w"],
    ["an escaped tick", "x \\`y z", "x \\`y z"],
  ])("%s", (_what, text, expected) => {
    expect(blankNonProse(text)).toBe(expected);
  });

  test("line breaks stay where they are, so that places stay right", () => {
    expect(blankNonProse("a <b\nc> d")).toBe("a   \n   d");
  });
});

describe("portions of a long passage", () => {
  const lengths = (text: string): readonly number[] =>
    [...splitIntoPortions(text, { start: 0, end: text.length })].map(
      ({ start, end }) => end - start,
    );

  test("a passage of up to twenty thousand characters is one, an empty one is none", () => {
    expect(lengths("x".repeat(20_000))).toEqual([20_000]);
    expect(lengths("")).toEqual([]);
  });

  test("a longer one is cut after its last line break, or where there is none", () => {
    expect(lengths(`${"x".repeat(15_000)}\n${"y".repeat(10_000)}`)).toEqual([15_001, 10_000]);
    expect(lengths("x".repeat(45_000))).toEqual([20_000, 20_000, 5_000]);
  });
});
