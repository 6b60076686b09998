import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { SetupError } from "../errors.ts";
import type { Model } from "../model.ts";
import { findNearestWord } from "../text/nearest-word.ts";
import { createConfiguredEndpoint, listEndpointSecrets, createVendorEndpoint } from "./endpoint.ts";
import { type ModelAccess, NO_MODEL_ACCESS } from "./model-access.ts";
import { modelSource } from "./model-registry.ts";

const KEY = "planted-key-4711";

interface Given {
  readonly env?: Readonly<Record<string, string>>;
  readonly access?: Partial<ModelAccess>;
  readonly secrets?: string[];
  readonly cwd?: string;
}

function createTestModel(reference: string, given: Given = {}): Promise<Model> {
  const { env = {}, access = {}, secrets = [], cwd = "." } = given;
  return modelSource({
    cwd,
    parseScript: () => ({}),
    env: () => env,
    access: async () => ({ ...NO_MODEL_ACCESS, ...access }),
    suggest: findNearestWord,
    onSecret: (secret) => void secrets.push(secret),
  })(reference);
}

async function refusal(reference: string, given: Given = {}): Promise<SetupError> {
  const error: unknown = await createTestModel(reference, given).catch((thrown: unknown) => thrown);
  if (!(error instanceof SetupError)) throw new Error(`No refusal: ${JSON.stringify(error)}`);
  return error;
}

const TEAM = {
  baseUrl: "https://gateway.example/v1",
  keyEnv: "TEAM_AUTH",
  headers: { Authorization: "Bearer ${TEAM_LOGIN}", "X-Team": "${TEAM_NAME}" },
};

describe("a reference", () => {
  test.each([
    ["anthropic/claude-sonnet-5", "ANTHROPIC_API_KEY", "anthropic", "api.anthropic.com"],
    ["openai/gpt-6-sol", "OPENAI_API_KEY", "openai", "api.openai.com"],
    ["google/gemini-3.8-flash", "GEMINI_API_KEY", "google", "generativelanguage.googleapis.com"],
  ])("%s is a vendor's model with family, price and host", async (reference, key, family, host) => {
    const model = await createTestModel(reference, { env: { [key]: KEY } });

    expect(model).toMatchObject({ id: reference, family, hosts: [host] });
    expect(model.price?.usd({ input: 1_000_000, output: 0 })).toBeGreaterThan(0);
  });

  test("ollama/<model> needs no key, costs nothing, and is of its weights' family", async () => {
    const model = await createTestModel("ollama/qwen3:8b");

    expect(model).toMatchObject({ family: "qwen", hosts: ["127.0.0.1:11434"] });
    expect(model.price).toBeUndefined();
  });

  test("a vendor's address can be moved", async () => {
    const providers = { ollama: { baseUrl: "http://gpu.example:9000/v1" } };

    expect((await createTestModel("ollama/qwen3", { access: { providers } })).hosts).toEqual([
      "gpu.example:9000",
    ]);
  });

  test("<endpoint>/<id> keeps all slashes after the first, and has the price that was said", async () => {
    const price = { inputPerMillion: 1, outputPerMillion: 2 };
    const endpoints = { team: { baseUrl: "https://gateway.example/v1", price } };
    const model = await createTestModel("team/meta/llama-4", { access: { endpoints } });

    expect(model).toMatchObject({ id: "team/meta/llama-4", family: "meta" });
    expect(model.price?.usd({ input: 1_000_000, output: 0 })).toBe(1);
  });

  test("an endpoint without a price has none that anybody knows", async () => {
    const endpoints = { team: { baseUrl: "https://gateway.example/v1" } };

    expect((await createTestModel("team/gpt-6-sol", { access: { endpoints } })).price).toBeNull();
  });

  test("is made once for all who ask", async () => {
    const source = modelSource({ cwd: ".", parseScript: () => ({}), env: () => ({}) });

    expect(await source("ollama/qwen3")).toBe(await source("ollama/qwen3"));
  });
});

describe("an agent", () => {
  function folderWith(program: string): string {
    const folder = mkdtempSync(join(tmpdir(), "dissent-agent-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, program), "#!/bin/sh\n");
    chmodSync(join(folder, program), 0o755);
    return folder;
  }

  test("is found by its name, with or without a model", async () => {
    const env = { PATH: folderWith("codex"), OPENAI_API_KEY: KEY };

    expect(await createTestModel("codex", { env })).toMatchObject({
      id: "codex",
      family: "openai",
    });
    const named = await createTestModel("codex/gpt-6-sol", {
      env,
      access: { agents: { codex: { login: "key" } } },
    });
    expect(named.price?.approximate).toBe(false);
  });

  test("of one's own is what the configuration says, its path from where the command was called", async () => {
    const cwd = folderWith("mine");
    const agents = { mine: { command: "./mine", family: "mine", unsafe: true } };

    const model = await createTestModel("mine/large", { access: { agents }, cwd });

    expect(model).toMatchObject({ id: "mine/large", family: "mine" });
    expect(model.unsafe).toMatch(/may run commands/);
  });

  test("that is not installed is told before anything is spent", async () => {
    const { code, message, hint } = await refusal("claude", { env: { PATH: "" } });

    expect(code).toBe("not-installed");
    expect(message).toBe("claude is not installed: there is no program claude.");
    expect(hint).toMatch(/npm install/);
  });

  test("K17 is given values of the environment, which are secrets from then on", async () => {
    const secrets: string[] = [];
    const agents = { mine: { command: "./mine", env: { MINE: "${LOGIN}", LANG: "C" } } };
    const given = { env: { LOGIN: KEY }, access: { agents }, secrets };

    await createTestModel("mine", { ...given, cwd: folderWith("mine") });

    expect(secrets).toEqual([KEY]);
  });
});

describe("what is missing or mistyped", () => {
  test.each([
    [
      "anthropic/x",
      "anthropic needs a key, and ANTHROPIC_API_KEY is not set.",
      "dissent config keys set anthropic",
    ],
    [
      "openai/x",
      "openai needs a key, and OPENAI_API_KEY is not set.",
      "dissent config keys set openai",
    ],
    [
      "google/x",
      "google needs a key, and GEMINI_API_KEY or GOOGLE_GENERATIVE_AI_API_KEY or GOOGLE_API_KEY is not set.",
      "GEMINI_API_KEY",
    ],
  ])("%s without a key names the variable and the command", async (reference, says, command) => {
    const { code, message, hint } = await refusal(reference, { env: {} });

    expect({ code, message }).toEqual({ code: "missing-key", message: says });
    expect(hint).toContain(command);
  });

  test("an endpoint without its key or a header's variable", async () => {
    const access = { endpoints: { team: TEAM } };

    expect(await refusal("team/x", { access })).toMatchObject({
      code: "missing-key",
      message: "The endpoint team needs a key, and TEAM_AUTH is not set.",
    });
    expect(await refusal("team/x", { access, env: { TEAM_AUTH: KEY } })).toMatchObject({
      code: "missing-key",
      message: "team needs the variable TEAM_LOGIN, which is not set.",
    });
  });

  test.each([
    ["anthropc/claude-sonnet-5", "Did you mean anthropic/claude-sonnet-5?"],
    ["codx", "Did you mean codex?"],
    ["tean/large", "Did you mean team/large?"],
    ["ofline", "Did you mean offline?"],
    ["anthropic", "Name a model after the slash: anthropic/<model>."],
    ["anthropic/", "Name a model after the slash: anthropic/<model>."],
    ["team", "Name a model after the slash: team/<model>."],
    ["scripted", "Name a file after the slash: scripted/<file.yaml>."],
  ])("%s: %s", async (reference, hint) => {
    const access = { endpoints: { team: TEAM } };

    expect(await refusal(reference, { access })).toMatchObject({ code: "unknown-model", hint });
  });

  test.each([
    "zzzzzzzz",
    "offline/x",
    "person/x",
    "scripted",
    "scripted/",
    "codex/",
    "__proto__/x",
    "constructor/x",
  ])("%s is no model", async (reference) => {
    const { code } = await refusal(reference);

    expect(code).toBe("unknown-model");
  });
});

describe("K17 keys", () => {
  test("go to the endpoint they belong to, and are told to whoever takes them out of texts", async () => {
    const secrets: string[] = [];
    const env = { TEAM_AUTH: KEY, TEAM_LOGIN: "login-4711", TEAM_NAME: "platform" };

    await createTestModel("team/x", { access: { endpoints: { team: TEAM } }, env, secrets });

    expect(secrets).toEqual([KEY, "login-4711"]);
  });

  test("are read anew at each call and trimmed; a team's name is no secret", () => {
    const env: Record<string, string> = { TEAM_AUTH: ` ${KEY}\n`, TEAM_LOGIN: "a", TEAM_NAME: "b" };
    const endpoint = createConfiguredEndpoint("team", TEAM, env);

    expect(endpoint.key()).toBe(KEY);
    expect(endpoint.headers).toEqual({ Authorization: "Bearer a", "X-Team": "b" });
    expect(listEndpointSecrets(endpoint)).toEqual([KEY, "a"]);
    env["TEAM_AUTH"] = "another-key";
    expect(endpoint.key()).toBe("another-key");
  });

  test("in a basic header are known with the password inside of it", () => {
    const login = Buffer.from("mia:pass-word").toString("base64");
    const headers = { Authorization: "Basic ${TEAM_LOGIN}" };
    const endpoint = createConfiguredEndpoint(
      "team",
      { ...TEAM, headers },
      { TEAM_AUTH: KEY, TEAM_LOGIN: login },
    );

    expect(listEndpointSecrets(endpoint)).toEqual([KEY, login, "pass-word"]);
  });

  test("of a vendor are the first that is set", () => {
    const google = {
      name: "google",
      keyNames: ["GEMINI_API_KEY", "GOOGLE_API_KEY"],
      host: "x",
      family: null,
    };
    const endpoint = createVendorEndpoint(google, {}, { GEMINI_API_KEY: "", GOOGLE_API_KEY: KEY });

    expect(endpoint.keyName).toBe("GOOGLE_API_KEY");
    expect(endpoint.key()).toBe(KEY);
  });
});
