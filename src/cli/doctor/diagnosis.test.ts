import { expect, test } from "vitest";

import { adviseOnFailure } from "./diagnosis.ts";

test.each([
  ["openai/any", "openai refused the key (401): no", {}, "dissent config keys set openai"],
  [
    "openai/any",
    "openai refused the key (403): no",
    { OPENAI_API_KEY: "set" },
    "Set OPENAI_API_KEY to a key that is valid, or unset it.",
  ],
  ["team/any", "team refused the key (401): no; check TEAM_KEY", {}, null],
  ["ollama/qwen3:8b", "ollama has no model qwen3:8b (404): no", {}, "ollama pull qwen3:8b"],
  [
    "google/old",
    "google has no model old (404): no",
    {},
    "Name another of its models: --seat <seat>=google/<model>, or panel in dissent.yaml.",
  ],
  ["ollama/any", "nothing listens at 127.0.0.1:11434; is ollama running?", {}, "ollama serve"],
  ["codex", "no answer within 45 s", {}, "Give it longer: dissent doctor --timeout 3m"],
  ["codex", "codex failed: something else", {}, null],
])("%s: %s", (reference, why, env, advice) => {
  expect(adviseOnFailure({ reference, why, fix: null }, env)).toBe(advice);
});

test("what the failure itself advises goes before", () => {
  const ailing = { reference: "openai/any", why: "no answer within 1 s", fix: "Do this." };

  expect(adviseOnFailure(ailing, {})).toBe("Do this.");
});
