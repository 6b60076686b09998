import type { LanguageModelUsage } from "ai";
import { expect, test } from "vitest";

import type { Price } from "../../model.ts";
import {
  NOTHING_SPENT,
  createServedRecord,
  computeTokenSpend,
  addTokenSpend,
} from "./token-spend.ts";

const PRICE: Price = {
  approximate: false,
  usd: ({ input, cached = 0, written = 0, output }) =>
    (input - cached - written + 0.1 * cached + 1.25 * written + 5 * output) / 1_000_000,
};

function usage(input?: number, output?: number, cached?: number, written?: number) {
  return {
    inputTokens: input,
    outputTokens: output,
    inputTokenDetails: { cacheReadTokens: cached, cacheWriteTokens: written },
  } as LanguageModelUsage;
}

const SENT = { promptBytes: 3_000, answer: "é".repeat(300), price: PRICE };

test("what the vendor says is taken, caches and their prices included", () => {
  const spent = computeTokenSpend({ ...SENT, usage: usage(1_000, 100, 600, 300) });

  expect(spent).toMatchObject({ input: 1_000, cached: 600, written: 300, output: 100 });
  expect(spent.usd).toBeCloseTo((100 + 60 + 375 + 500) / 1_000_000, 12);
  expect(createServedRecord(spent, { provider: "acme", model: "large", price: PRICE })).toEqual({
    provider: "acme",
    model: "large",
    version: null,
    inputTokens: 1_000,
    outputTokens: 100,
    cachedTokens: 600,
    costUsd: spent.usd,
  });
});

test.each([
  undefined,
  usage(),
  usage(0, 0),
  usage(10, -5_000),
  usage(1e308, 1e308),
  usage(10, 5, Infinity),
  usage(10.5, 2.25),
])(
  "K12 where it says nothing, or nothing that can be, bytes are counted and the price is approximate",
  (said) => {
    const spent = computeTokenSpend({ ...SENT, usage: said });

    expect(spent).toMatchObject({ input: 1_500, output: 200, estimated: true });
    expect(spent.usd).toBeGreaterThan(0);
    expect(createServedRecord(spent, { provider: "acme", model: null, price: PRICE }).price).toBe(
      "approximate",
    );
  },
);

test("a price that nobody knows is said to be unknown, none at all is no price", () => {
  const spent = computeTokenSpend({ ...SENT, price: null, usage: usage(10, 5) });

  expect(
    createServedRecord(spent, { provider: "acme", model: "large", price: null }),
  ).toMatchObject({
    costUsd: 0,
    price: "unknown",
  });
  expect(createServedRecord(spent, { provider: "acme", model: "large" })).not.toHaveProperty(
    "price",
  );
  const approximate = { ...PRICE, approximate: true };
  expect(
    createServedRecord(spent, { provider: "acme", model: "large", price: approximate }).price,
  ).toBe("approximate");
});

test("VM3 tries add up", () => {
  const one = computeTokenSpend({ ...SENT, usage: usage(1_000, 100, 600, 300) });
  const both = addTokenSpend(addTokenSpend(NOTHING_SPENT, one), one);

  expect(both).toMatchObject({ input: 2_000, cached: 1_200, written: 600, output: 200 });
  expect(both.usd).toBeCloseTo(2 * one.usd, 12);
});
