/** The bundles in the hosts that people use, as npm ships them: validated, installed, listed, and called in a session. */
import { spawn } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import {
  ENTRY_ON_PATH,
  PROVIDER_KEY_NAMES,
  NETWORK_VARIABLE_NAMES,
} from "../../src/cli/mcp/server-entry.ts";
import { HOST_TOOLS } from "../../src/mcp/host-tools.ts";
import { startLoopbackServer } from "../../src/testing/loopback/loopback-server.ts";
import type { LoopbackVendor } from "../../src/testing/loopback/loopback-vendor.ts";
import { bareEnvironment, realAgent, type RealAgent } from "../support/agents/real-agents.ts";
import { BIN, followed, type Project, project, type Ran } from "../support/processes/cli.ts";
import { missingPart } from "../support/processes/missing-part.ts";

const NO_AGENTS = missingPart("agents");

const ROOT = join(import.meta.dirname, "..", "..");
const KEYS = {
  ANTHROPIC_API_KEY: "sk-planted-anthropic-0123456789",
  OPENAI_API_KEY: "sk-planted-openai-0123456789",
  GEMINI_API_KEY: "planted-gemini-0123456789",
};
const PASSED_ON = [...PROVIDER_KEY_NAMES, ...NETWORK_VARIABLE_NAMES];
const TOOL_NAMES = Object.keys(HOST_TOOLS);

const programs = new Map<RealAgent, string>();
let loopback: LoopbackVendor;

beforeAll(async () => {
  if (NO_AGENTS !== undefined) return;
  for (const agent of ["claude", "codex", "gemini"] as const) {
    programs.set(agent, await realAgent(agent));
  }
  loopback = await startLoopbackServer();
}, 600_000);

afterAll(async () => {
  await loopback?.close();
});

/** What the installer makes known: this Node and this repository. */
const INSTALLED = { command: process.execPath, args: [BIN, "mcp"] };
const INSTALLED_WORDS = `${process.execPath} ${BIN} mcp`;

/** A project of a person who has the hosts, and a `dissent` on the path that is this repository. */
function place(): Project {
  const at = project({ ".git/HEAD": "" });
  const bin = join(at.base, "bin");
  mkdirSync(bin);
  const started = JSON.stringify(join(at.base, "started.txt"));
  script(
    join(bin, "dissent"),
    `// as package managers write it around node_modules/dissent/bin/dissent.js
const { appendFileSync } = require("fs");
const args = process.argv.slice(2);
const keys = ${JSON.stringify(PROVIDER_KEY_NAMES)}.filter((key) => process.env[key]);
appendFileSync(${started}, JSON.stringify({ cwd: process.cwd(), args, keys }) + "\\n");
process.argv.splice(1, Infinity, ${JSON.stringify(BIN)}, ...args);
import(${JSON.stringify(BIN)});`,
  );
  for (const [name, program] of programs) {
    script(
      join(bin, name),
      `const { spawn } = require("child_process");
const child = spawn(${JSON.stringify(program)}, process.argv.slice(2), { stdio: "inherit" });
child.on("exit", (code) => process.exit(code ?? 1));`,
    );
  }
  return at;
}

function script(path: string, text: string): void {
  writeFileSync(path, `#!${process.execPath}\n${text}\n`);
  chmodSync(path, 0o755);
}

interface Setting {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
}

function call(
  at: Project,
  program: string,
  args: readonly string[],
  setting: Setting = {},
): Promise<Ran> {
  const bare = bareEnvironment(at.home);
  const env = {
    ...bare,
    PATH: `${join(at.base, "bin")}:${bare["PATH"]}`,
    ...QUIET,
    ...setting.env,
  };
  const child = spawn(program, args, { cwd: at.dir, env });
  child.stdin.on("error", () => {});
  child.stdin.end(setting.stdin ?? "");
  return followed(child).ended;
}

/** Hosts that ask their makers for news would wait for a network. */
const QUIET = {
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  DISABLE_AUTOUPDATER: "1",
  CLAUDE_CODE_MAX_RETRIES: "0",
};

function host(
  at: Project,
  name: RealAgent,
  args: readonly string[],
  setting?: Setting,
): Promise<Ran> {
  return call(at, programs.get(name) ?? "", args, setting);
}

function install(at: Project, ...args: readonly string[]): Promise<Ran> {
  return call(at, process.execPath, [BIN, "mcp", "install", ...args]);
}

/** How the server was started, each time. */
function starts(at: Project): { cwd: string; args: string[]; keys: string[] }[] {
  const file = join(at.base, "started.txt");
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { cwd: string; args: string[]; keys: string[] });
}

async function retried(times: number, attempt: () => Promise<void>): Promise<void> {
  for (let left = times; left > 1; left--) {
    try {
      return await attempt();
    } catch {
      // once more
    }
  }
  await attempt();
}

function trustInGemini(at: Project, ...folders: readonly string[]): void {
  const dir = join(at.home, ".gemini");
  mkdirSync(dir, { recursive: true });
  const trusted = Object.fromEntries([at.dir, ...folders].map((path) => [path, "TRUST_FOLDER"]));
  writeFileSync(join(dir, "trustedFolders.json"), JSON.stringify(trusted));
}

/** The bundles as a clone has them that nothing was installed in. */
function clonePlugins(at: Project): string {
  const path = join(at.base, "clone", "dissent");
  for (const part of [".claude-plugin", "gemini-extension.json", "commands", "plugins"]) {
    cpSync(join(ROOT, part), join(path, part), { recursive: true });
  }
  return path;
}

/** The session's model asked for the tool, the server answered, and no debate came of it. */
async function expectCalled(at: Project, ran: Ran): Promise<void> {
  const asked = (await loopback.requests()).filter(({ model }) => model !== "");
  const listed = JSON.stringify(asked[0]?.body);
  // however often the host has wrapped it in strings
  const answered = JSON.stringify(asked.at(-1)?.body).replaceAll(/\\+n?|\s/g, "");

  expect(ran.code, ran.stdout + ran.stderr).toBe(0);
  expect(TOOL_NAMES.filter((name) => !listed.includes(name))).toEqual([]);
  expect(asked.at(-1)?.toolResults).toBe(1);
  expect(answered).toContain('"decisions":[]');
  expect(starts(at).every(({ cwd, args }) => cwd === at.dir && args.join() === "mcp")).toBe(true);
  expect(existsSync(join(at.dir, ".dissent"))).toBe(false);
  for (const key of Object.values(KEYS)) expect(ran.stdout + ran.stderr).not.toContain(key);
}

describe.skipIf(NO_AGENTS)("Claude Code", () => {
  test.each([".", "plugins/dissent"])("validates %s without a warning", async (path) => {
    const { code, stdout, stderr } = await host(place(), "claude", [
      "plugin",
      "validate",
      "--strict",
      join(ROOT, path),
    ]);

    expect(code, stdout + stderr).toBe(0);
  });

  test("is told of the server by its own command, once, and finds it alive", async () => {
    const at = place();
    const first = await install(at, "claude");
    const second = await install(at, "claude");
    const shared = await install(at, "claude", "--scope", "project");
    const listed = await host(at, "claude", ["mcp", "list"]);

    expect(first.stdout).toContain(
      `Ran claude mcp add --scope user dissent -- ${INSTALLED_WORDS}\n`,
    );
    expect(first.stdout).toContain("The server was started once, and it answers.\n");
    expect(second.stdout).toMatch(/^Nothing to do/);
    expect(shared.code, shared.stderr).toBe(0);
    expect(JSON.parse(at.read(".mcp.json"))).toMatchObject({
      mcpServers: { dissent: INSTALLED },
    });
    const line = listed.stdout.split("\n").find((one) => one.includes(INSTALLED_WORDS));
    expect(line).toMatch(/ - .*Connected/);
  });

  test("installs the plugin from the marketplace, lists its tools in a session, and calls one", async () => {
    const at = place();
    const installed = await host(at, "claude", [
      "plugin",
      "install",
      "dissent",
      "--marketplace",
      clonePlugins(at),
    ]);
    const details = await host(at, "claude", ["plugin", "details", "dissent"]);
    await loopback.play({
      rules: [{ do: { tool: "mcp__plugin_dissent_dissent__find_decisions", arguments: {} } }],
    });
    await loopback.forget();
    const flags =
      "-p --output-format json --model loopback-ok --allowedTools mcp__plugin_dissent_dissent";
    const ran = await host(at, "claude", flags.split(" "), {
      stdin: "What was decided before?",
      env: {
        ...KEYS,
        ANTHROPIC_BASE_URL: loopback.url,
        // else the first turn does not wait for servers, and tools are looked up by name
        MCP_CONNECTION_NONBLOCKING: "false",
        ENABLE_TOOL_SEARCH: "false",
      },
    });

    expect(installed.code, installed.stdout + installed.stderr).toBe(0);
    for (const skill of ["challenge", "debate", "merge", "read-record"]) {
      expect(details.stdout).toContain(skill);
    }
    await expectCalled(at, ran);
    expect(starts(at).at(-1)?.keys).toEqual(Object.keys(KEYS));
  });
});

describe.skipIf(NO_AGENTS)("Codex", () => {
  test("installs the plugin from the marketplace, and names the keys that reach its server", async () => {
    const at = place();
    const added = await host(at, "codex", ["plugin", "marketplace", "add", ROOT]);
    const installed = await host(at, "codex", ["plugin", "add", "dissent@dissent", "--json"]);
    const { stdout } = await host(at, "codex", ["mcp", "list", "--json"]);
    const { installedPath } = JSON.parse(installed.stdout) as { installedPath: string };

    expect(added.code, added.stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject([
      { name: "dissent", enabled: true, transport: { ...ENTRY_ON_PATH, env_vars: PASSED_ON } },
    ]);
    expect(existsSync(join(installedPath, "skills", "challenge", "SKILL.md"))).toBe(true);
    expect(starts(at)).toEqual([]);
  });

  test("reads what is written into a project that is trusted, and all that was there", async () => {
    const at = place();
    at.write(".codex/config.toml", '# ours\n[mcp_servers.other]\ncommand = "true" # keep\n');
    const installed = await install(at, "codex", "--scope", "project");
    const trust = `[projects.${JSON.stringify(at.dir)}]\ntrust_level = "trusted"\n`;
    mkdirSync(join(at.home, ".codex"));
    writeFileSync(join(at.home, ".codex", "config.toml"), trust);
    const { stdout, stderr } = await host(at, "codex", ["mcp", "list", "--json"]);
    const servers = JSON.parse(stdout) as { name: string; transport: object }[];

    expect(installed.code, installed.stderr).toBe(0);
    expect(
      servers.map(({ name }) => name),
      stderr,
    ).toEqual(["dissent", "other"]);
    expect(servers[0]?.transport).toMatchObject({ ...INSTALLED, env_vars: PASSED_ON });
  });

  test("is told of the server by its own command, lists its tools in a session, and calls one", async () => {
    const at = place();
    const first = await install(at, "codex");
    const second = await install(at, "codex");
    await loopback.play({
      rules: [{ do: { tool: "mcp__dissent/find_decisions", arguments: {} } }],
    });
    await loopback.forget();
    const provider = `{name="x",base_url="${loopback.url}/v1",env_key="OPENAI_API_KEY",wire_api="responses",request_max_retries=0,stream_max_retries=0}`;
    const settings = [
      'approval_policy="never"',
      // else the first turn does not wait for servers
      "mcp_servers.dissent.required=true",
      "mcp_servers.dissent.startup_timeout_sec=60",
      'model_provider="x"',
      `model_providers.x=${provider}`,
      "analytics.enabled=false",
    ];
    const flags = "exec --json --skip-git-repo-check --sandbox read-only -m loopback-ok".split(" ");
    const ran = await host(
      at,
      "codex",
      [...flags, ...settings.flatMap((one) => ["-c", one]), "-"],
      {
        stdin: "What was decided before?",
        env: KEYS,
      },
    );

    expect(first.stdout).toContain(`Ran codex mcp add dissent -- ${INSTALLED_WORDS}\n`);
    expect(first.stdout).toContain("dissent config keys set");
    expect(second.stdout).toMatch(/^Nothing to do/);
    await expectCalled(at, ran);
    // as the note said
    const { stdout } = await host(at, "codex", ["mcp", "list", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject([{ transport: { ...INSTALLED, env_vars: [] } }]);
  });
});

describe.skipIf(NO_AGENTS)("Gemini CLI", () => {
  test("validates the extension", async () => {
    const { code, stdout, stderr } = await host(place(), "gemini", [
      "extensions",
      "validate",
      ROOT,
    ]);

    expect(code, stderr).toBe(0);
    expect(stdout + stderr).toContain("successfully validated");
  });

  test("is told of the server by its own command, with references and no key, and finds it alive", async () => {
    const at = place();
    trustInGemini(at);
    const first = await install(at, "gemini");
    const second = await install(at, "gemini");
    const text = readFileSync(join(at.home, ".gemini", "settings.json"), "utf8");

    expect(first.code, first.stderr).toBe(0);
    expect(second.stdout).toMatch(/^Nothing to do/);
    expect(JSON.parse(text)).toMatchObject({
      mcpServers: {
        dissent: { ...INSTALLED, env: { ANTHROPIC_API_KEY: "$ANTHROPIC_API_KEY" } },
      },
    });
    // it waits for five seconds, and a busy machine may take longer to start a program
    await retried(3, async () => {
      const { stdout, stderr } = await host(at, "gemini", ["mcp", "list"], { env: KEYS });
      expect(stdout + stderr).toContain(`dissent: ${INSTALLED_WORDS} (stdio) - Connected`);
    });
  });

  test("installs the extension, runs its command in a session, and calls a tool", async () => {
    const at = place();
    const clone = clonePlugins(at);
    trustInGemini(at, clone);
    const settings = {
      security: { auth: { selectedType: "gemini-api-key" } },
      general: { maxAttempts: 1, retryFetchErrors: false, enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
    };
    writeFileSync(join(at.home, ".gemini", "settings.json"), JSON.stringify(settings));
    const installing = ["extensions", "install", clone, "--consent", "--skip-settings"];
    const installed = await host(at, "gemini", installing);
    const listed = await host(at, "gemini", ["extensions", "list"]);
    await loopback.play({ rules: [{ do: { tool: "mcp_dissent_find_decisions", arguments: {} } }] });
    await loopback.forget();
    const flags = "-o json -m loopback-ok --approval-mode yolo".split(" ");
    const ran = await host(at, "gemini", flags, {
      stdin: "/dissent:read-record the-debate-7f3k",
      env: { ...KEYS, GOOGLE_GEMINI_BASE_URL: loopback.url },
    });
    const [asked] = (await loopback.requests()).filter(({ model }) => model !== "");

    expect(installed.code, installed.stdout + installed.stderr).toBe(0);
    expect(listed.stdout + listed.stderr).toMatch(/dissent \(\d+\.\d+\.\d+\)/);
    expect(asked?.prompt).toContain("# Read the record of a debate");
    expect(asked?.prompt).toContain("the-debate-7f3k");
    await expectCalled(at, ran);
    expect(starts(at).at(-1)?.keys).toEqual(Object.keys(KEYS));
  });
});

test("the server that bundles start is the one that this package has", () => {
  const { bin } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    bin: Record<string, string>;
  };

  expect(Object.keys(bin)).toEqual([ENTRY_ON_PATH.command]);
  expect(join(dirname(BIN), "dissent.js")).toBe(join(ROOT, bin["dissent"] ?? ""));
});
