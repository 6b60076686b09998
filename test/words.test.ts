/** WL1: no string that people read, and no page of the docs, has a banned pattern. */
import { describe, expect, test } from "vitest";

import {
  BANNED_PATTERNS,
  findBannedWords,
  listDocs,
  listStringFiles,
  listStrings,
} from "./support/banned-words.ts";

const show = ({ path, line, name, text }: ReturnType<typeof findBannedWords>[0]): string =>
  `${path}:${line} [${name}] ${text.slice(0, 160)}`;

describe("WL1 plain words", () => {
  test("no string of the program has a banned pattern", () => {
    const files = listStringFiles();
    const found = files.flatMap((path) => findBannedWords(path));

    expect(files.length).toBeGreaterThan(300);
    expect(found.map(show)).toEqual([]);
  });

  test("no page of the docs has one", () => {
    const pages = listDocs();

    expect(pages.length).toBeGreaterThan(50);
    expect(pages.flatMap((path) => findBannedWords(path)).map(show)).toEqual([]);
  });

  test.each([
    ["whoever", "Ask whoever runs it."],
    ["nobody", "Nobody looks at it."],
    ["is none", "Built-in readers are none."],
    ["is no", "It is no directory."],
    ["by commas", "who must agree, by commas"],
    ["stands for", "the words that stand for it"],
    ["what stands", "whether it stands on what it stood"],
    ["what is found", "what is found sits"],
    ["dangling without", "all of them, without"],
    ["look after", "who looks after it"],
    ["hold a debate", "Hold a debate again"],
  ])("the pattern %s finds %j", (name, text) => {
    const { pattern } = BANNED_PATTERNS.find((one) => one.name === name) ?? {};
    expect(pattern?.test(text)).toBe(true);
  });

  test.each([
    "There is no debate here.",
    "It is no longer there.",
    "Nobody judged it: nobody_judged",
  ])("%j is plain", (text) => {
    const found = BANNED_PATTERNS.filter(({ pattern }) => pattern.test(text));
    expect(found.map(({ name }) => name)).toEqual([]);
  });

  test("strings are found in code, comments are not", () => {
    const source =
      'const a = "one // two"; // three "four"\nf(/"five/g, `six ${x} seven`); /* "eight" */';
    expect(listStrings(source)).toEqual([
      { line: 1, text: "one // two" },
      { line: 2, text: "six X seven" },
    ]);
  });
});
