import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { findModelPrice } from "./model-prices.ts";

const AUTUMN = Date.UTC(2026, 10, 15);

function listed(
  provider: string,
  modelId: string,
  nowMs = AUTUMN,
): ReturnType<typeof findModelPrice> {
  return findModelPrice({ provider, modelId, nowMs });
}

const MILLION = 1_000_000;

describe("the list", () => {
  test("prices input, cached input and output apart", async () => {
    const price = await listed("anthropic", "claude-sonnet-5");

    expect(price?.approximate).toBe(false);
    expect(price?.usd({ input: MILLION, output: 0 })).toBeCloseTo(2);
    expect(price?.usd({ input: MILLION, cached: MILLION, output: 0 })).toBeCloseTo(0.2);
    expect(price?.usd({ input: MILLION, written: MILLION, output: 0 })).toBeCloseTo(2.5);
    expect(price?.usd({ input: 0, output: MILLION })).toBeCloseTo(10);
  });

  test.each([
    ["anthropic", "claude-sonnet-5-5"],
    ["google", "gemini-3.8-flash-turbo"],
    ["anthropic", "claude-haiku-4-5-mini"],
  ])(
    "marks %s/%s as approximate: only the beginning of its name is known",
    async (provider, id) => {
      expect((await listed(provider, id))?.approximate).toBe(true);
    },
  );

  test.each([
    ["anthropic", "claude-haiku-4-5-20251001"],
    ["anthropic", "claude-opus-5-5-20261001"],
    ["openai", "gpt-6-sol-2026-10-01"],
    ["openai", "gpt-5.4"],
    ["google", "gemini-2.5-pro"],
  ])("does not mark %s/%s, a listed model or a dated form of one", async (provider, id) => {
    expect((await listed(provider, id))?.approximate).toBe(false);
  });

  test.each([
    ["a model nobody lists", "anthropic", "claude-nobody-knows"],
    ["a provider nobody lists", "nobody", "gpt-6-sol"],
    ["a listed model without a price", "google", "gemma-3-27b-it"],
    ["a model for something else than text", "openai", "whisper-1"],
    ["another vendor's model", "openai", "claude-sonnet-5"],
  ])("knows no price for %s", async (_, provider, id) => {
    expect(await listed(provider, id)).toBeNull();
  });

  test("is asked for the prices of the day", async () => {
    const before = await listed("google", "gemini-3.8-flash");
    const after = await listed("google", "gemini-3.8-flash", Date.UTC(2027, 1, 1));

    expect(before?.usd({ input: MILLION, output: 0 })).toBeCloseTo(0.75);
    expect(after?.usd({ input: MILLION, output: 0 })).toBeCloseTo(1.5);
  });

  test("knows endpoints by their address", async () => {
    const nowMs = AUTUMN;
    const groq = { baseUrl: "https://api.groq.com/openai/v1", nowMs };
    const local = { baseUrl: "http://127.0.0.1:8000/v1", nowMs };

    expect(await findModelPrice({ ...groq, modelId: "llama-3.3-70b-versatile" })).not.toBeNull();
    expect(await findModelPrice({ ...local, modelId: "llama-3.3-70b-versatile" })).toBeNull();
    expect(await findModelPrice({ baseUrl: null, nowMs, modelId: "gpt-6-sol" })).toBeNull();
  });
});

describe("the configuration", () => {
  const configured = { inputPerMillion: 1, outputPerMillion: 3 };

  test("is believed before the list", async () => {
    const price = await findModelPrice({
      provider: "openai",
      modelId: "gpt-6-sol",
      configured,
      nowMs: 0,
    });

    expect(price?.approximate).toBe(false);
    expect(price?.usd({ input: MILLION, output: MILLION })).toBeCloseTo(4);
  });

  test("may price cached tokens, else they cost what all input does", async () => {
    const plain = await findModelPrice({ modelId: "x", configured, nowMs: 0 });
    const cached = await findModelPrice({
      modelId: "x",
      configured: { ...configured, cachedPerMillion: 0.1 },
      nowMs: 0,
    });
    const tokens = { input: MILLION, cached: MILLION, output: 0 };

    expect(plain?.usd(tokens)).toBeCloseTo(1);
    expect(cached?.usd(tokens)).toBeCloseTo(0.1);
  });
});

test("K12 more tokens never cost less, caches never cost more than they save, and nothing is negative", async () => {
  const prices = await Promise.all([
    listed("anthropic", "claude-sonnet-5"),
    listed("openai", "gpt-6-sol"),
    listed("google", "gemini-3.8-flash"),
    findModelPrice({
      modelId: "x",
      configured: { inputPerMillion: 1, outputPerMillion: 2 },
      nowMs: 0,
    }),
  ]);
  const amount = fc.oneof(fc.nat(5 * MILLION), fc.constantFrom(-1, Number.NaN, Infinity));
  fc.assert(
    fc.property(
      fc.constantFrom(...prices),
      amount,
      amount,
      amount,
      (price, input, cached, output) => {
        if (!price) throw new Error("not priced");
        const cost = price.usd({ input, cached, output });

        expect(cost).toBeGreaterThanOrEqual(0);
        expect(cost).toBeLessThan(Infinity);
        expect(cost).toBeLessThanOrEqual(price.usd({ input, output }) + 1e-9);
        expect(price.usd({ input, output })).toBeLessThanOrEqual(
          price.usd({ input, written: cached, output }) + 1e-9,
        );
      },
    ),
  );
});
