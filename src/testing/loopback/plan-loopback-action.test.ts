import { describe, expect, test } from "vitest";

import { LOOPBACK_MANNERS, type LoopbackScript, findBehaviourName } from "./loopback-script.ts";
import {
  type LoopbackAction,
  type LoopbackMemory,
  planLoopbackAction,
} from "./plan-loopback-action.ts";
import type { LoopbackQuestion } from "./vendor-dialect.ts";

function question(changes: Partial<LoopbackQuestion> = {}): LoopbackQuestion {
  return {
    dialect: "chat",
    model: "some-model",
    key: "k-some-key",
    headers: {},
    system: "",
    prompt: "Which one?",
    schema: undefined,
    tools: [],
    replyTool: undefined,
    toolResults: 0,
    maxOutputTokens: undefined,
    stream: false,
    ...changes,
  };
}

/** A loopback without a wire: what it does with one question after another. */
function table(
  script: LoopbackScript = {},
): (changes?: Partial<LoopbackQuestion>, path?: string) => LoopbackAction {
  const memory: LoopbackMemory = { failed: [], given: new Map() };
  return (changes, path = "/v1/chat/completions") =>
    planLoopbackAction({ script, asked: question(changes), memory }, path);
}

function readSpokenText(play: LoopbackAction): string {
  if (play.type !== "say") throw new TypeError(`it did not speak: ${play.type}`);
  return play.said.text;
}

describe("which behaviour", () => {
  test("a name in the path goes before one in the model, and that before one in the key", () => {
    const ask = table();

    expect(ask({ model: "loopback-hang", key: "loopback-500" }, "/loopback-html/v1/x").type).toBe(
      "raw",
    );
    expect(ask({ model: "loopback-hang", key: "loopback-500" }).type).toBe("hang");
    expect(ask({ key: "loopback-500" })).toMatchObject({ type: "fail", status: 500 });
    expect(readSpokenText(ask())).toBe("Which reply do you want?");
  });

  test("a script goes before every name: its function first, then its rules", () => {
    const ask = table({
      play: ({ prompt }) => (prompt === "mine" ? { say: "by function" } : undefined),
      rules: [
        { when: "theirs", do: { say: "by words" } },
        { when: "/th(is|at)/", do: { say: "by expression" } },
        { when: "openings/risk", do: { say: "by step" } },
        { model: "loopback-hang", do: { say: "by model" } },
      ],
    });
    const model = "loopback-hang";

    expect(readSpokenText(ask({ model, prompt: "mine" }))).toBe("by function");
    expect(readSpokenText(ask({ model, system: "theirs" }))).toBe("by words");
    expect(readSpokenText(ask({ model, prompt: "not that" }))).toBe("by expression");
    expect(readSpokenText(ask({ model, headers: { "x-dissent-step": "openings/risk" } }))).toBe(
      "by step",
    );
    expect(readSpokenText(ask({ model }))).toBe("by model");
    expect(ask({ model: "loopback-reset" }).type).toBe("reset");
  });

  test("with a key of its own it lets nobody else in, and repeats the wrong key as vendors do", () => {
    expect(table({ key: "right-key" })({ key: "wrong-key", model: "loopback-hang" })).toMatchObject(
      {
        status: 401,
        message: expect.stringContaining("wrong-key"),
      },
    );
  });

  test("a name that means nothing is no name, and a script with such a name is told so", () => {
    expect(findBehaviourName("loopback-nonsense")).toBeUndefined();
    expect(findBehaviourName("http://x/loopback-429-then-ok/v1")).toBe("429-then-ok");
    expect(table({ play: () => "nonsense" })()).toMatchObject({ type: "fail", status: 400 });
  });
});

describe("once and then well", () => {
  test("each question is failed once, also when it comes back with a request for repair", () => {
    const ask = table();
    const model = "loopback-429-then-ok";

    expect(ask({ model, prompt: "one\nof two" })).toMatchObject({ status: 429, retryAfter: "1" });
    expect(ask({ model, prompt: "another" })).toMatchObject({ status: 429 });
    expect(readSpokenText(ask({ model, prompt: "one\nof two\nPlease mend it." }))).toBe(
      "Which reply do you want?",
    );
    expect(readSpokenText(ask({ model, prompt: "another" }))).toBe("Which reply do you want?");
    expect(ask({ model, prompt: "another" })).toMatchObject({ status: 429 });
  });
});

describe("what it says", () => {
  const answers = { "Which one": { option: "A" } };

  test.each([
    ["ok", '{"option":"A"}'],
    ["fenced", '```json\n{"option":"A"}\n```'],
    ["array", '[{"option":"A"}]'],
    ["invalid", '{"unexpected":true}'],
    ["echo", "Which one?"],
    ["thinking-only", ""],
    ["empty", ""],
    ["truncated", '{"optio'],
  ])("%s", (name, text) => {
    expect(readSpokenText(table({ answers })({ model: `loopback-${name}` }))).toBe(text);
  });

  test("every manner is played", () => {
    for (const manner of LOOPBACK_MANNERS) {
      expect(table()({ model: `loopback-${manner}` }).type, manner).toMatch(/./);
    }
  });

  test("a list of answers is given one after the other, the last for ever", () => {
    const ask = table({ answers: { Which: [{ round: 1 }, { round: 2 }] } });

    expect([ask(), ask(), ask()].map(readSpokenText)).toEqual([
      '{"round":1}',
      '{"round":2}',
      '{"round":2}',
    ]);
  });

  test("without an answer it makes one up from the schema, and gives it by the tool that stands for it", () => {
    const schema = { type: "object", properties: { ready: { type: "boolean" } } };

    expect(readSpokenText(table()({ schema }))).toBe('{"ready":true}');
    expect(table()({ schema, replyTool: "json" })).toMatchObject({
      said: { text: "", stop: "tool", tool: { name: "json", arguments: { ready: true } } },
    });
    // its result is in: the conversation must end
    expect(readSpokenText(table()({ schema, replyTool: "json", toolResults: 1 }))).toBe(
      '{"ready":true}',
    );
  });

  test("K21 without a schema beside the prompt it reads the shape at the prompt's end, and nothing else", () => {
    const shape = 'Reply like this:\n\n{\n  "vote": "yes" or "no",\n  "reason": <text>\n}';
    const schema = { type: "object", properties: { other: { type: "boolean" } } };

    expect(readSpokenText(table()({ prompt: shape }))).toBe('{"vote":"yes","reason":"loopback"}');
    expect(readSpokenText(table()({ prompt: shape, schema }))).toBe('{"other":true}');
  });

  test("K21 told of no shape, it asks which reply is wanted", () => {
    expect(readSpokenText(table()({ prompt: "Vote, as JSON." }))).toBe("Which reply do you want?");
    expect(readSpokenText(table()({ prompt: 'Vote.\n{\n  "vote": yes or' }))).toBe(
      "Which reply do you want?",
    );
  });

  test("a tool is called once, with the given arguments, and then there are words", () => {
    const ask = table({ tool: { name: "write_file", arguments: { path: "x" } } });
    const model = "loopback-tool-call";

    expect(ask({ model })).toMatchObject({
      said: { stop: "tool", tool: { name: "write_file", arguments: { path: "x" } } },
    });
    expect(readSpokenText(ask({ model, toolResults: 1 }))).toBe("The tool has answered.");
  });

  test("needs-room is cut short only where there is little room", () => {
    const ask = table({ answers });
    const model = "loopback-needs-room";

    expect(ask({ model, maxOutputTokens: 100 })).toMatchObject({ said: { stop: "length" } });
    expect(readSpokenText(ask({ model, maxOutputTokens: 100_000 }))).toBe('{"option":"A"}');
  });

  test("it says who it is and what it took, as scripted", () => {
    const said = table({ serves: "real-name-2026", cachedShare: 0.5 })({ prompt: "x".repeat(400) });

    expect(said).toMatchObject({
      said: { model: "real-name-2026", usage: { input: 100, cached: 50, output: 6 } },
    });
  });
});
