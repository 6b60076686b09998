import * as fc from "fast-check";
import { expect, test } from "vitest";

import { findBestAssignment } from "./best-assignment.ts";

test("A0 the pairs are best as a whole, not one by one", () => {
  expect(
    findBestAssignment(
      [
        [0.9, 0.8],
        [0.85, 0],
      ],
      2,
    ),
  ).toEqual([
    [0, 1],
    [1, 0],
  ]);
});

test("A0 no assignment of few is better, and nothing pairs at 0", () => {
  const cell = fc.oneof(fc.constant(0), fc.double({ min: 0.1, max: 1, noNaN: true }));
  const size = fc.integer({ min: 1, max: 5 });
  fc.assert(
    fc.property(
      size.chain((columns) =>
        fc.tuple(
          fc.constant(columns),
          fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { maxLength: 5 }),
        ),
      ),
      ([columns, scores]) => {
        const pairs = findBestAssignment(scores, columns);
        const sum = pairs.reduce((total, [row, column]) => total + (scores[row]?.[column] ?? 0), 0);

        expect(new Set(pairs.map(([row]) => row)).size).toBe(pairs.length);
        expect(new Set(pairs.map(([, column]) => column)).size).toBe(pairs.length);
        expect(sum).toBeCloseTo(bestSum(scores, 0, new Set(), columns), 9);
      },
    ),
    { numRuns: 300 },
  );
});

function bestSum(
  scores: readonly (readonly number[])[],
  row: number,
  used: ReadonlySet<number>,
  columns: number,
): number {
  if (row === scores.length) return 0;
  let best = bestSum(scores, row + 1, used, columns);
  for (let column = 0; column < columns; column++) {
    if (used.has(column)) continue;
    const rest = bestSum(scores, row + 1, new Set([...used, column]), columns);
    best = Math.max(best, (scores[row]?.[column] ?? 0) + rest);
  }
  return best;
}
