import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { parseTestDocuments } from "../../../test/support/documents/parse-documents.ts";
import { diffWords, splitSpacedWords } from "../../text/word-diff.ts";
import { describeChangedWords } from "../analyse/passage-difference.ts";
import { createEventLoopYielder } from "../yield-to-event-loop.ts";
import { compareBlocks, numberEqualBlocks } from "./compare-blocks.ts";

function told(a: string, b: string): string[] {
  const numbers = (text: string): Int32Array =>
    Int32Array.from(text, (letter) => letter.charCodeAt(0));
  return compareBlocks(numbers(a), numbers(b)).map(
    (change) =>
      `${change.kind} ${a.slice(change.a.first, change.a.beyond)}/${b.slice(change.b.first, change.b.beyond)}`,
  );
}

describe("blocks", () => {
  test("are anchored on those that stand once in each", () => {
    expect(told("xabxcdx", "xacxdyx")).toEqual([
      "same xa/xa",
      "removed bx/",
      "same c/c",
      "added /x",
      "same d/d",
      "added /y",
      "same x/x",
    ]);
    // p stands once between two anchors, twice in all
    expect(told("zpqawpv", "sptaupk")).toEqual([
      "replaced z/s",
      "same p/p",
      "replaced q/t",
      "same a/a",
      "replaced w/u",
      "same p/p",
      "replaced v/k",
    ]);
    expect(told("abc", "abc")).toEqual(["same abc/abc"]);
    expect(told("", "ab")).toEqual(["added /ab"]);
    expect(told("ab", "")).toEqual(["removed ab/"]);
    expect(told("", "")).toEqual([]);
  });

  test("that were moved are removed at one place and added at the other", () => {
    expect(told("abcdef", "cdefab")).toEqual(["removed ab/", "same cdef/cdef", "added /ab"]);
  });

  test("give both documents back, whatever they are", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "b", "c", "d"), maxLength: 30 });
    fc.assert(
      fc.property(letters, letters, (a, b) => {
        const changes = told(a, b).map((line) => line.slice(line.indexOf(" ") + 1).split("/"));
        expect(changes.map(([own]) => own).join("")).toBe(a);
        expect(changes.map(([, own]) => own).join("")).toBe(b);
        for (const line of told(a, b)) {
          const [kind = "", pair = ""] = line.split(" ");
          const [own, other] = pair.split("/");
          expect(own === other).toBe(kind === "same");
        }
      }),
    );
  });

  test("differ neither by bullets nor by white space, but code does by its indentation", async () => {
    const code = (indent: string): string => `\`\`\`\n${indent}x\n\`\`\`\n`;
    const documents = await parseTestDocuments(
      `- one\n- two\n\nText.\n\n${code("")}`,
      `* one\r\n* two  \r\n\r\nText. \r\n\r\n${code("  ")}`,
    );
    const numbers = await numberEqualBlocks(documents, createEventLoopYielder());

    expect(documents.map((document) => [...numbers.of(document)])).toEqual([
      [0, 1, 2],
      [0, 1, 3],
    ]);
  });
});

describe("words", () => {
  test("of both texts can be put together again, also where they are too long to search", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", "c\n", " d"), { maxLength: 600 })
      .map((words) => words.join(" "));
    fc.assert(
      fc.property(text, text, (a, b) => {
        const changes = diffWords(splitSpacedWords(a), splitSpacedWords(b));
        const of = (kind: string): string =>
          changes
            .filter((change) => change.kind === "same" || change.kind === kind)
            .map((change) => change.text)
            .join("");
        expect(of("removed")).toBe(a);
        expect(of("added")).toBe(b);
      }),
      { numRuns: 200 },
    );
  });

  test("in common are found in the longest order", () => {
    expect(
      diffWords(splitSpacedWords("the quick brown fox"), splitSpacedWords("the slow brown ox")).map(
        ({ kind, text }) => `${kind} ${text.trim()}`,
      ),
    ).toEqual(["same the", "removed quick", "added slow", "same brown", "removed fox", "added ox"]);
  });
});

describe("what a rewording changed", () => {
  const long = Array.from({ length: 900 }, (_, at) => `word${at}`).join(" ");

  test("is said in the words that went and came, also in long sections", () => {
    const a = `${long}\n\nKeep it for 30 days.\n\nThe end.`;
    const b = `${long}\n\nKeep it for at least 90 days.\n\nA new part.\n\nThe end.`;

    expect(describeChangedWords(a, b)).toEqual([
      '"30" becomes "at least 90"',
      'adds "A new part."',
    ]);
    expect(describeChangedWords(b, a)).toEqual([
      '"at least 90" becomes "30"',
      'leaves out "A new part."',
    ]);
  });

  test("is cut after three changes, each to a bounded length", () => {
    const changes = describeChangedWords("a 1 b 2 c 3 d 4 e", `a 5 b 6 c ${"x".repeat(100)} d 7 e`);

    expect(changes).toHaveLength(4);
    expect(changes[2]).toBe(`"3" becomes "${"x".repeat(60)} …"`);
    expect(changes[3]).toBe("1 more");
  });
});
