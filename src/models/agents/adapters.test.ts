/** Each agent as it is started and understood: no tools, no prompt in its arguments, no word for success believed. */
import { describe, expect, test } from "vitest";

import { claudeAdapter } from "./adapters/claude.ts";
import { codexAdapter } from "./adapters/codex.ts";
import { copilotAdapter } from "./adapters/copilot.ts";
import { geminiAdapter } from "./adapters/gemini.ts";
import { opencodeAdapter } from "./adapters/opencode.ts";
import { qwenAdapter } from "./adapters/qwen.ts";
import type { AgentAdapter, AgentCall, ProgramOutput } from "./agent-adapter.ts";
import { findAutoApprovals } from "./auto-approval.ts";
import { BUILT_IN_AGENTS } from "./built-in-agents.ts";

function createAgentCall(changes: Partial<AgentCall> = {}): AgentCall {
  return {
    prompt: "the words of the prompt",
    modelId: "some-model",
    login: "key",
    key: { name: "KEY", value: "the-key-itself" },
    server: undefined,
    folder: "/tmp/call",
    personHome: "/home/ada",
    env: {},
    ...changes,
  };
}

function printed(changes: Partial<ProgramOutput>): ProgramOutput {
  return { code: 0, stdout: "", stderr: "", ...changes };
}

const lines = (...values: readonly object[]): string =>
  values.map((value) => JSON.stringify(value)).join("\n");

describe.each(BUILT_IN_AGENTS.map((agent) => [agent.name, agent] as const))("%s", (_, agent) => {
  test.each(["key", "subscription"] as const)(
    "AG1 by %s it approves nothing, and neither prompt nor key is an argument",
    (login) => {
      const { args, env = {}, files = {} } = agent.launch(createAgentCall({ login }));

      expect(findAutoApprovals(args, Object.keys(env))).toEqual([]);
      const told = JSON.stringify({ args, env, files });
      expect(told).not.toMatch(/the words of the prompt|the-key-itself/);
      expect(Object.values({ ...env }).concat(args)).toContain("some-model");
    },
  );

  test("without a model it is asked for none", () => {
    expect(JSON.stringify(agent.launch(createAgentCall({ modelId: null })))).not.toMatch(
      /null|undefined/,
    );
  });

  test("a server takes the place of every address", () => {
    const launch = agent.launch(createAgentCall({ server: "http://127.0.0.1:4000" }));

    expect(JSON.stringify(launch)).toContain("http://127.0.0.1:4000");
  });

  test.each([
    ["nothing", { stdout: "" }],
    ["garbage", { stdout: "\u001b[2J{]\u0000}{" }],
    ["an empty object", { stdout: "{}" }],
    ["lists of nothing", { stdout: "[null]\n[]\n{}" }],
  ])("G3 %s and a code of 0 is unreadable", (_name, left) => {
    expect(agent.read(printed(left), createAgentCall())).toMatchObject({
      answered: false,
      fault: { kind: "unreadable" },
    });
  });

  test("AG3 a code that is not 0 is a failure, whatever it printed", () => {
    const left = printed({ code: 3, stdout: "{}", stderr: "a reason" });

    expect(agent.read(left, createAgentCall())).toMatchObject({ answered: false });
  });
});

describe("claude", () => {
  const init = { type: "system", subtype: "init", claude_code_version: "2.1.0", model: "asked" };
  const said = { type: "assistant", message: { model: "answering", content: [] } };
  const result = {
    type: "result",
    subtype: "success",
    is_error: false,
    result: "the answer",
    usage: {
      input_tokens: 5,
      cache_read_input_tokens: 3,
      cache_creation_input_tokens: 2,
      output_tokens: 7,
    },
    total_cost_usd: 0.25,
  };

  test("says who answered, what it took and what it cost", () => {
    expect(
      claudeAdapter.read(printed({ stdout: lines(init, said, result) }), createAgentCall()),
    ).toEqual({
      answered: true,
      answer: {
        text: "the answer",
        model: "answering",
        version: "2.1.0",
        tokens: { input: 10, cached: 3, output: 7 },
        costUsd: 0.25,
      },
    });
  });

  test("AG3 an error is one although its subtype says success", () => {
    const failed = { ...result, is_error: true, api_error_status: 401, result: "Invalid API key" };

    expect(
      claudeAdapter.read(printed({ code: 1, stdout: lines(init, failed) }), createAgentCall()),
    ).toMatchObject({
      fault: { says: "Invalid API key", status: 401 },
    });
    expect(
      claudeAdapter.read(printed({ stdout: lines(init, failed) }), createAgentCall()),
    ).toMatchObject({
      answered: false,
    });
  });

  test("a refusal and a cut answer are told apart", () => {
    const ended = (stop_reason: string) =>
      claudeAdapter.read(
        printed({ code: 1, stdout: lines({ ...result, is_error: true, stop_reason }) }),
        createAgentCall(),
      );

    expect(ended("refusal")).toMatchObject({ fault: { kind: "refused" } });
    expect(ended("max_tokens")).toMatchObject({ fault: { kind: "unreadable" } });
  });

  test("by its own login no setting of the person is read", () => {
    const { args } = claudeAdapter.launch(createAgentCall({ login: "subscription" }));

    expect(args).not.toContain("--bare");
    expect(args.slice(args.indexOf("--setting-sources")).slice(0, 2)).toEqual([
      "--setting-sources",
      "",
    ]);
    expect(claudeAdapter.launch(createAgentCall()).args).toContain("--bare");
  });
});

describe("codex", () => {
  const warning = {
    type: "item.completed",
    item: { type: "error", message: "Model metadata not found" },
  };
  const said = { type: "item.completed", item: { type: "agent_message", text: "the answer" } };
  const done = {
    type: "turn.completed",
    usage: { input_tokens: 11, cached_input_tokens: 3, output_tokens: 7 },
  };

  test("warnings of a good run are no failure, and no model is made up", () => {
    expect(
      codexAdapter.read(printed({ stdout: lines(warning, said, done) }), createAgentCall()),
    ).toEqual({
      answered: true,
      answer: { text: "the answer", tokens: { input: 11, cached: 3, output: 7 } },
    });
  });

  test("AG3 words without the end of a turn are no answer", () => {
    expect(
      codexAdapter.read(printed({ stdout: lines(warning, said) }), createAgentCall()),
    ).toMatchObject({
      answered: false,
    });
  });

  test("the status of a failure is read from its words", () => {
    const message = "unexpected status 401 Unauthorized: no, url: http://x";
    const stdout = lines(warning, { type: "turn.failed", error: { message } });

    expect(codexAdapter.read(printed({ code: 1, stdout }), createAgentCall())).toMatchObject({
      fault: { says: message, status: 401 },
    });
  });

  test("a key goes to the address it belongs to, and to no other", () => {
    const told = (call: Partial<AgentCall>): string =>
      JSON.stringify(codexAdapter.launch(createAgentCall(call)).args);

    expect(told({})).toContain("https://api.openai.com/v1");
    expect(told({ env: { OPENAI_BASE_URL: "https://gateway.example/v1" } })).toContain(
      "gateway.example",
    );
    expect(told({ login: "subscription" })).not.toContain("base_url");
  });

  test("a login is linked and not copied: a refreshed one must reach the person", () => {
    const { env, links, copies } = codexAdapter.launch(createAgentCall({ login: "subscription" }));

    expect(links).toEqual({ "home/.codex/auth.json": "/home/ada/.codex/auth.json" });
    expect(copies).toBeUndefined();
    expect(env).toEqual({ HOME: "/tmp/call/home", CODEX_HOME: "/tmp/call/home/.codex" });
  });
});

describe("gemini", () => {
  const model = (tokens: object, roles: object = {}): object => ({ tokens, roles });

  test("the model that answered is the one in the main role; what both took is added", () => {
    const stdout = `Warning: old\n${JSON.stringify(
      {
        response: "the answer",
        stats: {
          models: {
            chooser: model({ prompt: 2, cached: 0, candidates: 1, thoughts: 0 }),
            answering: model({ prompt: 11, cached: 3, candidates: 7, thoughts: 4 }, { main: {} }),
          },
        },
      },
      null,
      2,
    )}`;

    expect(geminiAdapter.read(printed({ stdout }), createAgentCall())).toEqual({
      answered: true,
      answer: {
        text: "the answer",
        model: "answering",
        tokens: { input: 13, cached: 3, output: 12 },
      },
    });
  });

  test("an error is read from the end of stderr, after a stack", () => {
    const message = JSON.stringify({ error: { code: 401, message: "invalid key" } });
    const stderr = `Error\n    at x (y.js:1)\n{\n  status: 401\n}\n${JSON.stringify({ error: { message, code: 401 } }, null, 2)}\n`;

    expect(geminiAdapter.read(printed({ code: 145, stderr }), createAgentCall())).toMatchObject({
      fault: { says: "invalid key", status: 401 },
    });
    expect(geminiAdapter.read(printed({ code: 41, stderr: "" }), createAgentCall())).toMatchObject({
      fault: { kind: "locked-out" },
    });
  });

  test("AG1 even by its own login it has a home without the person's servers and memory", () => {
    const { env, copies, files } = geminiAdapter.launch(createAgentCall({ login: "subscription" }));

    expect(env).toMatchObject({ GEMINI_CLI_HOME: "/tmp/call/home" });
    expect(copies).toMatchObject({
      "home/.gemini/oauth_creds.json": "/home/ada/.gemini/oauth_creds.json",
    });
    expect(files?.["home/.gemini/settings.json"]).toContain('"core":[]');
    expect(geminiAdapter.launch(createAgentCall()).copies).toBeUndefined();
  });
});

describe("qwen", () => {
  const result = {
    type: "result",
    is_error: false,
    result: "the answer",
    usage: { input_tokens: 11, cache_read_input_tokens: 3, output_tokens: 7 },
    stats: { models: { answering: {} } },
  };
  const init = { type: "system", subtype: "init", model: "asked", qwen_code_version: "0.24.4" };

  test("the model is read from its statistics: its messages repeat what was asked for", () => {
    expect(
      qwenAdapter.read(printed({ stdout: JSON.stringify([init, result]) }), createAgentCall()),
    ).toEqual({
      answered: true,
      answer: {
        text: "the answer",
        model: "answering",
        version: "0.24.4",
        tokens: { input: 11, cached: 3, output: 7 },
      },
    });
  });

  test("an error is read from its list, or from stderr", () => {
    const failed = { type: "result", is_error: true, error: { message: "[API Error: 401 no]" } };
    const stderr = `Ripgrep is not there\n${JSON.stringify({ error: { message: "wall-clock budget exceeded" } }, null, 2)}`;

    expect(
      qwenAdapter.read(
        printed({ code: 1, stdout: JSON.stringify([init, failed]) }),
        createAgentCall(),
      ),
    ).toMatchObject({
      fault: { says: "[API Error: 401 no]", status: 401 },
    });
    expect(qwenAdapter.read(printed({ code: 55, stderr }), createAgentCall())).toMatchObject({
      fault: { says: "wall-clock budget exceeded" },
    });
  });

  test("a key alone is not taken for one of its provider's", () => {
    expect(qwenAdapter.auto(null, { OPENAI_API_KEY: "sk" })).toBe("subscription");
    expect(
      qwenAdapter.auto(null, { OPENAI_API_KEY: "sk", OPENAI_BASE_URL: "https://q.example" }),
    ).toBe("key");
    expect(qwenAdapter.launch(createAgentCall()).env).toMatchObject({
      OPENAI_BASE_URL: "https://api.openai.com/v1",
    });
  });
});

describe("opencode", () => {
  test("the parts of its last message are joined, and its steps added up", () => {
    const part = (messageID: string, text: string): object => ({
      type: "text",
      part: { messageID, text },
    });
    const step = {
      type: "step_finish",
      part: {
        cost: 0.5,
        tokens: { input: 8, output: 7, reasoning: 1, cache: { read: 3, write: 2 } },
      },
    };
    const stdout = lines(part("1", "thinking"), step, part("2", "the "), part("2", "answer"), step);

    expect(opencodeAdapter.read(printed({ stdout }), createAgentCall())).toEqual({
      answered: true,
      answer: { text: "the answer", tokens: { input: 26, cached: 6, output: 16 }, costUsd: 1 },
    });
  });

  test("AG3 an error is one, also with a code of 0", () => {
    const stdout = lines({ type: "error", error: { data: { message: "no", statusCode: 401 } } });

    expect(opencodeAdapter.read(printed({ stdout }), createAgentCall())).toMatchObject({
      fault: { says: "no", status: 401 },
    });
  });

  test("the key is that of the provider before the slash, and no other", () => {
    expect(opencodeAdapter.keys("anthropic/claude-x")).toEqual(["ANTHROPIC_API_KEY"]);
    expect(opencodeAdapter.auto("openai/gpt", { ANTHROPIC_API_KEY: "sk" })).toBe("subscription");
    expect(opencodeAdapter.family("anthropic/claude-x")).toBe("anthropic");
    expect(opencodeAdapter.family("somebody/model")).toBeUndefined();
  });
});

describe("copilot", () => {
  const said = { type: "assistant.message", data: { content: "the answer", model: "gpt-9" } };
  const read = (call: Partial<AgentCall>) =>
    copilotAdapter.read(
      printed({ stdout: lines(said, { type: "result", exitCode: 0 }) }),
      createAgentCall(call),
    );

  test("a model that it was asked for is not taken for the one that answered", () => {
    expect(read({ modelId: "gpt-9" })).toMatchObject({
      answer: { text: "the answer", model: undefined },
    });
    expect(read({ modelId: null })).toMatchObject({ answer: { model: "gpt-9" } });
  });

  test("an error of the session is told with its status", () => {
    const stdout = lines({ type: "session.error", data: { message: "no", statusCode: 429 } });

    expect(copilotAdapter.read(printed({ code: 1, stdout }), createAgentCall())).toMatchObject({
      fault: { says: "no", status: 429 },
    });
  });

  test("the family is that of the model", () => {
    expect(
      ["claude-opus", "gpt-9", "gemini-3", "other", null].map((id) => copilotAdapter.family(id)),
    ).toEqual(["anthropic", "openai", "google", undefined, undefined]);
  });
});

test("every agent says how to get it and how to get in", () => {
  const told = (agent: AgentAdapter): string[] => [
    agent.install,
    agent.entry.key,
    agent.entry.subscription,
  ];

  expect(BUILT_IN_AGENTS.map(({ name }) => name)).toEqual([
    "claude",
    "codex",
    "gemini",
    "qwen",
    "opencode",
    "copilot",
  ]);
  for (const agent of BUILT_IN_AGENTS)
    for (const words of told(agent)) expect(words).toMatch(/\w{4}/);
});
