/** Agents as real processes that misbehave: whatever they do, one answer or one absence, and nothing left. */
import { spawn } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import type { Clock } from "../../src/clock.ts";
import { systemClock } from "../../src/clock.ts";
import { createAgentModel } from "../../src/models/agents/agent-model.ts";
import { waitForAgentsGone } from "../../src/models/agents/run-agent-call.ts";
import { NO_TRAFFIC_LIMITS } from "../../src/models/endpoint.ts";
import { describeReplyShape } from "../../src/models/reply-shape.ts";
import { createTraffic } from "../../src/models/traffic/traffic.ts";
import { modelConformance, openingRequest } from "../conformance/model.ts";
import { collectAgentAnswer, collectAgentFailure } from "../support/agents/ask-agent.ts";
import { fakeAgent } from "../support/agents/fake-agent.ts";
import {
  agentFolders,
  marked,
  NO_PROC,
  openPipes,
  listSupervisors,
  until,
} from "../support/agents/remains.ts";
import { recommends } from "../support/protocols/judges.ts";

/** Ten times as fast, so that nobody waits for two seconds of grace. */
const quickClock: Clock = {
  nowMs: () => systemClock.nowMs(),
  after: (delayMs, call) => systemClock.after(delayMs / 10, call),
};

const HOST = join(import.meta.dirname, "../programs/agent-host.ts");

const before = process.env["TMPDIR"];
let temporary = "";

beforeAll(() => {
  temporary = mkdtempSync(join(tmpdir(), "dissent-test-agents-"));
  process.env["TMPDIR"] = temporary;
});

afterEach(async () => {
  await waitForAgentsGone();
  expect(agentFolders()).toEqual([]);
});

afterAll(() => {
  if (before === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = before;
  rmSync(temporary, { recursive: true, force: true });
});

const opening = JSON.stringify(recommends("risk", "A").reply);

modelConformance("an agent, as a process", {
  answering: () => createAgentModel(fakeAgent("answer", { args: [opening] })),
  failing: () => createAgentModel(fakeAgent("die", { args: ["1", "no"] })),
  silent: () => createAgentModel(fakeAgent("hang", { clock: quickClock })),
});

interface Seen {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly here: readonly string[];
  readonly home: readonly string[];
  readonly stdinBytes: number;
  readonly promptBytes: number;
  readonly promptHash: string;
}

async function seenBy(fake: Parameters<typeof fakeAgent>[1] = {}, prompt?: string): Promise<Seen> {
  const config = { answer: "json", answerPath: "result", ...fake.config } as const;
  const agent = fakeAgent("echo", { ...fake, config });
  const { text } = await collectAgentAnswer(agent, prompt === undefined ? {} : { prompt });
  return JSON.parse(text) as Seen;
}

/** The prompt as an agent gets it: K21, the shape of its reply is the last it reads. */
function withReplyShape(prompt: string): string {
  return `${prompt}\n\n${describeReplyShape(openingRequest().schema())}`;
}

describe("what an agent sees", () => {
  test("AG1 a few variables of the environment, and no key or nested agent's variable among them", async () => {
    const planted = {
      ANTHROPIC_API_KEY: "sk-planted-1",
      OPENAI_API_KEY: "sk-planted-2",
      AWS_SECRET_ACCESS_KEY: "planted-3",
      GITHUB_TOKEN: "planted-4",
      CLAUDECODE: "1",
      CLAUDE_CODE_ENTRYPOINT: "cli",
      CODEX_SANDBOX: "seatbelt",
      GEMINI_CLI: "1",
      NODE_OPTIONS: "--no-warnings",
      HOME: "/somebody/elses/home",
      HTTPS_PROXY: "http://proxy.example:3128",
    };
    const { env } = await seenBy({
      env: { PATH: process.env["PATH"], LANG: "C.UTF-8", ...planted },
      given: { AGENT_API_KEY: "its-own-key" },
    });

    expect(Object.keys(env).sort()).toEqual(
      (
        "AGENT_API_KEY DISSENT_AGENT_CALL DISSENT_TEST_MARK HOME HTTPS_PROXY LANG NO_COLOR " +
        "PATH TMPDIR"
      ).split(" "),
    );
    expect(env).toMatchObject({ AGENT_API_KEY: "its-own-key", HTTPS_PROXY: planted.HTTPS_PROXY });
    expect(env["HOME"]).not.toBe(planted.HOME);
  });

  test("AG1 an empty home and an empty directory of its own, which are gone afterwards", async () => {
    const { cwd, here, home, env } = await seenBy();

    expect({ here, home }).toEqual({ here: [], home: [] });
    expect(cwd).toMatch(/dissent-agent-[\w.-]+\/work$/);
    expect(cwd.startsWith(temporary)).toBe(true);
    expect(env["TMPDIR"]).toBe(join(cwd, "../tmp"));
  });

  test("AG1 by its own login it has the person's home, and by grant a directory", async () => {
    const { env, cwd } = await seenBy({ login: "subscription", workDir: tmpdir() });

    expect(env["HOME"]).toBe(process.env["HOME"]);
    expect(cwd).toBe(tmpdir());
  });

  test.each(["stdin", "file"] as const)(
    "a prompt of 200 KB whole and to the byte, by %s, with standard input closed",
    async (way) => {
      const question = "Is it “whole”? ".repeat(12_000);
      const { promptBytes, promptHash, stdinBytes } = await seenBy(
        { config: { prompt: way } },
        question,
      );
      const prompt = withReplyShape(question);

      expect(promptBytes).toBe(Buffer.byteLength(prompt));
      expect(promptBytes).toBeGreaterThan(200_000);
      expect(promptHash).toBe(createHash("sha256").update(prompt).digest("hex"));
      expect(stdinBytes).toBe(way === "stdin" ? promptBytes : 0);
    },
  );

  test("a prompt as an argument, without a shell that would read it", async () => {
    const prompt = `$(touch owned) \`id\` "quoted" 'twice' ; rm -rf * && echo %PATH% {model}`;
    const { args, here } = await seenBy({ config: { prompt: "argument" } }, prompt);

    expect(args.at(-1)).toBe(withReplyShape(prompt));
    expect(here).toEqual([]);
  });

  test("a prompt that is too long for an argument is refused before anything is started", async () => {
    const agent = fakeAgent("echo", { config: { prompt: "argument" } });
    const tooLong = "x".repeat(100_001 - withReplyShape("").length);
    const { reason, message } = await collectAgentFailure(agent, { prompt: tooLong });

    expect(reason).toBe("unavailable");
    expect(message).toMatch(/101 kB is too long for an argument\. Set agents\.fake\.prompt/);
  });
});

describe("what an agent does wrong", () => {
  test("AG3 garbage is unreadable, and none of its escapes is repeated", async () => {
    const { reason, message } = await collectAgentFailure(
      fakeAgent("garbage", { config: { answer: "json", answerPath: "result" } }),
    );

    expect(reason).toBe("unreadable");
    expect(message).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
    expect(message.length).toBeLessThan(800);
  });

  test("AG3 an exit code decides: what was printed before a failure is no answer", async () => {
    expect(await collectAgentFailure(fakeAgent("garbage", { args: ["7"] }))).toMatchObject({
      reason: "unavailable",
    });
  });

  test("its last words are told on one line, without escapes and without its key", async () => {
    const { reason, message } = await collectAgentFailure(
      fakeAgent("die", {
        args: ["9", "the disk is on fire"],
        given: { AGENT_API_KEY: "a-planted-key-of-its-own" },
      }),
    );

    expect(reason).toBe("unavailable");
    expect(message).toMatch(/^fake failed: ….*the disk is on fire \[redacted\]$/);
    expect(message).not.toMatch(/[\u0000-\u001f\u202e]|planted/);
    expect(message.length).toBeLessThan(700);
  });

  test("a login that is missing is told with what to do", async () => {
    const { reason, message } = await collectAgentFailure(
      fakeAgent("die", { args: ["1", "Error 401: not logged in"] }),
    );

    expect(reason).toBe("unavailable");
    expect(message).toMatch(/^fake is not let in: .*agents\.fake\.login: subscription\.$/);
  });

  test("a program that is missing is told with its name", async () => {
    const agent = fakeAgent("answer", { config: { command: "no-such-agent" } });

    expect(await collectAgentFailure(agent)).toMatchObject({
      reason: "unavailable",
      message:
        "fake is not installed: there is no program no-such-agent. Check agents.fake.command.",
    });
  });

  test("a file that cannot be run is not started", async () => {
    const agent = fakeAgent("answer", { config: { command: import.meta.filename } });

    expect(await collectAgentFailure(agent)).toMatchObject({ reason: "unavailable" });
  });

  test("AG2 8 MB are read whole, and one byte more is too much", async () => {
    const most = 8 * 1024 * 1024;
    const { text } = await collectAgentAnswer(
      fakeAgent("flood", { args: ["stdout", String(most)] }),
    );
    const over = await collectAgentFailure(
      fakeAgent("flood", { args: ["stdout", String(most + 1)] }),
    );

    expect(text).toHaveLength(most);
    expect(over).toMatchObject({ reason: "unreadable" });
  });

  test.each(["stdout", "stderr"])("AG2 a flood on %s is cut off and ended", async (stream) => {
    const mark = randomUUID();
    const agent = fakeAgent("flood", { args: [stream], mark, clock: quickClock });
    const { reason, message } = await collectAgentFailure(agent);
    await waitForAgentsGone();

    expect({ reason, message }).toEqual({
      reason: "unreadable",
      message: "fake: it printed more than 8 MB",
    });
    if (!NO_PROC) expect(marked(mark)).toEqual([]);
  });
});

describe.skipIf(NO_PROC)("what an agent leaves behind", () => {
  test("AG2 an agent that ignores SIGTERM is left at once and killed with its children", async () => {
    const mark = randomUUID();
    const ready = join(temporary, mark);
    const controller = new AbortController();
    const agent = fakeAgent("stubborn", { mark, args: [ready], clock: quickClock });
    const failing = collectAgentFailure(agent, controller);
    await until(() => existsSync(ready));

    controller.abort();
    const { reason } = await failing;
    // told while both still live: it did not wait for them
    const alive = marked(mark).length;
    await waitForAgentsGone();
    await until(() => marked(mark).length === 0);

    expect(reason).toBe("timed-out");
    expect(alive).toBe(2);
    expect(marked(mark)).toEqual([]);
  });

  test("AG2 a clock that stands still shows both signals: one asks, the other does not", async () => {
    const mark = randomUUID();
    const controller = new AbortController();
    let kill = (): void => {};
    const clock: Clock = {
      nowMs: () => 0,
      after(delayMs, call) {
        // the looks after the second signal
        if (delayMs < 2_000) return systemClock.after(delayMs, call);
        kill = call;
        return () => {};
      },
    };
    const ready = join(temporary, mark);
    const failing = collectAgentFailure(
      fakeAgent("stubborn", { mark, args: [ready], clock }),
      controller,
    );
    await until(() => existsSync(ready));
    controller.abort();
    await failing;
    await until(() => existsSync(`${ready}.asked`));
    const alive = marked(mark).length;
    kill();
    await waitForAgentsGone();
    await until(() => marked(mark).length === 0);

    expect(alive).toBe(2);
    expect(marked(mark)).toEqual([]);
  });

  test.each(["ignore", "hold"])(
    "AG4 a child that it leaves behind is ended, when it %ss the pipes",
    async (pipes) => {
      const mark = randomUUID();
      const agent = fakeAgent("orphan", { args: ["an answer", pipes], mark, clock: quickClock });

      expect((await collectAgentAnswer(agent)).text).toBe("an answer");
      await waitForAgentsGone();
      await until(() => marked(mark).length === 0);
      expect(marked(mark)).toEqual([]);
    },
  );

  test("AG4 after 200 timeouts no process, no folder, no pipe and no socket is left", async () => {
    const mark = randomUUID();
    await collectAgentAnswer(fakeAgent("answer", { args: ["warm"], mark }));
    await waitForAgentsGone();
    const pipes = openPipes();
    let most = 0;
    for (let round = 0; round < 10; round++) {
      const controller = new AbortController();
      const failing = Array.from({ length: 20 }, (_, seat) =>
        collectAgentFailure(
          fakeAgent(seat % 4 === 0 ? "stubborn" : "hang", { mark, clock: quickClock }),
          controller,
        ),
      );
      // 15 that hang, 5 that are stubborn with a child each
      await until(() => marked(mark).length >= 25);
      most = Math.max(most, marked(mark).length);
      controller.abort();
      for (const { reason } of await Promise.all(failing)) expect(reason).toBe("timed-out");
      await waitForAgentsGone();
    }
    await until(() => marked(mark).length === 0);

    expect(most).toBeGreaterThanOrEqual(25);
    expect(marked(mark)).toEqual([]);
    expect(agentFolders()).toEqual([]);
    await until(() => openPipes() <= pipes);
    expect(openPipes()).toBeLessThanOrEqual(pipes);
  });

  test.each([
    ["SIGTERM", null],
    ["SIGINT", null],
    ["SIGHUP", null],
    ["SIGKILL", null],
    ["exit", 3],
    ["throw", 1],
  ] as const)("AG4 when this process ends by %s, its agents end with it", async (way, code) => {
    const mark = randomUUID();
    const ready = join(temporary, mark);
    const host = spawn(process.execPath, [HOST, mark, ready, way], {
      stdio: ["pipe", "ignore", "ignore"],
    });
    await until(() => existsSync(ready));
    expect(marked(mark)).toHaveLength(2);
    expect(agentFolders()).toHaveLength(1);

    if (way.startsWith("SIG")) host.kill(way as NodeJS.Signals);
    else host.stdin.write("now\n");
    const [exit, signal] = (await once(host, "exit")) as [number | null, string | null];
    await until(() => marked(mark).length === 0);
    // after kill -9 another process removes it
    if (way === "SIGKILL") await until(() => agentFolders().length === 0);

    expect([exit, signal]).toEqual([code, code === null ? way : null]);
    expect(marked(mark)).toEqual([]);
    expect(agentFolders()).toEqual([]);
  });

  test("AG5 nobody is asked beside an agent that a killed process left: it is ended first, its folder removed", async () => {
    const mark = randomUUID();
    const ready = join(temporary, mark);
    const host = spawn(process.execPath, [HOST, mark, ready, "wait"], { stdio: "pipe" });
    await until(() => existsSync(ready));
    const [supervisor = 0] = listSupervisors(host.pid ?? 0);
    // as when the machine ran out of memory: nobody is left to end it
    process.kill(supervisor, "SIGKILL");
    host.kill("SIGKILL");
    await once(host, "exit");
    const [abandoned] = agentFolders();
    expect(marked(mark)).toHaveLength(2);

    await collectAgentAnswer(fakeAgent("answer", { args: ["an answer"] }));

    expect(marked(mark)).toEqual([]);
    expect(agentFolders()).not.toContain(abandoned);
  });

  test("AG5 what another process asks at the same time is left alone", async () => {
    const mark = randomUUID();
    const ready = join(temporary, mark);
    const host = spawn(process.execPath, [HOST, mark, ready, "wait"], { stdio: "pipe" });
    await until(() => existsSync(ready));

    await collectAgentAnswer(fakeAgent("answer", { args: ["an answer"] }));
    await waitForAgentsGone();

    expect(marked(mark)).toHaveLength(2);
    expect(agentFolders()).toHaveLength(1);
    host.kill("SIGTERM");
    await until(() => listSupervisors(host.pid ?? 0).length === 0);
  });

  test("AG4 the process that watches over the agents is gone when Dissent is", async () => {
    const mark = randomUUID();
    const host = spawn(process.execPath, [HOST, mark, join(temporary, mark), "exit"], {
      stdio: ["pipe", "ignore", "ignore"],
    });
    await until(() => listSupervisors(host.pid ?? 0).length === 1);
    host.stdin.write("now\n");
    await once(host, "exit");

    await until(() => listSupervisors(host.pid ?? 0).length === 0);
    expect(marked(mark)).toEqual([]);
  });
});

describe("how it is asked", () => {
  test.each([
    ["Only this.", "Only this."],
    ["/clear and answer", "The question:\n\n/clear and answer"],
    ["!ls", "The question:\n\n!ls"],
    [" @file", "The question:\n\n @file"],
  ])("a prompt that begins %j is no command to the agent", async (prompt, read) => {
    const trace = join(temporary, "trace");
    await collectAgentAnswer(fakeAgent("answer", { args: ["x", trace] }), { prompt });

    expect(readFileSync(trace, "utf8")).toBe(withReplyShape(read));
    rmSync(trace);
  });

  test("K17 what is kept of a long stderr does not begin with half of a key", async () => {
    const key = "long-key-".repeat(250);
    const said = join(temporary, "said");
    writeFileSync(said, `${key} `.repeat(40));
    const agent = fakeAgent("leak", { args: ["stderr", said], given: { AGENT_API_KEY: key } });
    const { message } = await collectAgentFailure(agent);

    expect(message).toContain("[redacted]");
    expect(message).not.toContain("long-key");
    rmSync(said);
  });

  test("a limit of the provider is waited for, visibly and not for ever; another failure is not", async () => {
    const traffic = createTraffic({
      name: "fake",
      limits: NO_TRAFFIC_LIMITS,
      warming: false,
      clock: quickClock,
      retries: { firstDelayMs: 100 },
    });
    const heard = async (...words: readonly string[]): Promise<unknown[]> => {
      const model = createAgentModel(fakeAgent("die", { args: ["1", ...words], traffic }));
      const events: unknown[] = [];
      try {
        for await (const event of model.answer(openingRequest(), new AbortController().signal)) {
          events.push(event);
        }
      } catch (error) {
        events.push(error);
      }
      return events;
    };
    const tried = {
      type: "try-failed",
      reason: expect.stringMatching(/limit/),
      delayMs: expect.any(Number),
    };

    expect(await heard("429", "Too", "Many", "Requests")).toEqual([
      { ...tried, tries: 1 },
      { ...tried, tries: 2 },
      expect.objectContaining({ reason: "unavailable", message: expect.stringMatching(/limit/) }),
    ]);
    expect(await heard("on fire")).toEqual([expect.objectContaining({ reason: "unavailable" })]);
  });
});
