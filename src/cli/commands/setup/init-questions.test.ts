import { expect, test } from "vitest";

import { formatFacts, parseModels } from "./init-questions.ts";

test.each([
  ["", { panel: [], server: null }],
  ["openai", { vendor: "OPENAI_API_KEY" }],
  ["Anthropic", { vendor: "ANTHROPIC_API_KEY" }],
  ["codex, openai/gpt-6-sol", { panel: ["codex", "openai/gpt-6-sol"], server: null }],
  [
    "http://127.0.0.1:1234/v1 qwen3",
    { panel: ["local/qwen3"], server: "http://127.0.0.1:1234/v1" },
  ],
])("%j names models", (answer, named) => {
  expect(parseModels(answer)).toEqual(named);
});

test.each([
  ["http://127.0.0.1:1234/v1", /^Add a model of that server/],
  ["http://[ qwen3", /cannot be read/],
  ["what do you mean?", /^mean\? is not the name of a model/],
])("%j is asked again", (answer, why) => {
  expect(parseModels(answer)).toMatch(why);
});

test.each([
  ["We send 4000 invoices a month.", "We send 4000 invoices a month."],
  [
    "We send 4000 a month; two of us look after it ;",
    "- We send 4000 a month\n- two of us look after it",
  ],
  [" ; ", ""],
])("the facts %j are one paragraph, or a list", (answer, text) => {
  expect(formatFacts(answer)).toBe(text);
});
