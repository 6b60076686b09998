import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { openingRequest } from "../../../test/conformance/model.ts";
import { fakeClock } from "../../../test/support/time/fake-clock.ts";
import type { Price } from "../../model.ts";
import { type Endpoint, NO_TRAFFIC_LIMITS } from "../endpoint.ts";
import { createTraffic } from "../traffic/traffic.ts";
import { resolveBaseUrl, formatEndpointHost } from "./base-url.ts";
import { createVendorModel } from "./vendor-model.ts";

const ENDPOINT: Endpoint = {
  name: "acme",
  api: "openai",
  baseUrl: "http://127.0.0.1:11434/v1",
  keyName: null,
  key: () => undefined,
  headers: {},
  structured: true,
  attribution: false,
  family: "meta",
  maxOutputTokens: 3_000,
  limits: NO_TRAFFIC_LIMITS,
};
const PRICE: Price = {
  approximate: false,
  usd: ({ input, written = 0, output }) => input + 0.25 * written + 5 * output,
};

function createTestModel(changes: { endpoint?: Partial<Endpoint>; price?: Price | null } = {}) {
  const clock = fakeClock();
  return createVendorModel({
    reference: "acme/large",
    modelId: "large",
    endpoint: { ...ENDPOINT, ...changes.endpoint },
    traffic: createTraffic({ name: "acme", limits: NO_TRAFFIC_LIMITS, warming: false, clock }),
    clock,
    redact: (text) => text,
    ...(changes.price !== undefined && { price: changes.price }),
  });
}

describe("the worst case", () => {
  const prompt = [{ shared: true, text: "é".repeat(3_000) }];
  const request = openingRequest({ prompt, schema: () => ({ type: "object", properties: {} }) });

  test("VM3 K12 is both tries, with the whole prompt each time and all the room", () => {
    const { tokens } = createTestModel().worstCase(request);

    // two bytes a letter, three bytes a token, and some for what the vendor wraps around it
    expect(tokens).toBeGreaterThanOrEqual(2 * 2_000 + 1_500 + 3_000);
    expect(tokens).toBeLessThan(2 * 2_000 + 1_500 + 3_000 + 2 * 600);
  });

  test("K12 costs as much as if all of the prompt were written to a cache", () => {
    const { tokens, usd } = createTestModel({ price: PRICE }).worstCase(request);

    expect(usd).toBe(1.25 * (tokens - 4_500) + 5 * 4_500);
  });

  test("K12 is unknown where the price is, and nothing where answers cost nothing", () => {
    expect(createTestModel({ price: null }).worstCase(request).usd).toBeNull();
    expect(createTestModel().worstCase(request).usd).toBe(0);
  });
});

test("VM3 what a stopped try has taken is the prompt and what was heard, and approximate", () => {
  const prompt = [{ shared: true, text: "é".repeat(3_000) }];
  const request = openingRequest({ prompt, schema: () => ({ type: "object", properties: {} }) });
  const took = createTestModel({ price: PRICE }).tookSoFar?.(request, "x".repeat(300));

  expect(took).toMatchObject({ outputTokens: 100, model: null, price: "approximate" });
  expect(took?.inputTokens).toBeGreaterThanOrEqual(2_000);
  expect(took?.costUsd).toBe((took?.inputTokens ?? 0) + 500);
  expect(createTestModel().tookSoFar?.(request, "x")).toMatchObject({ costUsd: 0 });
  // a flood is not charged beyond the room there was
  expect(createTestModel().tookSoFar?.(request, "x".repeat(1e6))).toMatchObject({
    outputTokens: 3_000,
  });
});

describe("what is said before anything is asked", () => {
  test("whose it is, where it is, and what it costs", () => {
    expect(createTestModel({ price: PRICE })).toMatchObject({
      id: "acme/large",
      family: "meta",
      hosts: ["127.0.0.1:11434"],
      price: PRICE,
    });
    expect(createTestModel({ endpoint: { family: null } })).not.toHaveProperty("family");
    expect(createTestModel()).not.toHaveProperty("price");
  });

  test("VM4 an address is never taken from the environment", () => {
    expect(resolveBaseUrl({ api: "anthropic", baseUrl: null })).toBe(
      "https://api.anthropic.com/v1",
    );
    expect(resolveBaseUrl({ api: "responses", baseUrl: null })).toBe("https://api.openai.com/v1");
    expect(resolveBaseUrl({ api: "openai", baseUrl: "http://host:1/v1//" })).toBe(
      "http://host:1/v1",
    );
    expect(formatEndpointHost({ api: "google", baseUrl: null })).toBe(
      "generativelanguage.googleapis.com",
    );
    expect(formatEndpointHost({ api: "openai", baseUrl: "http://host/v1" })).toBe("host:80");
    expect(formatEndpointHost({ api: "openai", baseUrl: "https://host:8443/v1" })).toBe(
      "host:8443",
    );
  });
});

test("the vendors' packages are loaded with the first call and not before", () => {
  const early = globSync("*.ts", { cwd: import.meta.dirname })
    .filter((path) => !path.endsWith(".test.ts"))
    .filter((path) =>
      /^import (?!type )[^;]*from "(?:ai|@ai-sdk\/[^"]+)"/m.test(
        readFileSync(join(import.meta.dirname, path), "utf8"),
      ),
    );

  expect(early).toEqual([]);
});
