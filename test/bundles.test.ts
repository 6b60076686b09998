/** What hosts install is what the script writes, and fits the formats that the hosts have published. */
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { parse as parseToml } from "smol-toml";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import * as z from "zod";

import { IDENTITY } from "../scripts/bundles/bundle.ts";
import { DEEPLINKS, LINKS } from "../scripts/bundles/editors.ts";
import { SKILLS } from "../scripts/bundles/skills.ts";
import { bundleFiles } from "../scripts/write-bundles.ts";
import { EXIT } from "../src/cli/exit-codes.ts";
import {
  AGENTS_BLOCK,
  EXIT_MEANINGS,
  AGENT_RULES,
  DEBATE_WHEN_NOT,
} from "../src/cli/mcp/agent-guidance.ts";
import { HOSTS } from "../src/cli/mcp/agent-hosts.ts";
import {
  ENTRY_ON_PATH,
  PROVIDER_KEY_NAMES,
  NETWORK_VARIABLE_NAMES,
  MCP_SERVER_NAME,
} from "../src/cli/mcp/server-entry.ts";
import { buildCliProgram } from "../src/cli/program/program.ts";
import { HOST_TOOLS } from "../src/mcp/host-tools.ts";

const ROOT = join(import.meta.dirname, "..");
const files = bundleFiles();

function readRootText(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

function readJson(path: string): unknown {
  return JSON.parse(readRootText(path));
}

describe("files", () => {
  test.each(files.map(({ path, text }) => [path, text]))(
    "%s is what the script writes; write it with: node scripts/write-bundles.ts",
    (path, text) => {
      expect(existsSync(join(ROOT, path))).toBe(true);
      expect(readRootText(path)).toBe(text);
    },
  );

  test("nothing else lies where the script writes", () => {
    const places = [".claude-plugin", ".agents", ".cursor", "plugins", "commands"].flatMap(
      (place) => readdirSync(join(ROOT, place), { recursive: true, withFileTypes: true }),
    );
    const found = places
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1));

    expect(found.filter((path) => !files.some((file) => file.path === path))).toEqual([]);
    expect(found.length).toBeGreaterThan(10);
  });

  test("writing twice gives the same bytes, in plain text without a carriage return", () => {
    expect(bundleFiles()).toEqual(files);
    for (const { text } of files) {
      expect(text).toMatch(/[^\n]\n$/);
      expect(text).not.toMatch(/\r|[\u0000-\u0009\u007f-\u009f\u202a-\u202e]/);
    }
  });

  test("nothing that hosts or agents are told to run is fetched by its name", () => {
    const told = files.filter(({ path }) => path !== "server.json" && path !== "llms.txt");

    for (const { path, text } of [...told, { path: "AGENTS.md", text: AGENTS_BLOCK }]) {
      expect([path, /\bnpx\b|npm (?:exec|x|i|install) /.exec(text)]).toEqual([path, null]);
    }
  });

  test("no file holds a value of a key", () => {
    for (const { text } of files) expect(text).not.toMatch(/sk-|AIza|[A-Z_]+_KEY=["']?\w/);
  });
});

/** https://agentskills.io/specification, which Claude Code, Codex and Gemini CLI read. */
const SkillFront = z.strictObject({
  name: z
    .string()
    .max(64)
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
  description: z
    .string()
    .min(1)
    .max(1024)
    // angle brackets are taken for markup where descriptions are put into a prompt
    .regex(/^[^<>]+$/),
  license: z.string(),
});

describe("skills", () => {
  const paths = SKILLS.map(({ name }) => `plugins/dissent/skills/${name}/SKILL.md`);

  test.each(paths)("the front matter of %s fits, and its name is its folder's", (path) => {
    const [, front = "", body = ""] =
      /^---\n([\s\S]*?)\n---\n\n([\s\S]+)$/.exec(readRootText(path)) ?? [];
    const { name } = SkillFront.parse(parse(front));

    expect(path).toContain(`/${name}/`);
    // the format recommends at most 500 lines and 5,000 tokens; ours are read in one glance
    expect(body.split("\n").length).toBeLessThan(50);
    expect(body.length).toBeLessThan(4_000);
  });

  test("every text says who decides, and that nothing is spent unasked", () => {
    const texts = [
      ...paths.map(readRootText),
      ...commands.map(readRootText),
      readRootText(".cursor/rules/dissent.mdc"),
    ];
    for (const text of [...texts, AGENTS_BLOCK]) {
      for (const rule of AGENT_RULES) expect(text).toContain(rule);
    }
    expect(AGENT_RULES.join(" ")).toMatch(/unless the user asked for it.*The human decides/);
    for (const name of ["challenge", "debate"]) {
      for (const rule of DEBATE_WHEN_NOT)
        expect(readRootText(`plugins/dissent/skills/${name}/SKILL.md`)).toContain(rule);
    }
  });

  test("whatever starts something is described as only for those who asked", () => {
    const starting = SKILLS.filter(({ name }) => name !== "read-record");

    expect(starting).toHaveLength(4);
    for (const { description, body } of starting) {
      expect(description).toMatch(/user did not ask for it\.$/);
      expect(body).toMatch(/^1\. Make sure that the user asked for this/);
    }
  });

  test("tools that are named are there", () => {
    const named = files.flatMap(({ text }) =>
      [...text.matchAll(/`([a-z]+_[a-z_]+)`/g)].map(([, name]) => name ?? ""),
    );
    const known = [...Object.keys(HOST_TOOLS), "waits_for"];

    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  test("commands that are named are there, with their flags", () => {
    const program = buildCliProgram({ version: "0", act: async () => {} });
    const said = [...files.map(({ text }) => text), AGENTS_BLOCK].join("\n");
    const calls = [...said.matchAll(/`(?:npx )?dissent ([a-z]+)((?: [^`]*)?)`/g)];
    const wrong = calls.filter(([, verb, rest = ""]) => {
      const command = program.commands.find((one) => one.name() === verb);
      const flags = [...rest.matchAll(/ (-[a-z]|--[a-z-]+)\b/g)].map(([, flag]) => flag);
      return (
        !command ||
        flags.some(
          (flag) => !command.options.some(({ short, long }) => [short, long].includes(flag)),
        )
      );
    });

    expect(calls.length).toBeGreaterThan(10);
    expect(wrong.map(([call]) => call)).toEqual([]);
  });

  test("every exit code is explained", () => {
    expect(new Set(EXIT_MEANINGS.map(([code]) => code))).toEqual(new Set(Object.values(EXIT)));
  });
});

describe("Claude Code", () => {
  /** https://code.claude.com/docs/en/plugins/manifest-reference */
  const Plugin = z.strictObject({
    name: z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
    version: z.string().regex(/^\d+\.\d+\.\d+/),
    description: z.string().min(1),
    author: z.strictObject({ name: z.string().min(1) }),
    homepage: z.url(),
    repository: z.url(),
    license: z.string(),
    keywords: z.array(z.string()),
  });
  /** https://code.claude.com/docs/en/plugins/marketplace-reference: some names are kept for its makers. */
  const Marketplace = z.object({
    name: z
      .string()
      .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
      .refine((name) => !/claude|anthropic|official/.test(name)),
    owner: z.object({ name: z.string().min(1) }),
    plugins: z.array(
      Plugin.omit({ homepage: true, repository: true }).extend({
        source: z.string().startsWith("./"),
        category: z.string(),
      }),
    ),
  });

  test("the manifest and the marketplace fit, and its sources are there", () => {
    const { name, version } = Plugin.parse(readJson("plugins/dissent/.claude-plugin/plugin.json"));
    const { plugins } = Marketplace.parse(readJson(".claude-plugin/marketplace.json"));

    expect(version).toBe(IDENTITY.version);
    for (const plugin of plugins) {
      const manifest = join(ROOT, plugin.source, ".claude-plugin", "plugin.json");
      expect(existsSync(manifest)).toBe(true);
      // where both say a version, the manifest's counts
      expect([plugin.name, plugin.version]).toEqual([name, version]);
    }
    expect(readJson("plugins/dissent/.mcp.json")).toEqual({
      mcpServers: {
        [MCP_SERVER_NAME]: { command: "node", args: ["${CLAUDE_PLUGIN_ROOT}/launch-server.mjs"] },
      },
    });
    expect(existsSync(join(ROOT, "plugins/dissent/launch-server.mjs"))).toBe(true);
  });
});

describe("Codex", () => {
  /** codex-rs/core-plugins/src/manifest.rs: paths begin with ./ and stay inside; prompts are 3 of 128 characters. */
  const inside = z.string().regex(/^\.\/(?!.*\.\.)/);
  const Plugin = z.object({
    name: z.string().regex(/^[a-z0-9-]+$/),
    version: z.string(),
    description: z.string(),
    skills: inside,
    mcpServers: z.record(
      z.string(),
      z.strictObject({
        command: z.string(),
        args: z.array(z.string()),
        env_vars: z.array(z.string()),
      }),
    ),
    interface: z.strictObject({
      displayName: z.string(),
      shortDescription: z.string(),
      longDescription: z.string(),
      developerName: z.string(),
      category: z.string(),
      capabilities: z.array(z.string()),
      defaultPrompt: z.array(z.string().max(128)).max(3),
    }),
  });
  /** https://developers.openai.com/codex/plugins/build */
  const Marketplace = z.strictObject({
    name: z.string(),
    interface: z.strictObject({ displayName: z.string() }),
    plugins: z.array(
      z.strictObject({
        name: z.string(),
        source: z.strictObject({ source: z.literal("local"), path: inside }),
        policy: z.strictObject({
          installation: z.enum(["AVAILABLE", "INSTALLED_BY_DEFAULT", "NOT_AVAILABLE"]),
          authentication: z.enum(["ON_INSTALL", "ON_USE"]),
        }),
        category: z.string(),
      }),
    ),
  });

  test("the manifest and the marketplace fit, and the plugin is never installed by itself", () => {
    const { skills, mcpServers } = Plugin.parse(
      readJson("plugins/dissent/.codex-plugin/plugin.json"),
    );
    const { plugins } = Marketplace.parse(readJson(".agents/plugins/marketplace.json"));

    expect(existsSync(join(ROOT, "plugins/dissent", skills, "challenge", "SKILL.md"))).toBe(true);
    expect(mcpServers).toEqual({
      [MCP_SERVER_NAME]: {
        ...ENTRY_ON_PATH,
        env_vars: [...PROVIDER_KEY_NAMES, ...NETWORK_VARIABLE_NAMES],
      },
    });
    for (const { source, policy } of plugins) {
      expect(existsSync(join(ROOT, source.path, ".codex-plugin", "plugin.json"))).toBe(true);
      expect(policy.installation).toBe("AVAILABLE");
    }
  });
});

const commands = SKILLS.map(({ name }) => `commands/dissent/${name}.toml`);

describe("Gemini CLI", () => {
  /** docs/extensions/reference.md of the package @google/gemini-cli */
  const Extension = z.strictObject({
    name: z.string().regex(/^[a-z0-9-]+$/),
    version: z.string(),
    description: z.string(),
    mcpServers: z.record(
      z.string(),
      // every option but trust
      z.strictObject({
        command: z.string().regex(/^\S+$/),
        args: z.array(z.string()),
        env: z.record(z.string(), z.string().regex(/^\$[A-Z_]+$/)),
      }),
    ),
    settings: z.array(
      z.strictObject({
        name: z.string(),
        description: z.string(),
        envVar: z.string(),
        sensitive: z.literal(true),
      }),
    ),
  });

  test("the extension fits, and declares every variable that a provider's key is in", () => {
    const { mcpServers, settings } = Extension.parse(readJson("gemini-extension.json"));
    const env = Object.fromEntries(PROVIDER_KEY_NAMES.map((name) => [name, `$${name}`]));

    const args = ["${extensionPath}/plugins/dissent/launch-server.mjs"];
    expect(mcpServers).toEqual({ [MCP_SERVER_NAME]: { command: "node", args, env } });
    expect(settings.map(({ envVar }) => envVar)).toEqual([
      "ANTHROPIC_API_KEY",
      "OPENAI_API_KEY",
      "GEMINI_API_KEY",
    ]);
  });

  /** docs/cli/custom-commands.md: !{} runs a shell and @{} reads a file, which no command of ours does. */
  test.each(commands)("%s is TOML with a prompt that takes what the user gave", (path) => {
    const { description, prompt } = z
      .strictObject({ description: z.string().max(80), prompt: z.string() })
      .parse(parseToml(readRootText(path)));
    const skill = SKILLS.find(({ summary }) => summary === description);

    expect(prompt.split("{{args}}")).toHaveLength(2);
    expect(prompt).not.toMatch(/[!@]\{/);
    expect(prompt).toContain(skill?.body ?? "no skill");
  });
});

describe("editors", () => {
  test("Cursor's rule is one that the agent asks for, and its front matter fits", () => {
    const [, front = ""] =
      /^---\n([\s\S]*?)\n---\n/.exec(readRootText(".cursor/rules/dissent.mdc")) ?? [];

    // https://cursor.com/docs/rules: with neither globs nor always, the description decides
    expect(parse(front)).toEqual({
      description: expect.stringMatching(/^.{20,200}$/),
      globs: null,
      alwaysApply: false,
    });
  });

  test("Cursor's links decode to the entry of mcp.json", () => {
    for (const link of [LINKS.cursor, DEEPLINKS.cursor]) {
      const { searchParams } = new URL(link);
      const config = Buffer.from(searchParams.get("config") ?? "", "base64").toString("utf8");

      expect(searchParams.get("name")).toBe(MCP_SERVER_NAME);
      expect(JSON.parse(config)).toEqual(ENTRY_ON_PATH);
    }
    expect(DEEPLINKS.cursor).toMatch(/^cursor:\/\/anysphere\.cursor-deeplink\/mcp\/install\?/);
  });

  test("VS Code's links decode to what --add-mcp is told", () => {
    const { searchParams } = new URL(LINKS.vscode);
    const deep = JSON.parse(decodeURIComponent(new URL(DEEPLINKS.vscode).search.slice(1)));
    const [, flag, told = ""] = HOSTS["vscode"]?.command(ENTRY_ON_PATH, "user") ?? [];

    expect(flag).toBe("--add-mcp");
    expect(deep).toEqual({ name: MCP_SERVER_NAME, ...ENTRY_ON_PATH });
    expect(JSON.parse(told)).toEqual(deep);
    expect({
      name: searchParams.get("name"),
      ...JSON.parse(searchParams.get("config") ?? ""),
    }).toEqual(deep);
  });
});

describe("directories", () => {
  /** https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json, and what the registry asks beyond it. */
  const exact = z.string().regex(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/);
  const Server = z.strictObject({
    $schema: z.literal(
      "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    ),
    name: z
      .string()
      .min(3)
      .max(200)
      .regex(/^[a-zA-Z0-9-]+(?:\.[a-zA-Z0-9-]+)+\/[a-zA-Z0-9](?:[a-zA-Z0-9._-]*[a-zA-Z0-9])?$/),
    title: z.string().min(1).max(100),
    description: z.string().min(1).max(100),
    repository: z.strictObject({ url: z.url(), source: z.literal("github") }),
    version: exact,
    packages: z.array(
      z.strictObject({
        registryType: z.literal("npm"),
        identifier: z.string(),
        version: exact,
        runtimeHint: z.literal("npx"),
        transport: z.strictObject({ type: z.literal("stdio") }),
        packageArguments: z.array(
          z.strictObject({ type: z.literal("positional"), value: z.string() }),
        ),
        environmentVariables: z.array(
          z.strictObject({
            name: z.string(),
            description: z.string(),
            isRequired: z.literal(false),
            isSecret: z.literal(true),
          }),
        ),
      }),
    ),
  });

  test("server.json fits, and describes this package", () => {
    const { name, version, mcpName } = readJson("package.json") as Record<string, string>;
    const server = Server.parse(readJson("server.json"));
    const [npm] = server.packages;

    expect([npm?.identifier, npm?.version, server.version]).toEqual([name, version, version]);
    expect(npm?.packageArguments.map(({ value }) => value)).toEqual(ENTRY_ON_PATH.args);
    expect(mcpName).toBe(server.name);
  });

  test("every file that names the project's repository names the same one", () => {
    const { mcpName, homepage, bugs, repository } = readJson("package.json") as {
      readonly mcpName: string;
      readonly homepage: string;
      readonly bugs: { readonly url: string };
      readonly repository: { readonly type: string; readonly url: string };
    };
    // the registry of MCP servers proves the owner of the namespace by the owner of the repository
    const [, place = "nowhere"] = /^io\.github\.(.+)$/.exec(mcpName) ?? [];
    const address = `https://github.com/${place}`;
    const pages = ["docs/hosts.md", "docs/github-action.md", "plugins/dissent/README.md"].map(
      readRootText,
    );
    const named = pages.flatMap((text) =>
      [
        ...text.matchAll(
          /--marketplace ([^\s<]+)|marketplace add (\S+)|https:\/\/github\.com\/([^\s)]+)/g,
        ),
        ...text.matchAll(/uses: (\S+\/dissent)(?=[@/])/g),
      ].map(([, ...groups]) => groups.find((group) => group !== undefined)),
    );

    expect(repository).toEqual({ type: "git", url: `git+${address}.git` });
    expect([homepage, bugs.url]).toEqual([`${address}#readme`, `${address}/issues`]);
    expect(Server.parse(readJson("server.json")).repository.url).toBe(address);
    expect(named.length).toBeGreaterThan(5);
    expect(new Set(named)).toEqual(new Set([place]));
    for (const text of pages) expect(text).not.toContain("<owner>");
  });

  test("llms.txt has a title, a summary, and a link to every page that leads somewhere", () => {
    const text = readRootText("llms.txt");
    const links = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\): .+$/gm)].map(
      ([, path]) => path ?? "",
    );
    const pages = globSync("docs/**/*.md", { cwd: ROOT }).filter(
      (path) => path !== "docs/index.md" && !path.startsWith("docs/decisions/"),
    );

    // https://llmstxt.org: a heading, a quote, then sections of links
    expect(text).toMatch(/^# [^\n]+\n\n> [^\n]+\n\n/);
    expect(links.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    expect(pages.filter((path) => !links.includes(path))).toEqual([]);
  });
});

describe("docs/hosts.md", () => {
  const page = readRootText("docs/hosts.md");

  test("has the links, the block and every host as they are", () => {
    expect(page).toContain(`](${LINKS.cursor})`);
    expect(page).toContain(`](${LINKS.vscode})`);
    expect(page).toContain(`\n${DEEPLINKS.cursor}\n`);
    expect(page).toContain(AGENTS_BLOCK);
    for (const { title } of Object.values(HOSTS)) expect(page).toContain(`| ${title} |`);
    for (const { name } of SKILLS) expect(page).toContain(`| \`${name}\` |`);
  });

  test("its snippets say what the installer writes", () => {
    const toml = /```toml\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
    const json = /```json\n([\s\S]*?)```/.exec(page)?.[1] ?? "";

    expect(parseToml(toml)).toMatchObject({ mcp_servers: { dissent: ENTRY_ON_PATH } });
    expect(JSON.parse(json)).toEqual({ servers: { dissent: { type: "stdio", ...ENTRY_ON_PATH } } });
  });
});
