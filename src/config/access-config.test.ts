import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { beforeEach, describe, expect, onTestFinished, test } from "vitest";

import { SetupError } from "../errors.ts";
import { type ConfigValues, explainConfig, resolveConfig } from "./config.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "dissent-access-"));
  write("project/.git/HEAD", "");
  const made = folder;
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
});

function write(name: string, content: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
}

const REQUEST = { flags: [], env: {}, brief: null, configPath: null };

async function resolveValues(yaml: string): Promise<ConfigValues> {
  write("project/dissent.yaml", yaml);
  const at = { cwd: join(folder, "project"), homeDir: join(folder, "home") };
  return (await resolveConfig({ ...REQUEST, ...at })).values;
}

async function collectRefusal(yaml: string): Promise<SetupError> {
  const error: unknown = await resolveValues(yaml).catch((thrown: unknown) => thrown);
  if (!(error instanceof SetupError)) throw new Error(`No refusal: ${JSON.stringify(error)}`);
  expect(error.message).not.toContain("\n");
  expect(error.hint?.split("\n")[0]).toMatch(/^[A-Z].*\S$/);
  return error;
}

const WHOLE_FILE = `panel: [anthropic/claude-sonnet-5, team/large, codex]
cacheWarming: off
endpoints:
  team:
    baseUrl: https://gateway.example/v1
    api: openai
    keyEnv: TEAM_GATEWAY_KEY
    headers: { X-Team: "\${TEAM}", Authorization: "Bearer \${TEAM_TOKEN}" }
    structured: true
    concurrency: 4
    requestsPerMinute: 60
    tokensPerMinute: 100000
    attribution: true
    family: mistral
    price: { inputPerMillion: 1, outputPerMillion: 3, cachedPerMillion: 0.1 }
    maxOutputTokens: 8192
agents:
  mine:
    command: my-agent
    args: [--json, "{model}"]
    prompt: stdin
    answer: json
    answerPath: result.text
    env: { MY_API_KEY: "\${MY_API_KEY}", LANG: C }
    login: subscription
    model: large
    unsafe: false
    endpointEnv: MY_BASE_URL
    family: mine
  codex: { login: key }
providers:
  openai: { concurrency: 2, requestsPerMinute: 30, tokensPerMinute: 50000 }
  ollama: { baseUrl: "http://gpu.local:11434/v1" }
limits: { unpriced: true }
`;

test("a whole file of providers and agents is typed", async () => {
  const { access, panel, limits } = await resolveValues(WHOLE_FILE);

  expect(panel).toEqual(["anthropic/claude-sonnet-5", "team/large", "codex"]);
  expect(limits.unpriced).toBe(true);
  expect(access).toEqual({
    cacheWarming: "off",
    endpoints: {
      team: {
        baseUrl: "https://gateway.example/v1",
        api: "openai",
        keyEnv: "TEAM_GATEWAY_KEY",
        headers: { "X-Team": "${TEAM}", Authorization: "Bearer ${TEAM_TOKEN}" },
        structured: true,
        concurrency: 4,
        requestsPerMinute: 60,
        tokensPerMinute: 100_000,
        attribution: true,
        family: "mistral",
        price: { inputPerMillion: 1, outputPerMillion: 3, cachedPerMillion: 0.1 },
        maxOutputTokens: 8192,
      },
    },
    agents: {
      mine: {
        command: "my-agent",
        args: ["--json", "{model}"],
        prompt: "stdin",
        answer: "json",
        answerPath: "result.text",
        env: { MY_API_KEY: "${MY_API_KEY}", LANG: "C" },
        login: "subscription",
        model: "large",
        unsafe: false,
        endpointEnv: "MY_BASE_URL",
        family: "mine",
      },
      codex: { login: "key" },
    },
    providers: {
      openai: { concurrency: 2, requestsPerMinute: 30, tokensPerMinute: 50_000 },
      ollama: { baseUrl: "http://gpu.local:11434/v1" },
    },
  });
});

test("an empty panel is none, and layers are merged value by value", async () => {
  write(
    "home/.config/dissent/config.yaml",
    "panel: [codex]\nproviders: { openai: { concurrency: 9 } }\n",
  );

  const { panel, access } = await resolveValues(
    "panel: []\nproviders: { openai: { requestsPerMinute: 5 } }\n",
  );

  expect(panel).toBeNull();
  expect(access.providers["openai"]).toEqual({ concurrency: 9, requestsPerMinute: 5 });
});

test("config explain shows named entries with their place", async () => {
  write(
    "project/dissent.yaml",
    "endpoints:\n  team: { baseUrl: http://team.example, keyEnv: TEAM_KEY }\n",
  );
  const at = { cwd: join(folder, "project"), homeDir: folder };

  const rows = explainConfig(await resolveConfig({ ...REQUEST, ...at }));

  expect(rows).toContainEqual({
    key: "endpoints.team.keyEnv",
    value: "TEAM_KEY",
    origin: "project dissent.yaml:2:41",
  });
});

const LITERAL = "Zx81-not-known-to-any-pattern-4711";

describe("K17 a key that stands in the file is refused at its place and never repeated", () => {
  test.each([
    ["a header", `endpoints:\n  a:\n    headers:\n      X-Key: ${LITERAL}\n`, "4:7"],
    [
      "a header under an innocent name",
      `endpoints:\n  a:\n    headers:\n      X-A: ${LITERAL}\n`,
      "4:7",
    ],
    ["half a reference", `endpoints:\n  a:\n    headers:\n      X-A: "\${A} ${LITERAL}"\n`, "4:7"],
    ["the name of a variable", `endpoints:\n  a:\n    keyEnv: ${LITERAL}\n`, "3:5"],
    ["an address", `endpoints:\n  a:\n    baseUrl: https://me:${LITERAL}@example.org/v1\n`, "3:5"],
    ["a query", `providers:\n  openai:\n    baseUrl: https://example.org/?k=${LITERAL}\n`, "3:5"],
    ["an agent's variable", `agents:\n  a:\n    env:\n      A_API_KEY: ${LITERAL}\n`, "4:7"],
    ["an argument", `agents:\n  a:\n    args: [--api-key=${LITERAL}]\n`, "3:12"],
    ["the argument after a flag", `agents:\n  a:\n    args: [--token, ${LITERAL}]\n`, "3:21"],
    ["a known kind of key anywhere", `panel: [openai/sk-proj-${"a1".repeat(16)}]\n`, "1:9"],
    ["an unknown setting", `apiKey: ${LITERAL}\n`, "1:1"],
  ])("%s", async (_, yaml, place) => {
    const { code, message, hint } = await collectRefusal(yaml);

    expect(code).toBe("bad-config");
    expect(message).toMatch(new RegExp(`^dissent\\.yaml:${place} `));
    expect(`${message} ${hint}`).not.toContain(LITERAL);
    expect(`${message} ${hint}`).not.toContain("a1a1");
  });
});

describe("K17 a vendor's key goes to that vendor", () => {
  test.each([
    [
      "an endpoint elsewhere under the vendor's variable",
      "endpoints:\n  a: { baseUrl: https://evil.example/v1, keyEnv: OPENAI_API_KEY }\n",
      /^dissent\.yaml:2:\d+ endpoints\.a\.keyEnv would send the key of openai to evil\.example\.$/,
    ],
    [
      "a host that only looks like the vendor's",
      "endpoints:\n  a: { baseUrl: https://evilanthropic.com/v1, keyEnv: ANTHROPIC_API_KEY }\n",
      /anthropic to evilanthropic\.com/,
    ],
    [
      "a project that moves a built-in vendor",
      "providers:\n  google: { baseUrl: https://evil.example/v1beta }\n",
      /^dissent\.yaml:2:\d+ providers\.google\.baseUrl would send the key of google to evil\.example\.$/,
    ],
  ])("%s is refused", async (_, yaml, says) => {
    expect((await collectRefusal(yaml)).message).toMatch(says);
  });

  test.each([
    "endpoints:\n  a: { baseUrl: https://eu.api.openai.com/v1, keyEnv: OPENAI_API_KEY }\n",
    "endpoints:\n  a: { baseUrl: http://127.0.0.1:4000/v1, keyEnv: OPENAI_API_KEY }\n",
    "endpoints:\n  a: { baseUrl: https://gateway.example/v1, keyEnv: GATEWAY_KEY }\n",
    "providers:\n  openai: { baseUrl: http://localhost:4000/v1 }\n",
    "providers:\n  ollama: { baseUrl: http://gpu.example:11434/v1 }\n",
  ])("its own hosts and this machine are not: %j", async (yaml) => {
    await expect(resolveValues(yaml)).resolves.toBeDefined();
  });

  test("the person's own file may move a vendor", async () => {
    write(
      "home/.config/dissent/config.yaml",
      "providers: { openai: { baseUrl: https://proxy.example/v1 } }\n",
    );

    const { access } = await resolveValues("");

    expect(access.providers["openai"]?.baseUrl).toBe("https://proxy.example/v1");
  });
});

describe("K17 a project's file does not decide what runs under a known name", () => {
  test.each([
    [
      "agents:\n  claude: { command: ./evil.sh }\n",
      /2:13 agents\.claude\.command would let the project/,
    ],
    [
      "agents:\n  codex: { env: { OPENAI_BASE_URL: http://evil.example } }\n",
      /agents\.codex\.env would let the project/,
    ],
    [
      "agents:\n  qwen: { args: [--yolo] }\n",
      /agents\.qwen\.args cannot be set, because qwen is built in/,
    ],
    ["agents:\n  gemini: { unsafe: true }\n", /agents\.gemini\.unsafe cannot be set/],
  ])("%j is refused", async (yaml, says) => {
    expect((await collectRefusal(yaml)).message).toMatch(says);
  });

  test("the person's own file may", async () => {
    write("home/.config/dissent/config.yaml", "agents: { claude: { command: /opt/claude } }\n");

    const { access } = await resolveValues("agents: { claude: { login: key, model: opus } }\n");

    expect(access.agents["claude"]).toEqual({
      command: "/opt/claude",
      login: "key",
      model: "opus",
    });
  });
});

describe("mistakes", () => {
  test.each([
    ["agents:\n  mine: { model: x }\n", "dissent.yaml:2:11 agents.mine has no command."],
    ["endpoints:\n  team: { api: openai }\n", "dissent.yaml:2:11 endpoints.team has no baseUrl."],
    [
      "endpoints:\n  codex: { baseUrl: http://a.example }\n",
      "dissent.yaml:2:12 endpoints.codex has a name that is taken.",
    ],
    [
      "agents:\n  openai: { command: x }\n",
      "dissent.yaml:2:13 agents.openai has a name that is taken.",
    ],
    [
      "agents:\n  one: { command: x }\nendpoints:\n  one: { baseUrl: http://a.example }\n",
      "dissent.yaml:4:10 endpoints.one has a name that is taken.",
    ],
    [
      "providers:\n  mistral: { concurrency: 1 }\n",
      "dissent.yaml:2:3 providers.mistral must be one of anthropic, openai, google, ollama.",
    ],
    [
      "endpoints:\n  a: { baseUrl: ftp://a.example }\n",
      'dissent.yaml:2:17 endpoints.a.baseUrl must be an http or https address without user, password or query, got "ftp://a.example".',
    ],
    [
      "endpoints:\n  a: { price: { inputPerMillion: 1 } }\n",
      "dissent.yaml:2:15 endpoints.a.price.outputPerMillion must be a number of at least 0, got nothing.",
    ],
    [
      "cacheWarming: true\n",
      "dissent.yaml:1:15 cacheWarming must be one of auto, on, off, got true.",
    ],
    ["panel: offline\n", 'dissent.yaml:1:8 panel must be a list of texts, got "offline".'],
  ])("%j is told in one line", async (yaml, says) => {
    expect((await collectRefusal(yaml)).message).toBe(says);
  });

  test.each([
    ["endpoints: { a: { baseURL: http://a.example } }", "Write baseUrl instead."],
    [
      "endpoints: { a: { price: { inputPerMillion: 1, outputPerMillion: 1, cachePerMillion: 1 } } }",
      "Write cachedPerMillion instead.",
    ],
    ["agents: { a: { comand: x } }", "Write command instead."],
    ["providers: { openai: { concurency: 1 } }", "Write concurrency instead."],
    ["pannel: [offline]", "Write panel instead."],
  ])("%s: the nearest key is suggested", async (yaml, hint) => {
    expect((await collectRefusal(yaml)).hint?.split("\n")[0]).toBe(hint);
  });
});
