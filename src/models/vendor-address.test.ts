import { describe, expect, test } from "vitest";

import { findVendor } from "../domain/vendor.ts";
import { createVendorEndpoint } from "./endpoint.ts";
import { findVendorAddress } from "./vendor-address.ts";

const baseUrl = (vendor: string, env: Readonly<Record<string, string>>): string | undefined =>
  findVendorAddress(vendor, env)?.baseUrl;

describe("OLLAMA_HOST", () => {
  test.each([
    ["10.0.0.7", "http://10.0.0.7:11434/v1"],
    ["gpu.example:8080", "http://gpu.example:8080/v1"],
    [":8080", "http://127.0.0.1:8080/v1"],
    ["0.0.0.0", "http://127.0.0.1:11434/v1"],
    ["0.0.0.0:8080", "http://127.0.0.1:8080/v1"],
    ["http://0.0.0.0:8080", "http://127.0.0.1:8080/v1"],
    ["[::]:8080", "http://[::1]:8080/v1"],
    ["[::1]", "http://[::1]:11434/v1"],
    ["http://gpu.example", "http://gpu.example/v1"],
    ["https://gpu.example/", "https://gpu.example/v1"],
    ["https://gpu.example/ollama", "https://gpu.example/ollama/v1"],
    ["http://gpu.example:8080/v1", "http://gpu.example:8080/v1"],
  ])("%s means %s", (OLLAMA_HOST, meant) => {
    expect(baseUrl("ollama", { OLLAMA_HOST })).toBe(meant);
  });
});

test("ANTHROPIC_BASE_URL gets the version that its own programs add, OPENAI_BASE_URL has it", () => {
  const env = {
    ANTHROPIC_BASE_URL: "https://gw.example/anthropic/",
    OPENAI_BASE_URL: "https://gw.example/openai/v1/",
  };

  expect(baseUrl("anthropic", env)).toBe("https://gw.example/anthropic/v1");
  expect(baseUrl("anthropic", { ANTHROPIC_BASE_URL: "https://gw.example/v1" })).toBe(
    "https://gw.example/v1",
  );
  expect(baseUrl("openai", env)).toBe("https://gw.example/openai/v1");
  expect(findVendorAddress("google", env)).toBeNull();
  expect(findVendorAddress("openai", { OPENAI_BASE_URL: " " })).toBeNull();
});

test.each([
  ["openai", "OPENAI_BASE_URL", "gateway.example/v1"],
  ["openai", "OPENAI_BASE_URL", "https://mia:s3cret-word@gateway.example/v1"],
  ["anthropic", "ANTHROPIC_BASE_URL", "file:///s3cret-word"],
  ["ollama", "OLLAMA_HOST", "host:s3cret-word"],
  ["ollama", "OLLAMA_HOST", "http://mia:s3cret-word@host"],
])("%s: %s=%s is refused in one line that does not repeat it", (vendor, variable, value) => {
  const read = (): unknown => findVendorAddress(vendor, { [variable]: value });

  expect(read).toThrow(`${variable} is not an address that can be used.`);
  expect(read).not.toThrow("s3cret-word");
});

test("what the configuration says goes before the environment", () => {
  const openai = findVendor("openai");
  const env = { OPENAI_API_KEY: "k-0123456789", OPENAI_BASE_URL: "https://env.example/v1" };
  const reached = (settings: { baseUrl?: string }): string | null | undefined =>
    openai && createVendorEndpoint(openai, settings, env).baseUrl;

  expect(reached({})).toBe("https://env.example/v1");
  expect(reached({ baseUrl: "https://file.example/v1" })).toBe("https://file.example/v1");
});
