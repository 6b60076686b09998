/** The conformance kit can tell good from bad: for each case there is somebody who fails it. */
import { join } from "node:path";
import { setTimeout as waitBeforeRetry } from "node:timers/promises";

import { describe, expect, test } from "vitest";

import { createDoctorQuestion } from "../../src/app/seating/trial-debate.ts";
import { systemClock } from "../../src/clock.ts";
import { type Model, ModelError, type ModelRequest } from "../../src/model.ts";
import { createCustomAdapter } from "../../src/models/agents/adapters/custom.ts";
import type { AgentModelOptions } from "../../src/models/agents/agent-model-options.ts";
import { createAgentModel } from "../../src/models/agents/agent-model.ts";
import { renderPromptWithReplyShape } from "../../src/models/reply-shape.ts";
import type {
  ConformanceSubject,
  TestStage,
} from "../../src/testing/conformance/conformance-subject.ts";
import { createAgentSubject } from "../../src/testing/conformance/load-conformance-subject.ts";
import {
  type ConformanceOptions,
  type ConformanceResult,
  runConformanceCases,
} from "../../src/testing/conformance/run-conformance.ts";

const AGENT = join(import.meta.dirname, "..", "programs", "agent-over-http.ts");

const trial = await createDoctorQuestion();

/** A model that behaves well, but for what it is told. */
interface Vices {
  readonly deafToSignals?: boolean;
  readonly throwsAnything?: boolean;
  readonly takesAnything?: boolean;
  readonly repeatsGarbage?: boolean;
  readonly tellsKey?: boolean;
  readonly claims?: string;
  readonly cuts?: number;
  readonly tries?: number;
  readonly hasty?: boolean;
  readonly keepsSockets?: boolean;
  readonly hidesShape?: boolean;
  readonly misquotes?: boolean;
}

function subject(vices: Vices = {}): ConformanceSubject {
  return {
    reference: "test/model",
    kind: "api",
    version: null,
    at: (stage) => modelAt(stage, vices),
    asIs: undefined,
    gone: async () => {},
    orders: () => [{ name: "write_file", arguments: { path: "x" } }],
  };
}

function modelAt({ server }: TestStage, vices: Vices): Model {
  return {
    id: "test/model",
    worstCase: () => ({ tokens: 1, usd: 0 }),
    async *answer(request, signal) {
      const most = vices.tries ?? 3;
      for (let tries = 1; ; tries++) {
        const heard = await asked(request, server, {
          vices,
          signal: vices.deafToSignals ? AbortSignal.timeout(3_000) : signal,
        });
        if ("text" in heard) {
          const { text, model } = heard;
          yield {
            type: "answer-given",
            text,
            served: {
              provider: "test",
              model: vices.claims ?? model,
              version: null,
              inputTokens: 1,
              outputTokens: 1,
              costUsd: 0,
            },
          };
          return;
        }
        const says = vices.tellsKey ? heard.says : heard.says.replaceAll(server.key, "[key]");
        const passing = heard.status === 429 || heard.status >= 500;
        if (vices.throwsAnything) throw new Error(says);
        if (!passing || tries >= most || signal.aborted) throw new ModelError("unavailable", says);
        const delayMs = vices.hasty ? 0 : 1_000;
        yield { type: "try-failed", reason: says, tries, delayMs };
        await waitBeforeRetry(vices.tries ? 1 : delayMs);
      }
    },
  };
}

async function asked(
  request: ModelRequest,
  { url, key }: TestStage["server"],
  { vices, signal }: { vices: Vices; signal: AbortSignal },
): Promise<{ text: string; model: string } | { status: number; says: string }> {
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(new ModelError("timed-out", "stopped")));
  });
  stopped.catch(() => {});
  const whole = vices.hidesShape
    ? request.prompt.map(({ text }) => text).join("\n")
    : renderPromptWithReplyShape(request);
  const content = whole.slice(0, vices.cuts);
  try {
    const fetching = fetch(`${url}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
      body: JSON.stringify({ model: "some", messages: [{ role: "user", content }] }),
      ...(vices.keepsSockets !== true && { signal }),
    });
    const response = await Promise.race([fetching, stopped]);
    const body = await response.text();
    if (!response.ok) return { status: response.status, says: body };
    if (vices.takesAnything) return { model: "any", text: '{"ready": true}' };
    const { model, choices } = JSON.parse(body) as {
      model: string;
      choices: [{ message: { content: string | null } }];
    };
    const text = choices[0].message.content;
    if (vices.repeatsGarbage && text !== null) return { status: 400, says: text };
    if (text === null) return { status: 200, says: "it said nothing" };
    return {
      model,
      text: vices.misquotes ? text.replaceAll('"quote":"', '"quote":"Roughly, ') : text,
    };
  } catch (error) {
    if (!signal.aborted) return { status: 500, says: String(error) };
    throw new ModelError("timed-out", "stopped");
  }
}

async function failures(
  one: ConformanceSubject,
  setting: ConformanceOptions = {},
): Promise<string[]> {
  return (await runConformanceCases(one, { trial, ...setting }))
    .filter(({ status }) => status === "fail")
    .map(({ id }) => id);
}

describe("an API", () => {
  test("one that behaves well passes every case that concerns it", async () => {
    const proofs = await runConformanceCases(subject(), { trial });

    expect(proofs.filter(({ status }) => status === "fail")).toEqual([]);
    expect(proofs.filter(({ status }) => status === "not-applicable").map(({ id }) => id)).toEqual([
      "stdin-closed",
      "stop-early",
      "foreign-keys",
    ]);
    expect(proofs.filter(({ status }) => status === "pass").length).toBeGreaterThan(15);
  });

  test.each<[string, Vices, string[]]>([
    ["does not obey the signal", { deafToSignals: true }, ["hang", "stall"]],
    ["throws anything", { throwsAnything: true }, ["401", "500"]],
    [
      "takes anything for an answer",
      { takesAnything: true },
      ["prose", "garbage", "html", "empty"],
    ],
    ["repeats what moves the cursor", { repeatsGarbage: true }, ["garbage"]],
    ["leaves connections open", { keepsSockets: true }, ["hang"]],
    ["repeats its key", { tellsKey: true }, ["key-unsaid"]],
    ["claims another model", { claims: "somebody-else" }, ["served"]],
    ["cuts the prompt", { cuts: 100_000 }, ["long-prompt"]],
    ["does not tell its model the shape", { hidesShape: true }, ["reply-shape"]],
    ["does not keep to the words of a quote", { misquotes: true }, ["debate-question"]],
    ["knocks without end", { tries: 50 }, ["429-for-ever", "500", "reset"]],
    ["does not wait as asked", { hasty: true }, ["429"]],
    ["never tries again", { tries: 1 }, ["429"]],
  ])("one that %s fails", async (_, vices, cases) => {
    const looked = ["answers", "401", ...cases];
    // and one without the vice passes the same: a kit that fails everybody proves nothing
    expect(await failures(subject(vices), { cases: looked })).toEqual(
      expect.arrayContaining(cases),
    );
    expect(await failures(subject(), { cases: looked })).toEqual([]);
  });
});

describe("an agent", () => {
  function createOwnSetting(vices: readonly string[]): AgentModelOptions {
    return {
      reference: "own",
      adapter: createCustomAdapter({
        name: "own",
        command: process.execPath,
        args: [AGENT, ...vices],
        prompt: "stdin",
        answer: "text",
        endpointEnv: "AGENT_BASE_URL",
        unsafe: false,
      }),
      modelId: null,
      login: "key",
      env: process.env,
      price: null,
      clock: systemClock,
      redact: (text) => text,
    };
  }

  function agent(vices: readonly string[], movable = true): ConformanceSubject {
    return createAgentSubject({ movable, version: null, setting: createOwnSetting(vices) });
  }

  test("one that behaves well passes, and what it does not tell is not held against it", async () => {
    const proofs = await runConformanceCases(agent([]), { trial });

    expect(proofs.filter(({ status }) => status === "fail")).toEqual([]);
    expect(proofs.find(({ id }) => id === "served")?.status).toBe("not-applicable");
  });

  test("one that obeys a model's orders fails", async () => {
    expect(await failures(agent(["obeys"]), { cases: ["answers", "tool-call"] })).toEqual([
      "tool-call",
    ]);
  });

  test("one that is handed a key of somebody else's fails", async () => {
    const subject = agent([]);
    const careless: ConformanceSubject = {
      ...subject,
      at: (stage) =>
        createAgentModel({
          ...createOwnSetting([]),
          given: { [stage.mark.name]: stage.mark.value, [stage.foreign.name]: stage.foreign.value },
          server: stage.server,
        }),
    };

    expect(await failures(careless, { cases: ["answers", "foreign-keys"] })).toEqual([
      "foreign-keys",
    ]);
    expect(await failures(subject, { cases: ["answers", "foreign-keys"] })).toEqual([]);
  });

  test("one that leaves a process outside of its group passes, because Dissent ends that too", async () => {
    expect(await failures(agent(["strays"]), { cases: ["answers", "nothing-left"] })).toEqual([]);
  });

  test("one that leaves a process behind which Dissent cannot find fails", async () => {
    const proofs = await runConformanceCases(agent(["hides"]), {
      cases: ["answers", "nothing-left"],
    });
    const { status, note } = proofs.find(({ id }) => id === "nothing-left")!;
    const [, pid] = /1 process: (\d+) .*setTimeout/.exec(note) ?? [];
    if (pid !== undefined) process.kill(Number(pid), "SIGKILL");

    expect({ status, pid }).toEqual({ status: "fail", pid: expect.stringMatching(/./) });
    expect(findProofStatus(proofs, "answers")).toBe("pass");
  });

  test("one that cannot be told another address is only tried as far as nobody is asked", async () => {
    const proofs = await runConformanceCases(agent([], false));

    expect(proofs.filter(({ status }) => status === "pass").map(({ id }) => id)).toEqual([
      "stop-early",
      "nothing-left",
    ]);
    expect(proofs.every(({ status }) => status !== "fail")).toBe(true);
    expect(findProofStatus(proofs, "hang")).toBe("not-applicable");
  });

  function findProofStatus(proofs: readonly ConformanceResult[], id: string): string | undefined {
    return proofs.find((proof) => proof.id === id)?.status;
  }
});
