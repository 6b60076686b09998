import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  compareDecimals,
  parseDecimal,
  convertToNumber,
  addDecimals,
  multiplyDecimals,
} from "./decimal.ts";

describe("K2 numbers as they are written", () => {
  test("a tenth and two tenths are three tenths", () => {
    expect(convertToNumber(addDecimals(parseDecimal(0.1), parseDecimal(0.2)))).toBe(0.3);
    expect(
      compareDecimals(addDecimals(parseDecimal(0.1), parseDecimal(0.2)), parseDecimal(0.3)),
    ).toBe(0);
  });

  test.each([
    [12.5, { digits: 125n, places: 1 }],
    [-0.25, { digits: -25n, places: 2 }],
    [7, { digits: 7n, places: 0 }],
    [0, { digits: 0n, places: 0 }],
    [1e-7, { digits: 1n, places: 7 }],
    [2.5e-9, { digits: 25n, places: 10 }],
    [1e21, { digits: 10n ** 21n, places: 0 }],
    [1.5e22, { digits: 15n * 10n ** 21n, places: 0 }],
  ])("%d has its digits and its places", (number, expected) => {
    expect(parseDecimal(number)).toEqual(expected);
  });

  test("numbers of different places are added and multiplied exactly", () => {
    expect(addDecimals(parseDecimal(1.25), parseDecimal(0.5))).toEqual({ digits: 175n, places: 2 });
    expect(addDecimals(parseDecimal(0.5), parseDecimal(1.25))).toEqual({ digits: 175n, places: 2 });
    expect(multiplyDecimals(parseDecimal(1.25), parseDecimal(0.5))).toEqual({
      digits: 625n,
      places: 3,
    });
    expect(convertToNumber(multiplyDecimals(parseDecimal(1.1), parseDecimal(1.1)))).toBe(1.21);
  });

  test("what is less comes below zero, what is more above it, whatever the places", () => {
    expect(compareDecimals(parseDecimal(0.5), parseDecimal(0.49))).toBe(1);
    expect(compareDecimals(parseDecimal(0.49), parseDecimal(0.5))).toBe(-1);
    expect(compareDecimals(parseDecimal(-1), parseDecimal(0.5))).toBe(-1);
    expect(compareDecimals(parseDecimal(0.5), parseDecimal(0.5))).toBe(0);
  });

  test("every finite number is read and written without a change", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        expect(convertToNumber(parseDecimal(number))).toBe(number === 0 ? 0 : number);
      }),
    );
  });
});
