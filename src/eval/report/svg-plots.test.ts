import { expect, test } from "vitest";

import { formatP } from "./markdown-table.ts";
import { chooseTicks, drawPlot } from "./svg-plots.ts";

test.each([
  [0.57, 0.83, [0.5, 0.6, 0.7, 0.8, 0.9]],
  [0, 1, [0, 0.5, 1]],
  [1, 2, [1, 1.5, 2]],
  [72, 7164, [0, 2000, 4000, 6000, 8000]],
  [-3, 12, [-5, 0, 5, 10, 15]],
  [0.4, 0.4, [0.4, 0.5]],
])("an axis from %d to %d has round figures that enclose both", (from, to, ticks) => {
  expect(chooseTicks(from, to)).toEqual(ticks);
});

test("a point at the end of an axis is inside of the picture", () => {
  const drawn = drawPlot([{ name: "one", x: 5, y: 0.5, low: 0, high: 1 }], {
    title: "t",
    x: "x",
    y: "y",
  });
  for (const [, at = ""] of drawn.matchAll(/(?:cx|cy|x1|x2|y1|y2)="([^"]+)"/g)) {
    expect(Number(at)).toBeGreaterThanOrEqual(0);
    expect(Number(at)).toBeLessThanOrEqual(640);
  }
});

test("a chance that is small is never written as none", () => {
  expect([null, 0.2, 0.00001].map(formatP)).toEqual(["-", "0.2000", "< 0.0001"]);
});
