/** The agents that people use, as npm ships them, with the loopback in their provider's place. */
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";

import { systemClock } from "../../src/clock.ts";
import { dissent } from "../../src/dissent.ts";
import { parseReply } from "../../src/kernel/replies/parse-reply.ts";
import type { Model } from "../../src/model.ts";
import { createCustomAdapter } from "../../src/models/agents/adapters/custom.ts";
import type { AgentModelOptions } from "../../src/models/agents/agent-model-options.ts";
import { createAgentModel } from "../../src/models/agents/agent-model.ts";
import { findBuiltInAgent } from "../../src/models/agents/built-in-agents.ts";
import { waitForAgentsGone } from "../../src/models/agents/run-agent-call.ts";
import { type Script, scripted } from "../../src/models/scripted.ts";
import { challenge } from "../../src/protocols/challenge/protocol.ts";
import { memoryStore } from "../../src/stores/memory.ts";
import type { LoopbackBehaviour } from "../../src/testing/loopback/loopback-script.ts";
import { startLoopbackServer } from "../../src/testing/loopback/loopback-server.ts";
import type { LoopbackVendor } from "../../src/testing/loopback/loopback-vendor.ts";
import { createRedactor } from "../../src/text/redact.ts";
import { collectAgentAnswer, collectAgentFailure } from "../support/agents/ask-agent.ts";
import { MARK } from "../support/agents/fake-agent.ts";
import {
  type RealAgent,
  bareEnvironment,
  realAgent,
  getAgentVersion,
} from "../support/agents/real-agents.ts";
import { NO_PROC, agentFolders, marked, until } from "../support/agents/remains.ts";
import { missingPart } from "../support/processes/missing-part.ts";
import { SEATS, agreement, planBrief, stubborn } from "../support/protocols/challenge.ts";

const NO_AGENTS = missingPart("agents");

const EXTENDED = process.env["DISSENT_EXTENDED"] === "1";
const AGENTS: readonly RealAgent[] = [
  "claude",
  "codex",
  "gemini",
  "qwen",
  ...(EXTENDED ? (["opencode", "copilot"] as const) : []),
];

const KEY = "sk-planted-loopback-0123456789abcdef";
const before = process.env["TMPDIR"];
let temporary = "";
let home = "";
let loopback: LoopbackVendor;
const programs = new Map<RealAgent, string>();

beforeAll(async () => {
  if (NO_AGENTS !== undefined) return;
  for (const agent of AGENTS) programs.set(agent, await realAgent(agent));
  temporary = mkdtempSync(join(tmpdir(), "dissent-test-real-"));
  home = join(temporary, "home");
  mkdirSync(home);
  process.env["TMPDIR"] = temporary;
  loopback = await startLoopbackServer();
}, 600_000);

afterEach(async () => {
  await waitForAgentsGone();
  expect(agentFolders()).toEqual([]);
});

afterAll(async () => {
  if (before === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = before;
  await loopback?.close();
  if (temporary !== "") rmSync(temporary, { recursive: true, force: true });
});

function real(agent: RealAgent, changes: Partial<AgentModelOptions> = {}): AgentModelOptions {
  const adapter = findBuiltInAgent(agent);
  if (!adapter) throw new Error(`There is no adapter for ${agent}.`);
  return {
    reference: `${agent}/loopback-ok`,
    adapter,
    binary: programs.get(agent),
    modelId: "loopback-ok",
    login: "auto",
    env: bareEnvironment(home),
    server: { url: loopback.url, key: KEY },
    price: null,
    clock: systemClock,
    redact: createRedactor({}, [KEY]),
    ...changes,
  };
}

async function plays(behaviour: LoopbackBehaviour): Promise<void> {
  await loopback.play({ rules: [{ do: behaviour }], serves: "served-by-loopback" });
  await loopback.forget();
}

/** What an agent says of the model that answered: some repeat what they were asked for, and so say nothing. */
const TELLS: readonly RealAgent[] = ["claude", "gemini", "qwen"];

/** The tools by which each would write a file. */
function orders(agent: RealAgent, file: string): readonly (LoopbackBehaviour & object)[] {
  const command = `echo owned > ${file}`;
  const write = { file_path: file, content: "owned" };
  switch (agent) {
    case "claude":
      return [
        { tool: "Bash", arguments: { command, description: "write" } },
        { tool: "Write", arguments: write },
      ];
    case "codex":
      return [
        { tool: "exec_command", arguments: { cmd: command } },
        { tool: "shell", arguments: { command: ["sh", "-c", command] } },
      ];
    case "gemini":
    case "qwen":
      return [
        { tool: "run_shell_command", arguments: { command, description: "write" } },
        { tool: "write_file", arguments: write },
      ];
    case "opencode":
      return [{ tool: "bash", arguments: { command, description: "write" } }];
    case "copilot":
      return [{ tool: "bash", arguments: { command, description: "write" } }];
  }
}

describe.skipIf(NO_AGENTS).each(AGENTS)("%s", (agent) => {
  test("answers a prompt of 200 KB with no tools, no file of the person's, and says what it took", async () => {
    await plays({ say: '{"verdict":"agree"}' });
    const secret = join(temporary, "secret.txt");
    writeFileSync(secret, "words-of-a-secret-file");
    const prompt = `Judge what @${secret} and @secret.txt hold.\n${"All of it is “material”. ".repeat(9_000)}The end.`;
    const { text, served } = await collectAgentAnswer(real(agent, { given: { [MARK]: "ok" } }), {
      prompt,
    });
    const requests = await loopback.requests();
    const [asked, ...more] = requests.filter(({ model }) => model !== "");

    expect(JSON.parse(text)).toEqual({ verdict: "agree" });
    expect(Buffer.byteLength(prompt)).toBeGreaterThan(200_000);
    expect(asked?.prompt).toContain(prompt.trim());
    expect(JSON.stringify(requests)).not.toContain("words-of-a-secret-file");
    expect(asked?.tools.filter((tool) => tool !== "request_user_input")).toEqual([]);
    expect(more).toEqual([]);
    expect(asked!.bytes - Buffer.byteLength(prompt)).toBeLessThan(12_000);
    expect(served).toMatchObject({
      provider: agent,
      model: TELLS.includes(agent) ? "served-by-loopback" : null,
      version: getAgentVersion(agent),
    });
    expect(served.inputTokens).toBeGreaterThan(40_000);
    expect(served.outputTokens).toBeGreaterThan(0);
  });

  test("is told apart when its key is refused, and the key is in no message", async () => {
    await plays("401");
    const { reason, message } = await collectAgentFailure(real(agent));

    expect(reason).toBe("unavailable");
    expect(message).toMatch(new RegExp(`^${agent} is not let in: .* Check .+`));
    expect(message).not.toContain(KEY);
    expect(message).not.toMatch(/[\u0000-\u001f]/);
  });

  test("AG3 hands on garbage as text that holds no reply, or fails in plain words", async () => {
    await plays("garbage");
    const ended = await collectAgentAnswer(real(agent)).catch((error: unknown) => error as Error);

    if (ended instanceof Error) expect(ended.message).not.toMatch(/[\u0000-\u001f\u202e]/);
    else expect(parseReply(ended.text).found).toBe(false);
  });

  test("AG2 AG4 is ended with all that it started while its provider says nothing", async () => {
    await plays("hang");
    const mark = randomUUID();
    const controller = new AbortController();
    const failing = collectAgentFailure(real(agent, { given: { [MARK]: mark } }), controller);
    const waiting = async (): Promise<boolean> =>
      (await loopback.requests()).some(({ model }) => model !== "");
    await vi.waitUntil(waiting, { timeout: 120_000 });
    if (!NO_PROC) expect(marked(mark).length).toBeGreaterThan(0);
    controller.abort();

    expect((await failing).reason).toBe("timed-out");
    await waitForAgentsGone();
    if (!NO_PROC) {
      await until(() => marked(mark).length === 0);
      expect(marked(mark)).toEqual([]);
    }
    expect(agentFolders()).toEqual([]);
    await vi.waitUntil(async () => (await loopback.openSockets()) === 0, { timeout: 60_000 });
    expect((await loopback.requests()).map(({ ended }) => ended)).not.toContain("waiting");
  });

  test("AG1 writes no file, whatever tool the model calls", async () => {
    for (const order of orders(agent, join(temporary, "owned.txt"))) {
      await plays(order);
      await collectAgentAnswer(real(agent)).catch((error: unknown) => error);

      expect((await loopback.requests()).some(({ model }) => model !== "")).toBe(true);
      expect(existsSync(join(temporary, "owned.txt"))).toBe(false);
    }
  });

  test("that is not installed is named with the command that installs it", async () => {
    const { reason, message } = await collectAgentFailure(
      real(agent, { binary: `no-such-${agent}` }),
    );

    expect(reason).toBe("unavailable");
    expect(message).toMatch(/is not installed: .* Install it: npm install -g /);
  });
});

describe.skipIf(NO_AGENTS)("safety that can be lost", () => {
  test("control: an agent that approves by itself, allowed as unsafe, does write the file", async () => {
    const file = join(temporary, "owned-by-yolo.txt");
    await plays({ tool: "run_shell_command", arguments: { command: `echo owned > ${file}` } });
    const loose = {
      name: "loose",
      command: programs.get("qwen") ?? "",
      args: "-o json --auth-type openai -m {model} --yolo".split(" "),
      prompt: "stdin",
      answer: "json",
      answerPath: "-1.result",
    } as const;
    expect(() => createCustomAdapter({ ...loose, unsafe: false })).toThrow(
      /act without asking: --yolo/,
    );
    const model = createAgentModel({
      ...real("qwen"),
      adapter: createCustomAdapter({ ...loose, unsafe: true }),
      binary: undefined,
      given: { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${loopback.url}/v1` },
    });
    await collectAgentAnswer(model);

    expect(model.unsafe).toBe("loose may run commands and change files: --yolo");
    expect(existsSync(file)).toBe(true);
  });

  test("AG1 claude by its own login starts no server or hook of the person's, and reads no instructions or files", async () => {
    await plays({ say: '{"ok":true}' });
    const started = join(temporary, "started.txt");
    const hook = { hooks: [{ type: "command", command: `touch ${started}` }] };
    mkdirSync(join(home, ".claude"));
    writeFileSync(join(home, ".claude", "CLAUDE.md"), "words-of-the-person");
    writeFileSync(
      join(home, ".claude", "settings.json"),
      JSON.stringify({ hooks: { SessionStart: [hook], UserPromptSubmit: [hook] } }),
    );
    writeFileSync(
      join(home, ".claude.json"),
      JSON.stringify({ mcpServers: { mine: { command: "touch", args: [started] } } }),
    );
    const token = "sk-ant-oat01-planted-0123456789";
    const agent = real("claude", {
      server: undefined,
      login: "subscription",
      env: {
        ...bareEnvironment(home),
        ANTHROPIC_API_KEY: KEY,
        CLAUDE_CODE_OAUTH_TOKEN: token,
      },
      given: { ANTHROPIC_BASE_URL: loopback.url },
    });
    const prompt = `What does @${join(home, ".claude", "CLAUDE.md")} say?`;
    const { served } = await collectAgentAnswer(agent, { prompt });
    const requests = await loopback.requests();

    expect(served.costUsd).toBe(0);
    expect(requests.some(({ headers }) => headers["authorization"] === `Bearer ${token}`)).toBe(
      true,
    );
    expect(JSON.stringify(requests)).not.toMatch(new RegExp(`words-of-the-person|${KEY}`));
    expect(existsSync(started)).toBe(false);
  });
});

describe.skipIf(NO_AGENTS)("a debate of three agents", () => {
  const seated: Readonly<Record<string, RealAgent>> = {
    architect: "claude",
    operator: "codex",
    adversary: "qwen",
  };

  /** The loopback answers each seat, told by its model's name, with what the script has for the step it is at. */
  async function held(script: Script): ReturnType<ReturnType<typeof dissent>["read"]> {
    const at = new Map<string, string>();
    await loopback.play({
      play: ({ model }) => {
        const said = script[at.get(model) ?? ""];
        return said && "reply" in said ? { reply: said.reply, manner: "fenced" } : "refusal";
      },
    });
    const modelFor = async (reference: string): Promise<Model> => {
      const seat = reference.split("/")[1] ?? "";
      const agent = seated[seat];
      if (agent === undefined) return scripted(script);
      const model = createAgentModel(real(agent, { reference, modelId: seat }));
      return {
        ...model,
        answer(request, signal) {
          at.set(seat, request.key.split("/").slice(1).join("/"));
          return model.answer(request, signal);
        },
      };
    };
    const app = dissent({ store: memoryStore(systemClock), protocols: [challenge], modelFor });
    const seats = Object.fromEntries(
      SEATS.map((seat) => [seat, { model: `${seated[seat]}/${seat}` }]),
    );
    const plan = app.plan("challenge", { brief: planBrief(), seats, settings: { max_rounds: 2 } });
    const id = await app.open(plan, "tester");
    await app.run({ debate: id });
    return app.read(id);
  }

  test("ends in CONSENSUS when all three agree, each heard once and by name", async () => {
    const { events } = await held(agreement());
    const settled = events.find(({ fact }) => fact.type === "debate-settled")?.fact;
    const replies = events.flatMap(({ fact }) => (fact.type === "reply-recorded" ? [fact] : []));
    const heard = replies.filter(({ by }) => by !== "proponent");

    expect(settled).toMatchObject({ outcome: { label: "CONSENSUS", present: 4, expected: 4 } });
    expect(Object.fromEntries(heard.map(({ by, speaker }) => [by, speaker]))).toEqual({
      architect: {
        provider: "claude",
        requested: "claude/architect",
        served: "architect",
        version: getAgentVersion("claude"),
      },
      operator: {
        provider: "codex",
        requested: "codex/operator",
        served: null,
        version: getAgentVersion("codex"),
      },
      adversary: {
        provider: "qwen",
        requested: "qwen/adversary",
        served: "adversary",
        version: getAgentVersion("qwen"),
      },
    });
    expect(JSON.stringify(events)).not.toContain(KEY);
  });

  test("ends in TRADEOFF when one of them is not convinced", async () => {
    const { events } = await held(stubborn(2));
    const settled = events.find(({ fact }) => fact.type === "debate-settled")?.fact;
    const heard = events.filter(
      ({ fact }) => fact.type === "reply-recorded" && fact.speaker.provider === "claude",
    );

    expect(settled).toMatchObject({ outcome: { label: "TRADEOFF", ending: "open" } });
    expect(heard.map(({ fact }) => ("key" in fact ? fact.key : ""))).toEqual([
      "challenges/architect",
      "rebuttals-1/architect",
      "rebuttals-2/architect",
      "assumptions/architect",
    ]);
  });
});
