/** Agents that the configuration describes: how they are started, understood, and refused. */
import { describe, expect, test } from "vitest";

import { SetupError } from "../../errors.ts";
import { ModelError } from "../../model.ts";
import { type CustomAgentConfig, createCustomAdapter } from "./adapters/custom.ts";
import type { AgentCall } from "./agent-adapter.ts";

const plain: CustomAgentConfig = {
  name: "mine",
  command: "my-agent",
  args: ["ask"],
  prompt: "stdin",
  answer: "text",
  unsafe: false,
};

function createAgentCall(changes: Partial<AgentCall> = {}): AgentCall {
  return {
    prompt: "a prompt with {model} in it",
    modelId: "m-1",
    login: "key",
    key: undefined,
    server: undefined,
    folder: "/tmp/call",
    personHome: undefined,
    env: {},
    ...changes,
  };
}

const launch = (changes: Partial<CustomAgentConfig>, call: Partial<AgentCall> = {}) =>
  createCustomAdapter({ ...plain, ...changes }).launch(createAgentCall(call));

describe("how the prompt reaches it", () => {
  test("by standard input", () => {
    const { args, stdin, files } = launch({ args: ["ask", "-m", "{model}"] });

    expect({ args, stdin, files }).toEqual({
      args: ["ask", "-m", "m-1"],
      stdin: undefined,
      files: undefined,
    });
  });

  test("by file: at its mark, else as the last argument", () => {
    const files = { "prompt.md": "a prompt with {model} in it" };

    expect(launch({ prompt: "file", args: ["-f", "{file}", "-q"] })).toMatchObject({
      args: ["-f", "/tmp/call/prompt.md", "-q"],
      stdin: "",
      files,
    });
    expect(launch({ prompt: "file" }).args).toEqual(["ask", "/tmp/call/prompt.md"]);
  });

  test("by argument: what is filled in is not filled in again", () => {
    expect(launch({ prompt: "argument", args: ["-p={prompt}", "{model}"] }).args).toEqual([
      "-p=a prompt with {model} in it",
      "m-1",
    ]);
  });

  test("an argument holds 100,000 bytes and no more", () => {
    const fits = "x".repeat(100_000);

    expect(launch({ prompt: "argument" }, { prompt: fits }).args.at(-1)).toBe(fits);
    expect(() => launch({ prompt: "argument" }, { prompt: `${fits}x` })).toThrow(ModelError);
  });

  test("a command that wants a model is not started without one", () => {
    expect(() => launch({ args: ["-m", "{model}"] }, { modelId: null })).toThrow(
      /wants a model\. Write mine\/<model>, or set agents\.mine\.model/,
    );
    expect(launch({}, { modelId: null }).args).toEqual(["ask"]);
  });

  test("another address is told by its variable", () => {
    const server = "http://127.0.0.1:1";

    expect(launch({ endpointEnv: "MY_URL" }, { server }).env).toEqual({ MY_URL: server });
    expect(launch({ endpointEnv: "MY_URL" }).env).toEqual({});
  });
});

describe("how it is understood", () => {
  const read = (changes: Partial<CustomAgentConfig>, stdout: string, code = 0) =>
    createCustomAdapter({ ...plain, ...changes }).read(
      { code, stdout, stderr: "" },
      createAgentCall(),
    );

  test("as text, JSON or lines of JSON", () => {
    const text = { answered: true, answer: { text: "yes", version: null } };

    expect(read({}, "  yes\n")).toEqual(text);
    expect(read({ answer: "json", answerPath: "out.0" }, 'noise\n{"out":["yes"]}')).toEqual(text);
    expect(
      read(
        { answer: "jsonl", answerPath: "t where k=a" },
        '{"k":"a","t":"yes"}\n{"k":"b","t":"no"}',
      ),
    ).toEqual(text);
  });

  test("AG3 nothing, JSON without the place, and a failing code are no answer", () => {
    expect(read({}, " \n")).toMatchObject({ fault: { kind: "unreadable" } });
    expect(read({ answer: "json", answerPath: "out" }, "{}")).toMatchObject({
      fault: { kind: "unreadable" },
    });
    expect(read({}, "yes", 1)).toMatchObject({ answered: false });
  });

  test("JSON without a place is a mistake of the configuration", () => {
    expect(() => createCustomAdapter({ ...plain, answer: "json" })).toThrow(SetupError);
    expect(() => createCustomAdapter({ ...plain, answer: "jsonl", answerPath: "a where" })).toThrow(
      /agents\.mine\.answerPath/,
    );
  });
});

describe("how it is refused", () => {
  const loose = { ...plain, args: ["-p", "--approval-mode", "yolo"], variables: ["MY_ALLOW_ALL"] };

  test("what approves by itself is refused with the line that allows it", () => {
    expect(() => createCustomAdapter(loose)).toThrow(
      expect.objectContaining({
        code: "bad-config",
        message:
          "agents.mine lets the agent act without asking: --approval-mode yolo, MY_ALLOW_ALL.",
        hint: expect.stringContaining("agents.mine.unsafe: true"),
      }),
    );
  });

  test("allowed, it is shown as unsafe with the reason", () => {
    expect(createCustomAdapter({ ...loose, unsafe: true }).unsafe).toBe(
      "mine may run commands and change files: --approval-mode yolo, MY_ALLOW_ALL",
    );
    expect(createCustomAdapter({ ...plain, unsafe: true }).unsafe).toBe(
      "mine may run commands and change files",
    );
    expect(createCustomAdapter(plain).unsafe).toBeUndefined();
  });
});
