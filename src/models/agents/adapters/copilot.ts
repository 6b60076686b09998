/** GitHub Copilot CLI: no tools, no instructions, no servers, nobody to ask. */
import { formatAddressHost } from "../../address-host.ts";
import {
  type AgentAdapter,
  chooseAgentLogin,
  createAnsweredResult,
  createFaultResult,
  createSilentResult,
} from "../agent-adapter.ts";
import { parseJsonLines, readStatusAt, readTextAt } from "../printed-json.ts";

const ALWAYS = (
  "--output-format json -s --available-tools=none --no-auto-update --no-custom-instructions " +
  "--disable-builtin-mcps --no-ask-user --no-color --log-level none"
).split(" ");

export const copilotAdapter: AgentAdapter = {
  name: "copilot",
  binary: "copilot",
  install: "Install it: npm install -g @github/copilot",
  entry: {
    subscription: "Log in: run copilot and type /login.",
    key: "Check COPILOT_GITHUB_TOKEN or COPILOT_PROVIDER_API_KEY, or use your login: agents.copilot.login: subscription.",
  },
  family: findCopilotFamily,
  keys: () => ["COPILOT_PROVIDER_API_KEY", "COPILOT_GITHUB_TOKEN"],
  auto: (_, env) =>
    env["COPILOT_PROVIDER_BASE_URL"] ? "key" : chooseAgentLogin(["COPILOT_GITHUB_TOKEN"], env),
  passes: {
    key: ["COPILOT_PROVIDER_BASE_URL", "COPILOT_PROVIDER_TYPE", "COPILOT_MODEL"],
    subscription: ["COPILOT_HOME"],
  },
  hosts: ({ login, env }) =>
    login === "key" && env["COPILOT_PROVIDER_BASE_URL"]
      ? [formatAddressHost(env["COPILOT_PROVIDER_BASE_URL"])]
      : ["api.githubcopilot.com", "api.github.com"],

  launch: ({ modelId, server }) => ({
    args: ALWAYS,
    env: {
      ...(modelId !== null && { COPILOT_MODEL: modelId }),
      ...(server !== undefined && {
        COPILOT_OFFLINE: "true",
        COPILOT_PROVIDER_BASE_URL: `${server}/v1`,
        COPILOT_PROVIDER_TYPE: "openai",
        // it starts for no server without one
        COPILOT_MODEL: modelId ?? "default",
      }),
    },
  }),

  read({ code, stdout }, { modelId, server }) {
    const lines = parseJsonLines(stdout);
    const fault = lines.findLast(({ type }) => type === "session.error");
    if (code !== 0) {
      const says = readTextAt(fault, "data.message");
      if (says === undefined) return createSilentResult(code);
      return createFaultResult({ says, status: readStatusAt(fault, "data.statusCode") });
    }
    const said = lines.findLast(
      (line) => readTextAt(line, "data.content") && line["type"] === "assistant.message",
    );
    const text = readTextAt(said, "data.content");
    if (text === undefined) return createSilentResult(code);
    // another provider's model is repeated as requested, whichever model answers
    const model =
      server === undefined && modelId === null ? readTextAt(said, "data.model") : undefined;
    return createAnsweredResult({ text, model });
  },
};

function findCopilotFamily(modelId: string | null): string | undefined {
  return FAMILIES.find(([, pattern]) => pattern.test(modelId ?? ""))?.[0];
}

const FAMILIES: readonly (readonly [string, RegExp])[] = [
  ["anthropic", /^claude/],
  ["openai", /^(?:gpt|o\d)/],
  ["google", /^gemini/],
];
