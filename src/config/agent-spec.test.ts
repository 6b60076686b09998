/** Agents as people write them: models with colons, personas, instructions in quotes. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { parseAgentSpecs, PERSONAS } from "../protocols/merge/files/agent-spec.ts";
import { PERSONA_NAMES } from "../protocols/merge/prompts/personas.ts";

const one = (spec: string) => parseAgentSpecs([spec]).agents;

test("A2 a model alone, with a persona, and with an instruction", () => {
  expect(
    parseAgentSpecs([
      'anthropic/opus,openai/gpt:security , offline:architect:"name every owner, twice"',
    ]),
  ).toEqual({
    agents: [
      { model: "anthropic/opus", persona: null, instruction: null },
      { model: "openai/gpt", persona: "security", instruction: null },
      { model: "offline", persona: "architect", instruction: "name every owner, twice" },
    ],
    warnings: [],
  });
});

test("the personas are those that the protocol knows", () => {
  expect([...PERSONAS]).toEqual(PERSONA_NAMES);
});

test("a quoted second part is an instruction without a persona", () => {
  expect(one('claude:"keep it: short"')).toEqual([
    { model: "claude", persona: null, instruction: "keep it: short" },
  ]);
  expect(one('claude::"short"')).toEqual([
    { model: "claude", persona: null, instruction: "short" },
  ]);
});

test("a flag given twice adds up", () => {
  expect(parseAgentSpecs(["a/x", "b/y:qa"]).agents.map(({ model }) => model)).toEqual([
    "a/x",
    "b/y",
  ]);
});

describe("model ids with a colon", () => {
  test.each([
    ["ollama/llama3:8b", "ollama/llama3:8b", null, null],
    ["ollama/llama3:8b:qa", "ollama/llama3:8b", "qa", null],
    ["ollama/llama3:qa", "ollama/llama3", "qa", null],
    ['ollama/llama3:8b:qa:"be brief"', "ollama/llama3:8b", "qa", "be brief"],
    ['ollama/llama3:"be brief"', "ollama/llama3", null, "be brief"],
    ["openrouter/some/model:free:scribe", "openrouter/some/model:free", "scribe", null],
  ])("%s", (spec, model, persona, instruction) => {
    expect(parseAgentSpecs([spec])).toEqual({
      agents: [{ model, persona, instruction }],
      warnings: [],
    });
  });
});

test("an unknown persona is warned of, and the model writes without one", () => {
  const { agents, warnings } = parseAgentSpecs(['anthropic/opus:wizard:"be brief"']);

  expect(agents).toEqual([{ model: "anthropic/opus", persona: null, instruction: "be brief" }]);
  expect(warnings).toEqual([
    expect.stringMatching(/^there is no persona "wizard", so anthropic\/opus writes without one/),
  ]);
});

describe("what stops", () => {
  test.each([
    ["offline:architect:be brief", 'the instruction "be brief" is not in quotation marks'],
    ["offline:architect:brief", 'the instruction "brief" is not in quotation marks'],
    ["offline:be brief", 'the instruction "be brief" is not in quotation marks'],
    ["offline,,offline", '"" names no model'],
    ["", '"" names no model'],
    [':architect:"x"', "names no model"],
    ['"write"', "names no model"],
    ['offline:architect:"never closed', "is never closed"],
    ['offline:"x":architect', "has something after its instruction"],
    ['offline:architect:"x":"y"', "has too many parts"],
  ])("%s", (spec, message) => {
    expect(() => parseAgentSpecs([spec])).toThrow(message);
    expect(() => parseAgentSpecs([spec])).toThrow(expect.objectContaining({ code: "usage" }));
  });
});

test("whatever is written, the result is agents or one clear refusal", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."a/:,\"'“” \u001bqa".split("")) }), (spec) => {
      try {
        for (const { model, persona } of parseAgentSpecs([spec]).agents) {
          expect(model).not.toBe("");
          expect([null, ...PERSONAS]).toContain(persona);
        }
      } catch (error) {
        expect(error).toMatchObject({ code: "usage", hint: expect.any(String) });
        expect((error as Error).message).not.toMatch(/[\u0000-\u001f]/);
      }
    }),
  );
});
