import { describe, expect, test } from "vitest";

import { overlap, overlapReaches, titleWords, wordsOf } from "./words.ts";

describe("words", () => {
  test("are letters and digits in lower case, whatever form they were typed in", () => {
    expect(wordsOf("Straße №5: don’t PANIC, ﬁle_name x²")).toEqual([
      "straße",
      "no5",
      "don't",
      "panic",
      "file",
      "name",
      "x2",
    ]);
    expect(wordsOf("— … !")).toEqual([]);
    expect(wordsOf("S3は不要, don’t")).toEqual(["s3", "は不", "要", "don't"]);
  });

  test("A6, A8 overlap is the share of the larger set", () => {
    const [ab, abcd] = [new Set(["a", "b"]), new Set(["a", "b", "c", "d"])];

    expect(overlap(ab, abcd)).toBe(0.5);
    expect(overlap(abcd, ab)).toBe(0.5);
    expect(overlap(new Set(), new Set())).toBe(0);
  });

  test("K2 four of five words reach 80 % exactly, and 79 of 99 do not", () => {
    const of = (count: number): Set<string> =>
      new Set(Array.from({ length: count }, (_, n) => `w${n}`));

    expect(overlapReaches(of(4), of(5), 80)).toBe(true);
    expect(overlapReaches(of(3), of(4), 80)).toBe(false);
    expect(overlapReaches(of(79), of(99), 80)).toBe(false);
    expect(overlapReaches(of(0), of(0), 80)).toBe(false);
  });

  test.each([
    ["3.2 Risks and mitigations", "Risk & mitigation"],
    ["2) The data model", "Data models"],
    ["Chapter 4: Policies", "policy"],
    ["IV. Batches", "Batch"],
  ])("numbering, articles and plurals do not make %s another topic than %s", (a, b) => {
    expect(titleWords(a)).toEqual(titleWords(b));
  });

  test("a title of function words alone keeps them", () => {
    expect([...titleWords("To be or not")]).toEqual(["not"]);
    expect([...titleWords("What is it")].length).toBeGreaterThan(0);
    expect([...titleWords("About us")].length).toBeGreaterThan(0);
  });
});
