/** Gemini CLI: headless in plan mode with no core tools, in a home of its own even with a login. */
import { join } from "node:path";

import { type Adapter, type AgentTokens, type Login, SYSTEM_PROMPT } from "../adapter.ts";
import type { Fault } from "../fault.ts";
import { hostOf } from "../host.ts";
import { at, fieldsOf, jsonIn, numberAt, statusAt, textAt } from "../reading.ts";
import { answered, failed, keyElseLogin, silent } from "../understood.ts";

const KEYS = ["GEMINI_API_KEY"];

const ALWAYS = "-o json --approval-mode plan --skip-trust --extensions none".split(" ");

export const gemini: Adapter = {
  name: "gemini",
  binary: "gemini",
  install: "Install it: npm install -g @google/gemini-cli",
  entry: {
    subscription: "Log in: run gemini and choose a Google account.",
    key: "Check GEMINI_API_KEY, or use your login: agents.gemini.login: subscription.",
  },
  family: () => "google",
  keys: () => KEYS,
  auto: (_, env) => keyElseLogin(KEYS, env),
  passes: { key: ["GOOGLE_GEMINI_BASE_URL"], subscription: ["GOOGLE_CLOUD_PROJECT"] },
  hosts: ({ login, env }) =>
    login === "key"
      ? [hostOf(env["GOOGLE_GEMINI_BASE_URL"] || "https://generativelanguage.googleapis.com")]
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
      "home/.gemini/settings.json": JSON.stringify(settings(login)),
      "system.md": SYSTEM_PROMPT,
    },
    ...(login === "subscription" &&
      personHome !== undefined && { copies: loginFiles(join(personHome, ".gemini")) }),
  }),

  read({ code, stdout, stderr }) {
    const printed = jsonIn(stdout);
    const text = textAt(printed, "response");
    // errors are at the end of stderr, after a stack
    if (code !== 0) return failed(faultIn(at(jsonIn(stderr) ?? printed, "error"), code));
    if (text === undefined) return silent(code);
    const models = Object.entries(fieldsOf(at(printed, "stats.models")));
    const main = models.find(([, model]) => at(model, "roles.main") !== undefined) ?? models[0];
    return answered({
      text,
      model: main?.[0],
      ...(models.length > 0 && { tokens: tokensOf(models.map(([, model]) => model)) }),
    });
  },
};

function settings(login: Login): object {
  return {
    security: { auth: { selectedType: login === "key" ? "gemini-api-key" : "oauth-personal" } },
    general: { maxAttempts: 1, retryFetchErrors: false, enableAutoUpdate: false },
    tools: { core: [] },
    privacy: { usageStatisticsEnabled: false },
  };
}

/** Its refresh token stays the same, so a copy that is thrown away logs nobody out. */
function loginFiles(from: string): Record<string, string> {
  const names = ["oauth_creds.json", "google_accounts.json", "installation_id"];
  return Object.fromEntries(names.map((name) => [`home/.gemini/${name}`, join(from, name)]));
}

// its own exit codes for a missing login
const NO_LOGIN = 41;

function faultIn(error: unknown, code: number | null): Fault {
  const says = textAt(error, "message") ?? "";
  return {
    says: textAt(jsonIn(says), "error.message") ?? says,
    status: statusAt(error, "code"),
    ...(code === NO_LOGIN && { kind: "locked-out" }),
  };
}

/** A run may ask a second, smaller model which of them is to answer. */
function tokensOf(models: readonly unknown[]): AgentTokens {
  const sum = (path: string): number =>
    models.reduce((total: number, model) => total + numberAt(model, path), 0);
  return {
    input: sum("tokens.prompt"),
    cached: sum("tokens.cached"),
    output: sum("tokens.candidates") + sum("tokens.thoughts"),
  };
}
