/** GitHub Copilot CLI: no tools, no instructions, no servers, nobody to ask. */
import { type Adapter } from "../adapter.ts";
import { hostOf } from "../host.ts";
import { jsonLines, statusAt, textAt } from "../reading.ts";
import { answered, failed, keyElseLogin, silent } from "../understood.ts";

const ALWAYS = (
  "--output-format json -s --available-tools=none --no-auto-update --no-custom-instructions " +
  "--disable-builtin-mcps --no-ask-user --no-color --log-level none"
).split(" ");

export const copilot: Adapter = {
  name: "copilot",
  binary: "copilot",
  install: "Install it: npm install -g @github/copilot",
  entry: {
    subscription: "Log in: run copilot and type /login.",
    key: "Check COPILOT_GITHUB_TOKEN or COPILOT_PROVIDER_API_KEY, or use your login: agents.copilot.login: subscription.",
  },
  family: familyOf,
  keys: () => ["COPILOT_PROVIDER_API_KEY", "COPILOT_GITHUB_TOKEN"],
  auto: (_, env) =>
    env["COPILOT_PROVIDER_BASE_URL"] ? "key" : keyElseLogin(["COPILOT_GITHUB_TOKEN"], env),
  passes: {
    key: ["COPILOT_PROVIDER_BASE_URL", "COPILOT_PROVIDER_TYPE", "COPILOT_MODEL"],
    subscription: ["COPILOT_HOME"],
  },
  hosts: ({ login, env }) =>
    login === "key" && env["COPILOT_PROVIDER_BASE_URL"]
      ? [hostOf(env["COPILOT_PROVIDER_BASE_URL"])]
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
    const lines = jsonLines(stdout);
    const fault = lines.findLast(({ type }) => type === "session.error");
    if (code !== 0) {
      const says = textAt(fault, "data.message");
      if (says === undefined) return silent(code);
      return failed({ says, status: statusAt(fault, "data.statusCode") });
    }
    const said = lines.findLast(
      (line) => textAt(line, "data.content") && line["type"] === "assistant.message",
    );
    const text = textAt(said, "data.content");
    if (text === undefined) return silent(code);
    // another provider's model is repeated as it was asked for, whoever answers
    const model = server === undefined && modelId === null ? textAt(said, "data.model") : undefined;
    return answered({ text, model });
  },
};

function familyOf(modelId: string | null): string | undefined {
  return FAMILIES.find(([, pattern]) => pattern.test(modelId ?? ""))?.[0];
}

const FAMILIES: readonly (readonly [string, RegExp])[] = [
  ["anthropic", /^claude/],
  ["openai", /^(?:gpt|o\d)/],
  ["google", /^gemini/],
];
