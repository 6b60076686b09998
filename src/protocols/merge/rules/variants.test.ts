import { describe, expect, test } from "vitest";

import { detectFormat, tidyText } from "./variants.ts";

describe("the copy of a variant", () => {
  test.each([
    ["white space at the ends of lines goes", "# T \n\ntext\t\n", "# T\n\ntext\n"],
    ["a hard break of two spaces stays", "one  \ntwo\n", "one  \ntwo\n"],
    ["more spaces are still one hard break", "one     \ntwo\n", "one  \ntwo\n"],
    ["a blank line is blank", "one\n   \ntwo\n", "one\n\ntwo\n"],
    ["one line break at the end", "one\n\n\n", "one\n"],
    ["a missing one is added", "one", "one\n"],
    ["headings stay as they are", "#  T\n===\n", "#  T\n===\n"],
    ["an empty draft stays empty", " \n", ""],
  ])("A3 %s", (_, text, copy) => {
    expect(tidyText({ text, eol: "\n" })).toBe(copy);
  });

  test("A3 line breaks stay those of the draft", () => {
    expect(tidyText({ text: "one \r\ntwo", eol: "\r\n" })).toBe("one\r\ntwo\r\n");
  });

  test("Markdown is known by its name; anything else is merged by paragraphs", () => {
    expect(["a.md", "A.MD", "b.markdown"].map(detectFormat)).toEqual([
      "markdown",
      "markdown",
      "markdown",
    ]);
    expect(["a.txt", "README", "a.md.txt"].map(detectFormat)).toEqual(["text", "text", "text"]);
  });
});
