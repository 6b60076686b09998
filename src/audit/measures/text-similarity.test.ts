/** The fast measure of likeness against the plain one that docs/audit.md describes. */
import * as fc from "fast-check";
import { expect, test } from "vitest";

import { computeJaccardLikeness, listWordTriples } from "../../text/novelty.ts";
import { createShingler, createEarlierTexts, isSimilarText } from "./text-similarity.ts";

const word = fc.constantFrom("a", "b", "c", "D", "é", "it's", "x-y", "7");
const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(" "));
const least = fc.constantFrom(0.1, 0.25, 0.5, 0.7, 1);

test("R5 a book finds as many runs as there are, and the same ones in the same texts", () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      const book = createShingler();

      expect(book.runs(a)).toHaveLength(listWordTriples(a).size);
      expect(book.runs(a, b)).toHaveLength(listWordTriples(`${a} ${b}`).size);
      expect([...book.runs(a)]).toEqual([...book.runs(a.toUpperCase().toLowerCase())]);
    }),
  );
});

test("R6 two texts are at least so alike exactly when their likeness says so", () => {
  fc.assert(
    fc.property(text, text, least, (a, b, floor) => {
      const book = createShingler();
      const measured = computeJaccardLikeness(listWordTriples(a), listWordTriples(b));

      expect(isSimilarText(book.runs(a), book.runs(b), floor)).toBe(measured >= floor);
    }),
    { numRuns: 500 },
  );
});

test("R5 the nearest of many earlier texts is the one that comparing with each of them finds", () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 40 }), text, least, (before, asked, floor) => {
      const earlier = createEarlierTexts(createShingler(), floor);
      for (const one of before) earlier.add(one);
      const most = Math.max(
        0,
        ...before.map((one) =>
          computeJaccardLikeness(listWordTriples(one), listWordTriples(asked)),
        ),
      );

      expect(earlier.nearest(asked)).toBe(most >= floor ? most : 0);
      expect(earlier.nearest(asked)).toBe(most >= floor ? most : 0);
    }),
    { numRuns: 300 },
  );
});

test("R6 seven runs of ten in common are seven of ten, whatever the figures round to", () => {
  for (const size of [7, 14, 21, 35, 70, 700]) {
    const book = createShingler();
    const words = (from: number, count: number): string =>
      Array.from({ length: count }, (_, at) => `w${from + at}`).join(" ");
    const common = words(0, size + 2);
    const longer = `${common} ${words(9_000, (size / 7) * 3)}`;

    expect(isSimilarText(book.runs(common), book.runs(longer), 0.7)).toBe(true);
    expect(isSimilarText(book.runs(common), book.runs(`${longer} more`), 0.7)).toBe(false);
  }
});

test("R5 many thousand runs are all found again", () => {
  const earlier = createEarlierTexts(createShingler(), 0.5);
  const texts = Array.from({ length: 3_000 }, (_, at) => `w${at} x${at * 7} y${at % 13} z${at}`);
  for (const one of texts) earlier.add(one);

  for (const one of texts) expect(earlier.nearest(`${one} more`)).toBeCloseTo(2 / 3, 12);
});
