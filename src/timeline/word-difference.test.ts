import { describe, expect, test } from "vitest";

import { type WordDifference, wordDifference } from "../text/word-difference.ts";

const shown = (pieces: readonly WordDifference[]): string =>
  pieces
    .map(({ kind, text }) => (kind === "same" ? text : `${kind === "in" ? "+" : "-"}[${text}]`))
    .join("");

const side = (pieces: readonly WordDifference[], left: WordDifference["kind"]): string =>
  pieces
    .filter(({ kind }) => kind !== left)
    .map(({ text }) => text)
    .join("");

describe("the difference of two texts, word by word", () => {
  test.each([
    ["nothing", "a b c", "a b c", "a b c"],
    [
      "a word in the middle",
      "move it all now",
      "move it slowly now",
      "move it -[all ]+[slowly ]now",
    ],
    ["an addition at the end", "move it.", "move it. Then wait.", "move it. +[Then wait.]"],
    ["a word left out", "one two three", "one three", "one -[two ]three"],
    [
      "a word moved to the end",
      "one two three four",
      "two three four one",
      "-[one ]two three four +[one]",
    ],
    ["everything", "one two", "three", "-[one two]+[three]"],
    ["another line break only", "one\ntwo", "one two", "one two"],
    ["something from nothing", "", "one", "+[one]"],
  ])("%s", (_, before, after, expected) => {
    expect(shown(wordDifference(before, after))).toBe(expected);
  });

  test("keeps every word of both, in order", () => {
    const before =
      "We move all login sessions from Postgres into one Redis server before the sale.";
    const after =
      "We move new login sessions into two Redis servers, from Postgres, after the sale.";
    const pieces = wordDifference(before, after);

    expect(side(pieces, "in").split(/\s+/)).toEqual(before.split(/\s+/));
    expect(side(pieces, "out")).toBe(after);
  });

  test("texts too long to compare are shown as replaced, between what they share", () => {
    const many = (word: string): string =>
      Array.from({ length: 1_500 }, (_, at) => `${word}${at}`).join(" ");
    const pieces = wordDifference(`same ${many("a")} end`, `same ${many("b")} end`);

    expect(pieces.map(({ kind }) => kind)).toEqual(["same", "out", "in", "same"]);
  });
});
