import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { splitSpacedWords, diffWords } from "./word-diff.ts";

const between = (a: string, b: string): string =>
  diffWords(splitSpacedWords(a), splitSpacedWords(b))
    .map(({ kind, text }) => `${{ same: "=", removed: "-", added: "+" }[kind]}${text.trim()}`)
    .join(" ");

describe("the words that differ", () => {
  test.each([
    ["a b c", "a b c", "=a b c"],
    ["a b c ", "a x c ", "=a -b +x =c"],
    ["a b ", "a b c ", "=a b +c"],
    ["a b c ", "b c ", "-a =b c"],
    ["", "a", "+a"],
    ["a", "", "-a"],
    ["", "", ""],
    ["a b c d e ", "a c x e ", "=a -b =c -d +x =e"],
    ["x a b y ", "z a b w ", "-x +z =a b -y +w"],
  ])("%j to %j: %s", (a, b, expected) => {
    expect(between(a, b)).toBe(expected);
  });

  test("words with less than a quarter in common are replaced as a whole", () => {
    expect(between("1 2 3 4 k 6 7 8 9 ", "a b c k e f g h i ")).toBe(
      "-1 2 3 4 k 6 7 8 9 +a b c k e f g h i",
    );
    expect(between("1 2 k 4 ", "a k c d ")).toBe("-1 2 +a =k -4 +c d");
  });

  test("runs of more than four hundred words are replaced as a whole, between what is the same", () => {
    const words = (prefix: string, count: number): string =>
      Array.from({ length: count }, (_, at) => (at % 2 === 0 ? `k${at} ` : `${prefix}${at} `)).join(
        "",
      );
    const kinds = (count: number): readonly string[] =>
      diffWords(
        splitSpacedWords(`begin x ${words("a", count - 2)}y end `),
        splitSpacedWords(`begin u ${words("b", count - 2)}v end `),
      ).map(({ kind }) => kind);

    expect(kinds(401)).toEqual(["same", "removed", "added", "same"]);
    expect(kinds(400).length).toBeGreaterThan(100);
  });

  test("both texts can be put together again from what differs", () => {
    const text = fc.array(fc.constantFrom("a ", "b ", "c\n", "d  ", "e"), { maxLength: 30 });
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [a, b] = [one.join(""), other.join("")];
        const changes = diffWords(splitSpacedWords(a), splitSpacedWords(b));
        const without = (left: string): string =>
          changes.flatMap(({ kind, text }) => (kind === left ? [] : [text])).join("");

        expect(without("added")).toBe(a);
        expect(without("removed")).toBe(b);
        for (const [at, { kind }] of changes.entries()) {
          expect(kind).not.toBe(changes[at + 1]?.kind);
        }
      }),
    );
  });

  test("white space at the start is a word of its own, and none is lost", () => {
    expect(splitSpacedWords("  a b\n\nc ")).toEqual(["  ", "a ", "b\n\n", "c "]);
    expect(splitSpacedWords("")).toEqual([]);
  });
});
