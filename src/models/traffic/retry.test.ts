import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { computeRetryDelay, DEFAULT_RETRY_POLICY, parseRetryAfter } from "./retry.ts";

const NOW = Date.UTC(2026, 10, 16, 12, 0, 0);

describe("delays", () => {
  const failed = (count: number, changes = {}) =>
    computeRetryDelay(DEFAULT_RETRY_POLICY, {
      failed: count,
      retryAfterMs: null,
      key: "d/openings/risk",
      ...changes,
    });

  test("VM1 two more tries and no third", () => {
    expect(failed(1)).toBeTypeOf("number");
    expect(failed(2)).toBeTypeOf("number");
    expect(failed(3)).toBeNull();
    expect(failed(3, { retryAfterMs: 0 })).toBeNull();
  });

  test("VM1 what the provider asks for is kept to, up to a bound; beyond it the call is given up", () => {
    expect(failed(1, { retryAfterMs: 0 })).toBe(0);
    expect(failed(2, { retryAfterMs: 7_000 })).toBe(7_000);
    expect(failed(1, { retryAfterMs: 60_000 })).toBe(60_000);
    expect(failed(1, { retryAfterMs: 60_001 })).toBeNull();
  });

  test("VM1 else they grow, differ from call to call, and are the same on every run", () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 40 }), (key, count) => {
        const policy = { ...DEFAULT_RETRY_POLICY, extraTries: 100 };
        const delay = computeRetryDelay(policy, { failed: count, retryAfterMs: null, key });
        const longest = Math.min(policy.longestDelayMs, policy.firstDelayMs * 2 ** (count - 1));

        expect(delay).toBeGreaterThanOrEqual(longest / 2);
        expect(delay).toBeLessThanOrEqual(longest);
        expect(computeRetryDelay(policy, { failed: count, retryAfterMs: null, key })).toBe(delay);
      }),
    );
    const delays = new Set(["risk", "value", "effort"].map((key) => failed(2, { key })));
    expect(delays.size).toBe(3);
  });
});

describe("Retry-After", () => {
  test.each<[string, Record<string, string> | undefined, number | null]>([
    ["none", undefined, null],
    ["another header", { date: "now" }, null],
    ["seconds", { "retry-after": "3" }, 3_000],
    ["parts of a second", { "retry-after": "0.25" }, 250],
    ["a date", { "retry-after": "Mon, 16 Nov 2026 12:00:05 GMT" }, 5_000],
    ["a date that has passed", { "retry-after": "Mon, 16 Nov 2026 11:00:00 GMT" }, 0],
    ["milliseconds, which are more exact", { "retry-after-ms": "120", "retry-after": "1" }, 120],
    ["nothing", { "retry-after": "" }, null],
    ["a word", { "retry-after": "later" }, null],
    ["less than nothing", { "retry-after": "-5" }, null],
  ])("%s", (_, headers, delayMs) => {
    expect(parseRetryAfter(headers, NOW)).toBe(delayMs);
  });
});
