import { describe, expect, test } from "vitest";

import { formatFlagTable, measureFlags, readWrittenTable } from "../scripts/measure-flags.ts";

const rates = await measureFlags();

test("K22 docs/real-models.md shows what is measured on the recordings", () => {
  expect(readWrittenTable()).toBe(formatFlagTable(rates));
});

describe.each(rates)("K22 $rule: $what", ({ honest, planted }) => {
  test("is raised on at most a tenth of honest replies", () => {
    expect(honest.of).toBeGreaterThan(0);
    expect(10 * honest.raised).toBeLessThanOrEqual(honest.of);
  });

  test("is raised on planted offenders", () => {
    if (planted.of > 0) expect(planted.raised).toBeGreaterThan(0);
  });
});
