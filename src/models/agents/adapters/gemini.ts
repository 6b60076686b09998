/** Gemini CLI: headless in plan mode with no core tools, in a home of its own even with a login. */
import { join } from "node:path";

import { toJsonFields } from "../../../domain/json.ts";
import { formatAddressHost } from "../../address-host.ts";
import {
  AGENT_SYSTEM_PROMPT,
  type AgentAdapter,
  type AgentLogin,
  type AgentTokens,
  chooseAgentLogin,
  createAnsweredResult,
  createFaultResult,
  createSilentResult,
} from "../agent-adapter.ts";
import type { AgentFault } from "../agent-fault.ts";
import {
  parseTrailingJson,
  readJsonPath,
  readNumberAt,
  readStatusAt,
  readTextAt,
} from "../printed-json.ts";

const KEYS = ["GEMINI_API_KEY"];

const ALWAYS = "-o json --approval-mode plan --skip-trust --extensions none".split(" ");

export const geminiAdapter: AgentAdapter = {
  name: "gemini",
  binary: "gemini",
  install: "Install it: npm install -g @google/gemini-cli",
  entry: {
    subscription: "Log in: run gemini and choose a Google account.",
    key: "Check GEMINI_API_KEY, or use your login: agents.gemini.login: subscription.",
  },
  family: () => "google",
  keys: () => KEYS,
  auto: (_, env) => chooseAgentLogin(KEYS, env),
  passes: { key: ["GOOGLE_GEMINI_BASE_URL"], subscription: ["GOOGLE_CLOUD_PROJECT"] },
  hosts: ({ login, env }) =>
    login === "key"
      ? [
          formatAddressHost(
            env["GOOGLE_GEMINI_BASE_URL"] || "https://generativelanguage.googleapis.com",
          ),
        ]
      : ["cloudcode-pa.googleapis.com", "oauth2.googleapis.com"],

  launch: ({ login, modelId, server, folder, personHome }) => ({
    args: [...ALWAYS, ...(modelId === null ? [] : ["-m", modelId])],
    env: {
      // its servers and memory are in the person's home, and no option leaves them out
      GEMINI_CLI_HOME: join(folder, "home"),
      GEMINI_SYSTEM_MD: join(folder, "system.md"),
      ...(server !== undefined && { GOOGLE_GEMINI_BASE_URL: server }),
    },
    files: {
      "home/.gemini/settings.json": JSON.stringify(createGeminiSettings(login)),
      "system.md": AGENT_SYSTEM_PROMPT,
    },
    ...(login === "subscription" &&
      personHome !== undefined && { copies: listGeminiLoginFiles(join(personHome, ".gemini")) }),
  }),

  read({ code, stdout, stderr }) {
    const printed = parseTrailingJson(stdout);
    const text = readTextAt(printed, "response");
    // errors are at the end of stderr, after a stack
    if (code !== 0)
      return createFaultResult(
        parseGeminiFault(readJsonPath(parseTrailingJson(stderr) ?? printed, "error"), code),
      );
    if (text === undefined) return createSilentResult(code);
    const models = Object.entries(toJsonFields(readJsonPath(printed, "stats.models")));
    const main =
      models.find(([, model]) => readJsonPath(model, "roles.main") !== undefined) ?? models[0];
    return createAnsweredResult({
      text,
      model: main?.[0],
      ...(models.length > 0 && { tokens: sumGeminiTokens(models.map(([, model]) => model)) }),
    });
  },
};

function createGeminiSettings(login: AgentLogin): object {
  return {
    security: { auth: { selectedType: login === "key" ? "gemini-api-key" : "oauth-personal" } },
    general: { maxAttempts: 1, retryFetchErrors: false, enableAutoUpdate: false },
    tools: { core: [] },
    privacy: { usageStatisticsEnabled: false },
  };
}

/** Its refresh token stays the same, so a copy that is thrown away logs nobody out. */
function listGeminiLoginFiles(from: string): Record<string, string> {
  const names = ["oauth_creds.json", "google_accounts.json", "installation_id"];
  return Object.fromEntries(names.map((name) => [`home/.gemini/${name}`, join(from, name)]));
}

// its own exit codes for a missing login
const NO_LOGIN = 41;

function parseGeminiFault(error: unknown, code: number | null): AgentFault {
  const says = readTextAt(error, "message") ?? "";
  return {
    says: readTextAt(parseTrailingJson(says), "error.message") ?? says,
    status: readStatusAt(error, "code"),
    ...(code === NO_LOGIN && { kind: "locked-out" }),
  };
}

/** A run may ask a second, smaller model which of them is to answer. */
function sumGeminiTokens(models: readonly unknown[]): AgentTokens {
  const sum = (path: string): number =>
    models.reduce((total: number, model) => total + readNumberAt(model, path), 0);
  return {
    input: sum("tokens.prompt"),
    cached: sum("tokens.cached"),
    output: sum("tokens.candidates") + sum("tokens.thoughts"),
  };
}
