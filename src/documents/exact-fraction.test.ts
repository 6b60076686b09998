import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  compareFractions,
  formatFraction,
  createFraction,
  subtractFractions,
  addFractions,
  multiplyFractions,
} from "./exact-fraction.ts";

describe("K2 fractions", () => {
  test("add up where decimals do not", () => {
    const tenth = createFraction(1, 10);

    expect(compareFractions(addFractions([tenth, tenth, tenth]), createFraction(3, 10))).toBe(0);
    expect(0.1 + 0.1 + 0.1).not.toBe(0.3);
  });

  test("are rounded only when shown, halves away from zero", () => {
    expect(formatFraction(createFraction(1, 8), 2)).toBe("0.13");
    expect(formatFraction(createFraction(-1, 8), 2)).toBe("-0.13");
    expect(formatFraction(createFraction(1_999, 2_000), 2)).toBe("1.00");
    expect(formatFraction(createFraction(2, 3), 0)).toBe("1");
    expect(formatFraction(createFraction(-1, 1_000), 2)).toBe("0.00");
  });

  test("compare as numbers do, and stay in lowest terms", () => {
    const small = fc.record({
      num: fc.integer({ min: -999, max: 999 }),
      den: fc.integer({ min: 1, max: 999 }),
    });
    fc.assert(
      fc.property(small, small, (a, b) => {
        const [x, y] = [createFraction(a.num, a.den), createFraction(b.num, b.den)];
        expect(Math.sign(compareFractions(x, y))).toBe(Math.sign(a.num * b.den - b.num * a.den));
        expect(subtractFractions(addFractions([x, y]), y)).toEqual(x);
        expect(compareFractions(multiplyFractions(x, y), multiplyFractions(y, x))).toBe(0);
      }),
    );
  });
});
