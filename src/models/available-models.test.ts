import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { AGENT_NAMES, VENDORS } from "../domain/vendor.ts";
import { BUILT_IN_AGENTS } from "./agents/built-in-agents.ts";
import { DEFAULT_MODELS, findAvailableModels } from "./available-models.ts";
import { findModelPrice } from "./model-prices.ts";

const KEYS = { ANTHROPIC_API_KEY: "x", OPENAI_API_KEY: "x", GEMINI_API_KEY: "x" };

describe("who could sit", () => {
  test("nobody, where no key is set and nothing was seen to work", () => {
    expect(findAvailableModels({}, [])).toEqual([]);
    expect(findAvailableModels({ ANTHROPIC_API_KEY: " ", OPENAI_API_KEY: undefined }, [])).toEqual(
      [],
    );
    expect(findAvailableModels({}, ["offline", "person", "scripted/a.yaml"])).toEqual([]);
  });

  test("the default model of every vendor whose key is set", () => {
    expect(findAvailableModels(KEYS, [])).toEqual([
      `anthropic/${DEFAULT_MODELS["anthropic"]}`,
      `openai/${DEFAULT_MODELS["openai"]}`,
      `google/${DEFAULT_MODELS["google"]}`,
    ]);
    expect(findAvailableModels({ GOOGLE_API_KEY: "x" }, [])).toEqual([
      `google/${DEFAULT_MODELS["google"]}`,
    ]);
  });

  test("agents and local models that were seen to work, one of each family, after the keys", () => {
    const seen = ["claude", "codex", "ollama/qwen3", "qwen", "ollama/mistral"];

    expect(findAvailableModels({ OPENAI_API_KEY: "x" }, seen)).toEqual([
      `openai/${DEFAULT_MODELS["openai"]}`,
      "claude",
      "ollama/qwen3",
      "ollama/mistral",
    ]);
  });
});

test("every vendor with a key has a default model, and its price is on the list without doubt", async () => {
  const keyed = VENDORS.filter(({ keyNames }) => keyNames.length > 0).map(({ name }) => name);

  expect(Object.keys(DEFAULT_MODELS)).toEqual(keyed);
  for (const [provider, modelId] of Object.entries(DEFAULT_MODELS)) {
    const price = await findModelPrice({ provider, modelId, nowMs: Date.UTC(2026, 10, 18) });
    expect({ provider, approximate: price?.approximate }).toEqual({ provider, approximate: false });
  }
});

test("the agents that references may name are those there are", () => {
  expect(BUILT_IN_AGENTS.map(({ name }) => name)).toEqual(AGENT_NAMES);
});

test("docs/models.md lists the default models", () => {
  const page = readFileSync(new URL("../../docs/models.md", import.meta.url), "utf8");
  const told = [...page.matchAll(/^\| `(\w+)` \| `([\w.-]+)` \|$/gm)].map(([, vendor, model]) => [
    vendor,
    model,
  ]);

  expect(told).toEqual(Object.entries(DEFAULT_MODELS));
});
