import { describe, expect, test } from "vitest";

import {
  computeWordOverlap,
  hasWordOverlap,
  listTitleWords,
  listComparableWords,
} from "./comparable-words.ts";

describe("words", () => {
  test("are letters and digits in lower case, whatever form they were typed in", () => {
    expect(listComparableWords("Straße №5: don’t PANIC, ﬁle_name x²")).toEqual([
      "straße",
      "no5",
      "don't",
      "panic",
      "file",
      "name",
      "x2",
    ]);
    expect(listComparableWords("— … !")).toEqual([]);
    expect(listComparableWords("S3は不要, don’t")).toEqual(["s3", "は不", "要", "don't"]);
  });

  test("A6, A8 overlap is the share of the larger set", () => {
    const [ab, abcd] = [new Set(["a", "b"]), new Set(["a", "b", "c", "d"])];

    expect(computeWordOverlap(ab, abcd)).toBe(0.5);
    expect(computeWordOverlap(abcd, ab)).toBe(0.5);
    expect(computeWordOverlap(new Set(), new Set())).toBe(0);
  });

  test("K2 four of five words reach 80 % exactly, and 79 of 99 do not", () => {
    const of = (count: number): Set<string> =>
      new Set(Array.from({ length: count }, (_, n) => `w${n}`));

    expect(hasWordOverlap(of(4), of(5), 80)).toBe(true);
    expect(hasWordOverlap(of(3), of(4), 80)).toBe(false);
    expect(hasWordOverlap(of(79), of(99), 80)).toBe(false);
    expect(hasWordOverlap(of(0), of(0), 80)).toBe(false);
  });

  test.each([
    ["3.2 Risks and mitigations", "Risk & mitigation"],
    ["2) The data model", "Data models"],
    ["Chapter 4: Policies", "policy"],
    ["IV. Batches", "Batch"],
  ])("numbering, articles and plurals do not make %s another topic than %s", (a, b) => {
    expect(listTitleWords(a)).toEqual(listTitleWords(b));
  });

  test("a title of function words alone keeps them", () => {
    expect([...listTitleWords("To be or not")]).toEqual(["not"]);
    expect([...listTitleWords("What is it")].length).toBeGreaterThan(0);
    expect([...listTitleWords("About us")].length).toBeGreaterThan(0);
  });
});
