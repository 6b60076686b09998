/** The agents that the page describes from their documentation, with programs in their place that print as documented. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";
import { parse } from "yaml";

import type { AgentAccess } from "../../src/models/model-access.ts";
import { NO_MODEL_ACCESS } from "../../src/models/model-access.ts";
import { modelSource } from "../../src/models/model-registry.ts";
import { openingRequest } from "../conformance/model.ts";
import { collectAgentAnswer, collectAgentFailure } from "../support/agents/ask-agent.ts";
import { project } from "../support/processes/cli.ts";
import { recommends } from "../support/protocols/judges.ts";

const PAGE = readFileSync(join(import.meta.dirname, "../../docs/models/agents.md"), "utf8");
const REPLY = JSON.stringify(recommends("risk", "A").reply);

/** What the page tells a person to write into dissent.yaml. */
function recipe(section: string): Readonly<Record<string, AgentAccess>> {
  const [, text = ""] = PAGE.split(`\n### ${section}\n`);
  const [, block = ""] = /```yaml\n(agents:.*?)```/s.exec(text) ?? [];
  return (parse(block) as { agents: Record<string, AgentAccess> }).agents;
}

interface Printed {
  readonly stdout: string;
  readonly stderr?: string;
  readonly code?: number;
}

/** The agent of a recipe, as a program that notes its arguments and prints. */
async function seated(section: string, model: string, { stdout, stderr = "", code = 0 }: Printed) {
  const at = project();
  const agents = recipe(section);
  const [[name, { command = "" }] = ["", {}]] = Object.entries(agents);
  const bin = join(at.base, "bin");
  mkdirSync(bin);
  writeFileSync(join(at.base, "out"), stdout);
  writeFileSync(join(at.base, "err"), stderr);
  const script = [
    "#!/bin/sh",
    `for one in "$@"; do printf '%s\\n' "$one"; [ -f "$one" ] && cat "$one"; done > ${at.base}/args`,
    `cat >> ${at.base}/args`,
    `cat ${at.base}/err >&2`,
    `cat ${at.base}/out`,
    `exit ${code}`,
  ];
  writeFileSync(join(bin, command), script.join("\n"));
  chmodSync(join(bin, command), 0o755);
  const models = modelSource({
    cwd: at.dir,
    parseScript: () => ({}),
    env: () => ({
      PATH: `${bin}:${process.env["PATH"]}`,
      HOME: at.home,
      CURSOR_API_KEY: "planted-4711",
    }),
    access: async () => ({ ...NO_MODEL_ACCESS, agents }),
  });
  return {
    model: await models(`${name}/${model}`),
    given: () => readFileSync(join(at.base, "args"), "utf8"),
  };
}

const lines = (...values: readonly object[]): string =>
  values.map((value) => JSON.stringify(value)).join("\n");
const agyLog = (label: string): string =>
  `I0526 model_config_manager.go:157] Propagating selected model override to backend: label="${label}"\n`;

const DOCUMENTED: readonly (readonly [string, string, Printed, string | null])[] = [
  [
    "agy",
    "gemini-3.1-pro",
    {
      stdout: lines({ conversation_id: "c", status: "SUCCESS", response: REPLY, num_turns: 1 }),
      stderr: agyLog("Gemini 3.1 Pro (High)"),
    },
    "Gemini 3.1 Pro (High)",
  ],
  ["grok", "grok-4", { stdout: lines({ text: REPLY, sessionId: "s" }) }, null],
  [
    "cursor-agent",
    "gpt-6-sol",
    {
      stdout: lines(
        { type: "system", subtype: "init", model: "GPT-6 Sol" },
        { type: "assistant", message: { role: "assistant", content: [{ text: "…" }] } },
        { type: "result", subtype: "success", is_error: false, result: REPLY },
      ),
    },
    "GPT-6 Sol",
  ],
  ["kimi", "kimi-k2", { stdout: lines({ role: "assistant", content: REPLY }) }, null],
];

describe.each(DOCUMENTED)("%s", (section, model, printed, served) => {
  test("K21 is asked with the whole prompt, and its documented output is read", async () => {
    const { model: seat, given } = await seated(section, model, printed);
    const answer = await collectAgentAnswer(seat);

    expect(JSON.parse(answer.text)).toEqual(JSON.parse(REPLY));
    expect(answer.served.model).toBe(served);
    const args = given();
    expect(args).toContain(`\n${model}\n`);
    expect(args).toContain("of this shape");
    expect(args).toContain(openingRequest().prompt[0]?.text ?? "nothing");
    expect(seat.unsafe).toBeUndefined();
  });

  test("K4 that prints nothing and says that all is well is an absence", async () => {
    const { model: seat } = await seated(section, model, { stdout: "" });

    expect(await collectAgentFailure(seat)).toMatchObject({ reason: "unreadable" });
  });
});

test("SM1 agy that falls back to a weaker model in silence has no voice", async () => {
  const { model } = await seated("agy", "gemini-3.1-pro-high", {
    stdout: lines({ status: "SUCCESS", response: REPLY }),
    stderr: agyLog("Gemini 3.6 Flash (High)"),
  });

  expect(await collectAgentFailure(model)).toMatchObject({
    reason: "another-model",
    message: "gemini-3.1-pro-high was asked for, and agy let Gemini 3.6 Flash (High) answer",
  });
});

test("kimi without its fence is refused before anything runs", async () => {
  const { kimi } = recipe("kimi");
  const models = modelSource({
    cwd: "/",
    parseScript: () => ({}),
    env: () => process.env,
    access: async () => ({
      ...NO_MODEL_ACCESS,
      agents: { kimi: { ...kimi, command: "kimi", args: ["--print"] } },
    }),
  });

  await expect(models("kimi")).rejects.toMatchObject({
    code: "bad-config",
    message: "agents.kimi lets the agent act without asking: kimi --print.",
  });
});
