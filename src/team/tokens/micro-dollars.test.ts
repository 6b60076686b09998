import * as fc from "fast-check";
import { expect, test } from "vitest";

import {
  roundUpToMicros,
  roundDownToMicros,
  formatMicrosAsUsd,
  convertMicrosToUsd,
} from "./micro-dollars.ts";

test("whole micro-dollars come back as they were", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), (micros) => {
      expect(roundUpToMicros(convertMicrosToUsd(micros))).toBe(micros);
      expect(roundDownToMicros(convertMicrosToUsd(micros))).toBe(micros);
    }),
  );
});

test("a cost is rounded up and a budget down, and the noise of binary sums is neither", () => {
  expect(roundUpToMicros(0.1 + 0.1 + 0.1)).toBe(300_000);
  expect(roundUpToMicros(0.000_000_1)).toBe(1);
  expect(roundDownToMicros(1.000_000_9)).toBe(1_000_000);
  expect(roundDownToMicros(0.3 - 1e-16)).toBe(300_000);
});

test.each([
  [0, "$0.00"],
  [400_000, "$0.40"],
  [1, "$0.000001"],
  [1_200_000, "$1.20"],
  [10_000_000, "$10.00"],
  [1_234_500, "$1.2345"],
])("%i is spelled %s", (micros, words) => {
  expect(formatMicrosAsUsd(micros)).toBe(words);
});
