import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { parseTestDocuments } from "../../../test/support/documents/parse-documents.ts";
import type { ParsedDocument } from "../document.ts";
import { createEventLoopYielder } from "../yield-to-event-loop.ts";
import {
  indexVariantLines,
  isNearDuplicatePair,
  findNearDuplicates,
  type PairDifference,
  comparePairs,
} from "./line-overlap.ts";

async function comparePairsIn(documents: readonly ParsedDocument[]): Promise<PairDifference[]> {
  return comparePairs(documents, await indexVariantLines(documents, createEventLoopYielder()));
}

const numbered = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, at) => `Line number ${from + at}.`).join("\n");

describe("A16, A17 difference of a pair", () => {
  test("is counted in distinct lines that are not blank", async () => {
    const documents = await parseTestDocuments(
      "# A\n\none\ntwo\ntwo\n\nthree\n",
      "# B\r\n\r\ntwo  \r\n one\r\n",
    );

    expect(await comparePairsIn(documents)).toEqual([{ a: 1, b: 2, shared: 2, distinct: 5 }]);
  });

  test("bullets, quote marks, dashes and white space make no difference", async () => {
    const documents = await parseTestDocuments("* “one” – two\n", '-   "one" - two  \n');

    expect(await comparePairsIn(documents)).toEqual([{ a: 1, b: 2, shared: 1, distinct: 1 }]);
  });

  test("one line of ten is a tenth and not less; one of eleven is less", async () => {
    const ten = await comparePairsIn(await parseTestDocuments(numbered(0, 9), numbered(0, 10)));
    const eleven = await comparePairsIn(await parseTestDocuments(numbered(0, 10), numbered(0, 11)));

    expect(ten).toEqual([{ a: 1, b: 2, shared: 9, distinct: 10 }]);
    expect(ten.map(isNearDuplicatePair)).toEqual([false]);
    expect(eleven.map(isNearDuplicatePair)).toEqual([true]);
    expect(
      (await comparePairsIn(await parseTestDocuments("", "\n\n"))).map(isNearDuplicatePair),
    ).toEqual([true]);
  });

  test("is the same as two sets say, for any number of variants", async () => {
    const texts = fc.array(
      fc.array(fc.constantFrom("a", "b", "c", "d", "", "e"), { maxLength: 8 }),
      {
        minLength: 2,
        maxLength: 10,
      },
    );
    await fc.assert(
      fc.asyncProperty(texts, async (all) => {
        const documents = await parseTestDocuments(...all.map((lines) => lines.join("\n")));
        for (const { a, b, shared, distinct } of await comparePairsIn(documents)) {
          const of = (variant: number): string[] =>
            (all[variant - 1] ?? []).filter((line) => line !== "");
          expect(distinct).toBe(new Set([...of(a), ...of(b)]).size);
          expect(shared).toBe(new Set(of(a).filter((line) => of(b).includes(line))).size);
        }
      }),
      { numRuns: 50 },
    );
  });

  test("(004.7 m) a near-duplicate is named with the first that stays; others go on", async () => {
    const [one, other] = [numbered(0, 40), numbered(40, 80)];
    const documents = await parseTestDocuments(
      one,
      other,
      `${one}\nand`,
      `${other}\nor`,
      `${one}\nand`,
    );

    expect(findNearDuplicates(await comparePairsIn(documents))).toEqual([
      { variant: 3, of: 1 },
      { variant: 4, of: 2 },
      { variant: 5, of: 1 },
    ]);
  });
});
