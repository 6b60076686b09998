/** opencode: a custom agent definition without tools and permissions. */
import { join } from "node:path";

import { type JsonFields } from "../../../domain/json.ts";
import { findVendor } from "../../../domain/vendor.ts";
import {
  AGENT_SYSTEM_PROMPT,
  type AgentAdapter,
  type AgentCall,
  type AgentTokens,
  chooseAgentLogin,
  createAnsweredResult,
  createFaultResult,
  createSilentResult,
} from "../agent-adapter.ts";
import { parseJsonLines, readNumberAt, readStatusAt, readTextAt } from "../printed-json.ts";

export const opencodeAdapter: AgentAdapter = {
  name: "opencode",
  binary: "opencode",
  install: "Install it: npm install -g opencode-ai",
  entry: {
    subscription: "Log in: opencode auth login",
    key: "Check the key of the provider before the slash of the model, or use your login: agents.opencode.login: subscription.",
  },
  family: (modelId) => findVendor(parseOpencodeProvider(modelId))?.family ?? undefined,
  keys: listOpencodeKeys,
  auto: (modelId, env) => chooseAgentLogin(listOpencodeKeys(modelId), env),
  passes: { key: [], subscription: [] },
  hosts: ({ modelId }) => [
    findVendor(parseOpencodeProvider(modelId))?.host ?? "unknown (opencode decides)",
  ],

  launch: (call) => ({
    args: [...ALWAYS, ...createOpencodeModelArgs(call)],
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
    files: { "opencode.json": JSON.stringify(createOpencodeConfig(call)) },
  }),

  read({ code, stdout }) {
    const lines = parseJsonLines(stdout);
    const fault = lines.findLast(({ type }) => type === "error");
    if (code !== 0 || fault) {
      const says = readTextAt(fault, "error.data.message") ?? readTextAt(fault, "error.name") ?? "";
      return createFaultResult({ says, status: readStatusAt(fault, "error.data.statusCode") });
    }
    const texts = lines.filter(({ type }) => type === "text");
    const last = readTextAt(texts.at(-1), "part.messageID");
    const text = texts
      .filter((line) => readTextAt(line, "part.messageID") === last)
      .map((line) => readTextAt(line, "part.text") ?? "")
      .join("");
    if (text.trim() === "") return createSilentResult(code);
    const steps = lines.filter(({ type }) => type === "step_finish");
    return createAnsweredResult({
      text,
      tokens: sumOpencodeTokens(steps),
      costUsd: sumStepField(steps, "part.cost"),
    });
  },
};

const AGENT = "dissent";
const ALWAYS = `run --pure --format json --agent ${AGENT} --title ${AGENT}`.split(" ");
/** A server in place of the vendor. */
const GIVEN = "given";
const GIVEN_KEY = "DISSENT_AGENT_KEY";

function parseOpencodeProvider(modelId: string | null): string {
  return modelId?.split("/", 1)[0] ?? "";
}

function listOpencodeKeys(modelId: string | null): readonly string[] {
  return findVendor(parseOpencodeProvider(modelId))?.keyNames ?? [GIVEN_KEY];
}

function createOpencodeModelArgs({ modelId, server }: AgentCall): readonly string[] {
  if (server !== undefined) return ["-m", `${GIVEN}/${modelId ?? "default"}`];
  return modelId === null ? [] : ["-m", modelId];
}

function createOpencodeConfig({ server, modelId, key }: AgentCall): object {
  const model = modelId ?? "default";
  return {
    share: "disabled",
    autoupdate: false,
    agent: {
      [AGENT]: {
        mode: "primary",
        prompt: AGENT_SYSTEM_PROMPT,
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

function sumStepField(steps: readonly JsonFields[], path: string): number {
  return steps.reduce((total, step) => total + readNumberAt(step, path), 0);
}

function sumOpencodeTokens(steps: readonly JsonFields[]): AgentTokens {
  const cached = sumStepField(steps, "part.tokens.cache.read");
  return {
    input:
      sumStepField(steps, "part.tokens.input") +
      cached +
      sumStepField(steps, "part.tokens.cache.write"),
    cached,
    output:
      sumStepField(steps, "part.tokens.output") + sumStepField(steps, "part.tokens.reasoning"),
  };
}
