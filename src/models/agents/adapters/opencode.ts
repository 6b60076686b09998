/** opencode: an agent of our own making that has no tools and no permissions. */
import { join } from "node:path";

import { vendorNamed } from "../../../domain/vendor.ts";
import { type Adapter, type AgentCall, type AgentTokens, SYSTEM_PROMPT } from "../adapter.ts";
import { type Fields, jsonLines, numberAt, statusAt, textAt } from "../reading.ts";
import { answered, failed, keyElseLogin, silent } from "../understood.ts";

export const opencode: Adapter = {
  name: "opencode",
  binary: "opencode",
  install: "Install it: npm install -g opencode-ai",
  entry: {
    subscription: "Log in: opencode auth login",
    key: "Check the key of the provider before the slash of the model, or use your login: agents.opencode.login: subscription.",
  },
  family: (modelId) => vendorNamed(providerOf(modelId))?.family ?? undefined,
  keys: keysOf,
  auto: (modelId, env) => keyElseLogin(keysOf(modelId), env),
  passes: { key: [], subscription: [] },
  hosts: ({ modelId }) => [vendorNamed(providerOf(modelId))?.host ?? "unknown (opencode decides)"],

  launch: (call) => ({
    args: [...ALWAYS, ...modelArgs(call)],
    env: {
      OPENCODE_CONFIG: join(call.folder, "opencode.json"),
      // servers, plugins and instructions are in the person's configuration; a login is not
      XDG_CONFIG_HOME: join(call.folder, "home", ".config"),
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
      // else it installs packages while it starts
      npm_config_offline: "true",
    },
    files: { "opencode.json": JSON.stringify(configOf(call)) },
  }),

  read({ code, stdout }) {
    const lines = jsonLines(stdout);
    const fault = lines.findLast(({ type }) => type === "error");
    if (code !== 0 || fault) {
      const says = textAt(fault, "error.data.message") ?? textAt(fault, "error.name") ?? "";
      return failed({ says, status: statusAt(fault, "error.data.statusCode") });
    }
    const texts = lines.filter(({ type }) => type === "text");
    const last = textAt(texts.at(-1), "part.messageID");
    const text = texts
      .filter((line) => textAt(line, "part.messageID") === last)
      .map((line) => textAt(line, "part.text") ?? "")
      .join("");
    if (text.trim() === "") return silent(code);
    const steps = lines.filter(({ type }) => type === "step_finish");
    return answered({ text, tokens: tokensOf(steps), costUsd: sum(steps, "part.cost") });
  },
};

const AGENT = "dissent";
const ALWAYS = `run --pure --format json --agent ${AGENT} --title ${AGENT}`.split(" ");
/** Stands for a server that is given in the vendor's place. */
const GIVEN = "given";
const GIVEN_KEY = "DISSENT_AGENT_KEY";

function providerOf(modelId: string | null): string {
  return modelId?.split("/", 1)[0] ?? "";
}

function keysOf(modelId: string | null): readonly string[] {
  return vendorNamed(providerOf(modelId))?.keyNames ?? [GIVEN_KEY];
}

function modelArgs({ modelId, server }: AgentCall): readonly string[] {
  if (server !== undefined) return ["-m", `${GIVEN}/${modelId ?? "default"}`];
  return modelId === null ? [] : ["-m", modelId];
}

function configOf({ server, modelId, key }: AgentCall): object {
  const model = modelId ?? "default";
  return {
    share: "disabled",
    autoupdate: false,
    agent: {
      [AGENT]: {
        mode: "primary",
        prompt: SYSTEM_PROMPT,
        tools: { "*": false },
        permission: { "*": "deny" },
      },
    },
    ...(server !== undefined && {
      provider: {
        [GIVEN]: {
          npm: "@ai-sdk/openai-compatible",
          options: { baseURL: `${server}/v1`, apiKey: `{env:${key?.name ?? GIVEN_KEY}}` },
          models: { [model]: {} },
        },
      },
      small_model: `${GIVEN}/${model}`,
    }),
  };
}

function sum(steps: readonly Fields[], path: string): number {
  return steps.reduce((total, step) => total + numberAt(step, path), 0);
}

function tokensOf(steps: readonly Fields[]): AgentTokens {
  const cached = sum(steps, "part.tokens.cache.read");
  return {
    input: sum(steps, "part.tokens.input") + cached + sum(steps, "part.tokens.cache.write"),
    cached,
    output: sum(steps, "part.tokens.output") + sum(steps, "part.tokens.reasoning"),
  };
}
