import { describe, expect, test } from "vitest";

import { type AnswerMetadata, ModelError } from "../model.ts";
import { isRequestedModel, rejectOtherModel } from "./served-model.ts";

describe("SM1 the same model", () => {
  test.each([
    ["claude-sonnet-5", "claude-sonnet-5"],
    ["claude-sonnet-5", "claude-sonnet-5-20260101"],
    ["claude-opus-4-0", "claude-opus-4-20250514"],
    ["claude-3-5-sonnet-latest", "claude-3-5-sonnet-20241022"],
    ["anthropic/claude-sonnet-5", "claude-sonnet-5"],
    ["claude-sonnet-4-5", "us.anthropic.claude-sonnet-4-5-20250929-v1:0"],
    ["claude-sonnet-4-5[1m]", "claude-sonnet-4-5-20250929"],
    ["opus", "claude-opus-4-8"],
    ["sonnet", "claude-sonnet-5"],
    ["gpt-4", "gpt-4-0613"],
    ["gpt-6-sol", "gpt-6-sol-2026-04-16"],
    ["gpt-4o-2024-08-06", "gpt-4o"],
    ["gemini-2.0-flash", "gemini-2.0-flash-001"],
    ["models/gemini-3-pro", "gemini-3-pro-preview"],
    ["grok-4", "grok-4-0709"],
    ["kimi-k2", "kimi-k2-0905-preview"],
    ["qwen3", "qwen3:8b"],
    ["llama-4:free", "meta-llama/llama-4"],
    ["gemini-3.1-pro", "Gemini 3.1 Pro (High)"],
    ["gemini-3.1-pro-high", "Gemini 3.1 Pro (High)"],
    ["sonnet-4.5", "Claude 4.5 Sonnet (Thinking)"],
    ["auto", "claude-sonnet-5"],
    ["our-large-one", "gpt-6-sol"],
  ])("%s, served as %s", (requested, served) => {
    expect(isRequestedModel(requested, served)).toBe(true);
  });
});

describe("SM1 another model", () => {
  test.each([
    ["claude-opus-4-8", "claude-haiku-4-5-20251001"],
    ["claude-opus-4-8", "claude-opus-4-1"],
    ["claude-sonnet-5", "claude-sonnet-5-5"],
    ["opus", "claude-sonnet-5"],
    ["gpt-6", "gpt-6-mini"],
    ["gpt-6-mini", "gpt-6"],
    ["gpt-6", "gpt-6.1"],
    ["gemini-3.8-pro", "gemini-3.8-flash"],
    ["gemini-3.8", "gemini-2.5"],
    ["grok-4", "grok-4-fast"],
    ["gemini-3.1-pro-high", "Gemini 3.6 Flash (High)"],
    ["claude-sonnet-5", "something-else"],
    ["qwen3:8b", "qwen3-coder"],
  ])("%s, served as %s", (requested, served) => {
    expect(isRequestedModel(requested, served)).toBe(false);
  });
});

test("SM1 what nobody asked for or nobody names is no other model; else both are named", () => {
  const served: AnswerMetadata = {
    provider: "agy",
    model: "gemini-3.8-flash",
    version: null,
    inputTokens: 1,
    outputTokens: 1,
    costUsd: 0,
  };
  const rejection = (requested: string | null, model: string | null): unknown => {
    try {
      return rejectOtherModel(requested, { ...served, model });
    } catch (error) {
      return error;
    }
  };

  expect(rejection(null, "gemini-3.8-flash")).toBeUndefined();
  expect(rejection("gemini-3.8-pro", null)).toBeUndefined();
  const error = rejection("gemini-3.8-pro", "gemini-3.8-flash");
  expect(error).toBeInstanceOf(ModelError);
  expect(error).toMatchObject({
    reason: "another-model",
    message: "gemini-3.8-pro was asked for, and agy let gemini-3.8-flash answer",
    served,
  });
});
