/** `dissent mcp install` and `dissent init --agents` on files as people have them, and with programs that are none. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

import { parse as parseToml } from "smol-toml";
import { describe, expect, test } from "vitest";

import { AGENTS_BLOCK } from "../../src/cli/mcp/agent-guidance.ts";
import {
  BIN,
  expectHarmless,
  expectRefusal,
  type Project,
  project,
  type Ran,
  run,
} from "../support/processes/cli.ts";

const ENTRY = { command: process.execPath, args: [BIN, "mcp"] };

/** A path with nothing on it but what this test puts there. */
function install(at: Project, ...args: readonly string[]): Promise<Ran> {
  return run(at, ["mcp", "install", ...args], { env: { PATH: join(at.base, "bin") } });
}

function fakeProgram(at: Project, name: string, script: string): void {
  const path = join(at.base, "bin", name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!${process.execPath}\n${script}\n`);
  chmodSync(path, 0o755);
}

const userFile = (at: Project, path: string): string => join(at.home, path);
const projectFile = (at: Project, path: string): string => join(at.dir, path);

const FILES = [
  ["claude", "project", projectFile, ".mcp.json"],
  ["codex", "user", userFile, ".codex/config.toml"],
  ["codex", "project", projectFile, ".codex/config.toml"],
  ["gemini", "user", userFile, ".gemini/settings.json"],
  ["gemini", "project", projectFile, ".gemini/settings.json"],
  ["cursor", "user", userFile, ".cursor/mcp.json"],
  ["cursor", "project", projectFile, ".cursor/mcp.json"],
  ["vscode", "user", userFile, ".config/Code/User/mcp.json"],
  ["vscode", "project", projectFile, ".vscode/mcp.json"],
] as const;

describe.skipIf(process.platform !== "linux").each(FILES)(
  "%s --scope %s",
  (host, scope, place, path) => {
    test("is written where the host looks, once, and shown exactly beforehand", async () => {
      const at = project({ ".git/HEAD": "" });
      const file = place(at, path);
      const empty = at.listing();
      const dry = await install(at, host, "--scope", scope, "--dry-run");
      const untouched = at.listing();
      const first = await install(at, host, "--scope", scope);
      const text = readFileSync(file, "utf8");
      const after = at.listing();
      const second = await install(at, host, "--scope", scope);

      expect(untouched).toEqual(empty);
      expect([dry.code, first.code, second.code]).toEqual([0, 0, 0]);
      const shown = dry.stdout
        .split("\n")
        .flatMap((line) => (line.startsWith("  + ") ? [line.slice(4)] : []));
      expect(`${shown.join("\n")}\n`).toBe(text);
      expect(text).toContain("dissent");
      expect(second.stdout).toMatch(/^Nothing to do: .* has the server dissent\.\n$/);
      expect(at.listing()).toEqual(after);
      expect(first.stdout).toMatch(/No debate starts until you ask for one\.\n$/);
      expectHarmless(dry.stdout, first.stdout, second.stdout);
    });

    test("leaves a file that it cannot read as it is, and says where in one line", async () => {
      const at = project({ ".git/HEAD": "" });
      const file = place(at, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, '\n{ "broken": ');
      const before = at.listing();
      const ran = await install(at, host, "--scope", scope);

      expectRefusal(ran, { says: /:2:\d+ is left as it is: /, as: "bad-host" });
      expect(at.listing()).toEqual(before);
    });
  },
);

describe("a file that is there", () => {
  const JSONC = `{
  // the team's
  "mcpServers": {
    "other": { "command": "x", "env": { "TOKEN": "their-secret-token" } }, // keep
  },
  "unrelated": [1, 2],
}
`;

  test("keeps every comment and entry, and the one before lies beside it with its rights", async () => {
    const at = project({ ".git/HEAD": "" });
    const file = at.write(".cursor/mcp.json", JSONC);
    chmodSync(file, 0o600);
    const dry = await install(at, "cursor", "--scope", "project", "--dry-run");
    const { code, stdout } = await install(at, "cursor", "--scope", "project");
    const text = at.read(".cursor/mcp.json");

    expect(code).toBe(0);
    expect(stdout).toContain("kept the file before as .cursor/mcp.json.bak");
    expect(at.read(".cursor/mcp.json.bak")).toBe(JSONC);
    for (const kept of JSONC.split("\n").slice(0, 4)) expect(text).toContain(kept);
    expect(text).toContain('"unrelated": [1, 2],\n}\n');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    // what others have in there is nobody's business
    expect(dry.stdout + stdout).not.toContain("their-secret-token");
    expect(dry.stdout).toMatch(/^Would change \.cursor\/mcp\.json\n(?: {2}\+ .*\n)+$/);
  });

  test("keeps an earlier backup, too", async () => {
    const at = project({
      ".git/HEAD": "",
      ".cursor/mcp.json": "{}",
      ".cursor/mcp.json.bak": "older",
    });
    await install(at, "cursor", "--scope", "project");

    expect(at.read(".cursor/mcp.json.bak")).toBe("older");
    expect(at.read(".cursor/mcp.json.bak2")).toBe("{}");
  });

  test("keeps TOML as it is, with one table more", async () => {
    const toml = '# mine\nmodel = "x"\n\n[mcp_servers.other]\ncommand = "y" # keep\n';
    const at = project({ ".git/HEAD": "", ".codex/config.toml": toml });
    await install(at, "codex", "--scope", "project");

    const text = at.read(".codex/config.toml");
    expect(text.startsWith(`${toml}\n[mcp_servers.dissent]\n`)).toBe(true);
    expect(parseToml(text)).toMatchObject({
      mcp_servers: { other: { command: "y" }, dissent: { ...ENTRY, env_vars: expect.any(Array) } },
    });
  });

  test.skipIf(process.platform === "win32")("that is a link stays one", async () => {
    const at = project({ ".git/HEAD": "", "dotfiles/mcp.json": "{}\n" });
    mkdirSync(join(at.home, ".cursor"));
    symlinkSync(join(at.dir, "dotfiles/mcp.json"), join(at.home, ".cursor", "mcp.json"));
    const { code } = await install(at, "cursor");

    expect(code).toBe(0);
    expect(JSON.parse(at.read("dotfiles/mcp.json"))).toEqual({ mcpServers: { dissent: ENTRY } });
    expect(at.listing().find((line) => line.endsWith(".cursor/mcp.json"))).toBeDefined();
  });

  test.each([
    [
      "cursor",
      ".cursor/mcp.json",
      '{"mcpServers":{"dissent":{"command":"other"}}}',
      /another server/,
    ],
    ["cursor", ".cursor/mcp.json", '{"mcpServers":[]}', /mcpServers is not what it should be/],
    ["cursor", ".cursor/mcp.json", "[]", /it is not an object/],
    ["codex", ".codex/config.toml", 'mcp_servers.dissent.command = "x"\n', /another server/],
    [
      "codex",
      ".codex/config.toml",
      "mcp_servers = { a = { command = 'x' } }\n",
      /is left as it is/,
    ],
  ])("of %s is refused where adding would change another's", async (host, path, text, says) => {
    const at = project({ ".git/HEAD": "", [path]: text });
    const before = at.listing();
    const ran = await install(at, host, "--scope", "project");

    expectRefusal(ran, { says, as: "bad-host" });
    expect(at.listing()).toEqual(before);
    expect(at.read(path)).toBe(text);
  });

  test("with ours and variables of the person's is left alone", async () => {
    const ours = { mcpServers: { dissent: { ...ENTRY, env: { A: "1" }, type: "stdio" } } };
    const at = project({ ".git/HEAD": "" });
    mkdirSync(join(at.home, ".cursor"));
    writeFileSync(join(at.home, ".cursor", "mcp.json"), JSON.stringify(ours));
    const { code, stdout } = await install(at, "cursor");

    expect(code).toBe(0);
    expect(stdout).toMatch(/^Nothing to do/);
  });
});

describe.skipIf(process.platform === "win32")("a host's own command", () => {
  test("is given its words one by one, in the project, and not through a shell", async () => {
    const at = project({ ".git/HEAD": "", "inner/x": "" });
    fakeProgram(
      at,
      "code",
      `require("fs").writeFileSync("heard.json", JSON.stringify(process.argv.slice(2)))`,
    );
    const dry = await run(at, ["-C", "inner", "mcp", "install", "vscode", "--dry-run"], {
      env: { PATH: join(at.base, "bin") },
    });
    const ran = await run(at, ["-C", "inner", "mcp", "install", "vscode"], {
      env: { PATH: join(at.base, "bin") },
    });
    const [flag, told = ""] = JSON.parse(at.read("heard.json")) as string[];

    expect(flag).toBe("--add-mcp");
    expect(JSON.parse(told)).toEqual({ name: "dissent", ...ENTRY });
    expect(dry.stdout).toBe(`Would run\n  code --add-mcp '${told}'\n`);
    expect(ran.stdout).toMatch(/^Ran code --add-mcp /);
    expect(existsSync(join(at.home, ".config"))).toBe(false);
  });

  test("that fails is quoted in one harmless line", async () => {
    const at = project({ ".git/HEAD": "" });
    fakeProgram(at, "codex", `console.error("first\\n\\u001b[31mno \\u202eroom"); process.exit(3)`);

    expectRefusal(await install(at, "codex"), {
      says: /codex did not add the server \(3\): \[31mno room/,
      as: "bad-host",
    });
  });

  test("and what is read by programs is told as one object", async () => {
    const at = project({ ".git/HEAD": "" });
    fakeProgram(at, "claude", "");
    const { stdout } = await install(at, "claude", "--json");

    expect(JSON.parse(stdout)).toEqual({
      client: "claude",
      scope: "user",
      does: "run",
      path: join(at.home, ".claude.json"),
      command: [
        "claude",
        "mcp",
        "add",
        "--scope",
        "user",
        "dissent",
        "--",
        ENTRY.command,
        ...ENTRY.args,
      ],
      added: null,
      backup: null,
    });
  });

  test("is missed where people are not meant to edit the file themselves, but shown by a dry run", async () => {
    const at = project({ ".git/HEAD": "" });
    const dry = await install(at, "claude", "--dry-run");

    expect(dry.code).toBe(0);
    expect(dry.stdout).toMatch(
      /^Would run\n {2}claude mcp add --scope user dissent -- .+\nClaude Code is not installed: there is no claude\.\n$/,
    );

    expectRefusal(await install(at, "claude"), {
      says: /Claude Code is not installed.*\n.*--scope project/,
      as: "bad-host",
    });
  });
});

test("a host that is not known is named with those that are", async () => {
  const at = project();

  expectRefusal(await install(at, "emacs\u001b[2J"), {
    says: /There is no host .*\n.*claude, codex, gemini, cursor, vscode/,
    as: "usage",
  });
});

describe("init --agents", () => {
  const init = (at: Project): Promise<Ran> => run(at, ["init", "--agents", "--yes"]);

  test("adds the block below what is there, and nothing the second time", async () => {
    const at = project({ "AGENTS.md": "# Ours\n\nMind the gap." });
    const first = await init(at);
    const text = at.read("AGENTS.md");
    const second = await init(at);

    expect(text).toBe(`# Ours\n\nMind the gap.\n\n${AGENTS_BLOCK}`);
    expect(first.stdout).toContain("append AGENTS.md\n");
    expect(second.stdout).toBe("Everything is there already.\n");
    expect(at.read("AGENTS.md")).toBe(text);
  });

  test("creates the file where there is none, and leaves it out unless asked", async () => {
    const at = project();
    await run(at, ["init", "--yes"]);
    const unasked = existsSync(join(at.dir, "AGENTS.md"));
    await init(at);

    expect(unasked).toBe(false);
    expect(at.read("AGENTS.md")).toBe(AGENTS_BLOCK);
  });

  test("shows how a changed block differs, and never overwrites it", async () => {
    const changed = AGENTS_BLOCK.replace("## Debates", "## Our debates");
    const at = project({ "AGENTS.md": `${changed}\nAfter.\n` });
    const { code, stdout } = await init(at);

    expect(code).toBe(0);
    expect(stdout).toMatch(
      /AGENTS\.md has another block, and keeps it\..*\n {2}- ## Our debates\n {2}\+ ## Debates\n/,
    );
    expect(at.read("AGENTS.md")).toBe(`${changed}\nAfter.\n`);
  });
});
