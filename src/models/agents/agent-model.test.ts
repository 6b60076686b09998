/** What an agent's model says of itself before it is asked. */
import { describe, expect, test } from "vitest";

import { openingRequest } from "../../../test/conformance/model.ts";
import { fakeClock } from "../../../test/support/time/fake-clock.ts";
import { SetupError } from "../../errors.ts";
import type { Price } from "../../model.ts";
import { claudeAdapter } from "./adapters/claude.ts";
import { createCustomAdapter } from "./adapters/custom.ts";
import type { AgentModelOptions } from "./agent-model-options.ts";
import { createAgentModel, createAgentServedRecord, resolveAgentLogin } from "./agent-model.ts";
import { BUILT_IN_AGENTS } from "./built-in-agents.ts";

const price: Price = {
  approximate: true,
  usd: ({ input, output }) => (input + output) / 1_000_000,
};

function setting(changes: Partial<AgentModelOptions> = {}): AgentModelOptions {
  return {
    reference: "claude/opus",
    adapter: claudeAdapter,
    modelId: "opus",
    login: "auto",
    env: { ANTHROPIC_API_KEY: "sk-1" },
    price,
    clock: fakeClock(),
    redact: (text) => text,
    ...changes,
  };
}

describe("login", () => {
  test("auto takes a key where one is set, else the agent's own login", () => {
    expect(resolveAgentLogin(setting())).toBe("key");
    expect(resolveAgentLogin(setting({ env: {} }))).toBe("subscription");
    expect(resolveAgentLogin(setting({ env: { ANTHROPIC_API_KEY: "" } }))).toBe("subscription");
    expect(resolveAgentLogin(setting({ login: "subscription" }))).toBe("subscription");
    expect(resolveAgentLogin(setting({ login: "key", env: {} }))).toBe("key");
  });

  test("a given server is always asked by key, so that no login reaches it", () => {
    const server = { url: "http://127.0.0.1:1", key: "k" };

    for (const adapter of BUILT_IN_AGENTS) {
      expect(resolveAgentLogin(setting({ adapter, server, login: "subscription" }))).toBe("key");
    }
  });
});

describe("what it costs", () => {
  const worst = (changes: Partial<AgentModelOptions>) =>
    createAgentModel(setting(changes)).worstCase(openingRequest());

  test("K12 by key: its price, or nobody knows", () => {
    expect(createAgentModel(setting()).price).toBe(price);
    expect(createAgentModel(setting({ price: null })).price).toBeNull();
    expect(worst({}).usd).toBeGreaterThan(0.03);
    expect(worst({ price: null }).usd).toBeNull();
  });

  test("by its own login: nothing more than the subscription", () => {
    expect(createAgentModel(setting({ env: {} }))).not.toHaveProperty("price");
    expect(worst({ env: {} })).toMatchObject({ usd: 0 });
  });

  test("after the answer: as the agent says, else by price, else unknown", () => {
    const answer = { text: "yes", tokens: { input: 100, cached: 10, output: 20 } };
    const serving = { provider: "claude", login: "key", prompt: "why?", price } as const;
    const served = {
      provider: "claude",
      model: null,
      version: null,
      inputTokens: 100,
      outputTokens: 20,
      cachedTokens: 10,
    };

    expect(createAgentServedRecord(serving, { ...answer, costUsd: 0.5 })).toEqual({
      ...served,
      costUsd: 0.5,
    });
    expect(createAgentServedRecord(serving, answer)).toEqual({
      ...served,
      costUsd: 0.00012,
      price: "approximate",
    });
    expect(createAgentServedRecord({ ...serving, price: null }, answer)).toEqual({
      ...served,
      costUsd: 0,
      price: "unknown",
    });
    expect(
      createAgentServedRecord({ ...serving, login: "subscription" }, { ...answer, costUsd: 0.5 }),
    ).toEqual({
      ...served,
      costUsd: 0,
    });
  });

  test.each([undefined, { input: 0, cached: 0, output: 0 }])(
    "tokens that the agent does not tell are estimated, and the price with them",
    (tokens) => {
      const exact: Price = { approximate: false, usd: () => 1 };
      const served = createAgentServedRecord(
        { provider: "copilot", login: "key", prompt: "x".repeat(3_000), price: exact },
        { text: "y".repeat(300), tokens },
      );

      expect(served).toMatchObject({ outputTokens: 100, price: "approximate" });
      expect(served.inputTokens).toBeGreaterThanOrEqual(1_000);
    },
  );
});

describe("who it is", () => {
  test("family and hosts, by login and address", () => {
    expect(createAgentModel(setting())).toMatchObject({
      family: "anthropic",
      hosts: ["api.anthropic.com"],
    });
    expect(createAgentModel(setting({ family: "mine" })).family).toBe("mine");
    expect(
      createAgentModel(
        setting({
          env: { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: "http://gw.example:8080/x" },
        }),
      ).hosts,
    ).toEqual(["gw.example:8080"]);
    expect(
      createAgentModel(setting({ server: { url: "http://127.0.0.1:4000", key: "k" } })).hosts,
    ).toEqual(["127.0.0.1:4000"]);
  });

  test("unsafe is said by the model itself", () => {
    const adapter = createCustomAdapter({
      name: "mine",
      command: "m",
      args: ["--yolo"],
      prompt: "stdin",
      answer: "text",
      unsafe: true,
    });

    expect(createAgentModel(setting({ adapter })).unsafe).toMatch(/--yolo/);
    expect(createAgentModel(setting())).not.toHaveProperty("unsafe");
  });

  test.each(["--dangerously-skip-permissions", "-m", "", "a b", "a\nb", "x".repeat(201), "$(id)"])(
    "a model id that an agent could take for something else is refused: %j",
    (modelId) => {
      expect(() => createAgentModel(setting({ modelId }))).toThrow(SetupError);
    },
  );

  test.each(["opus", "claude-sonnet-5[1m]", "anthropic/claude-5@2026", "qwen3:8b", "gpt-6.1_x"])(
    "%s is a model id",
    (modelId) => {
      expect(createAgentModel(setting({ modelId })).id).toBe("claude/opus");
    },
  );

  test("a variable that lets a built-in agent act is refused", () => {
    expect(() => createAgentModel(setting({ given: { COPILOT_ALLOW_ALL: "true" } }))).toThrow(
      /act without asking: COPILOT_ALLOW_ALL/,
    );
  });
});
