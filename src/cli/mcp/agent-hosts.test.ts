import { join } from "node:path";

import { describe, expect, test } from "vitest";

import type { ProgramSearchContext } from "../../models/agents/processes/locate-program.ts";
import { HOSTS, type HostOwner, type InstallScope } from "./agent-hosts.ts";
import { findHostProgram } from "./prove-server.ts";

const SERVER = { command: "/opt/node", args: ["/opt/dissent/bin/dissent.js", "mcp"] };
const OWNER: HostOwner = {
  server: SERVER,
  root: "/project",
  homeDir: "/home/ada",
  env: {},
  platform: "linux",
};

function findConfigPath(
  host: string,
  scope: InstallScope,
  changes: Partial<HostOwner> = {},
): string | undefined {
  return HOSTS[host]?.file({ ...OWNER, ...changes }, scope).path;
}

describe("where hosts look", () => {
  test("follows what each of them lets people move", () => {
    expect(findConfigPath("claude", "user")).toBe(join("/home/ada", ".claude.json"));
    expect(findConfigPath("claude", "user", { env: { CLAUDE_CONFIG_DIR: "/moved" } })).toBe(
      join("/moved", ".claude.json"),
    );
    expect(findConfigPath("codex", "user", { env: { CODEX_HOME: "/moved" } })).toBe(
      join("/moved", "config.toml"),
    );
    expect(findConfigPath("codex", "user", { env: { CODEX_HOME: "relative" } })).toBe(
      join("/home/ada", ".codex", "config.toml"),
    );
  });

  test.each([
    ["linux", {}, "/home/ada/.config/Code/User/mcp.json"],
    ["linux", { XDG_CONFIG_HOME: "/xdg" }, "/xdg/Code/User/mcp.json"],
    ["darwin", {}, "/home/ada/Library/Application Support/Code/User/mcp.json"],
    ["win32", {}, "/home/ada/AppData/Roaming/Code/User/mcp.json"],
    ["win32", { APPDATA: "/roaming" }, "/roaming/Code/User/mcp.json"],
  ] as const)("is the default profile of VS Code on %s with %o", (platform, env, path) => {
    expect(findConfigPath("vscode", "user", { platform, env })).toBe(join(path));
  });

  test("no command or entry holds a key's value or a shell's words", () => {
    for (const host of Object.values(HOSTS)) {
      for (const scope of ["user", "project"] as const) {
        const words = [
          ...(host.command(SERVER, scope) ?? []),
          JSON.stringify(host.file(OWNER, scope).entry),
        ];
        expect(words.join(" ")).not.toMatch(/sk-|;|&&|\|\||`|\$\(/);
      }
    }
  });
});

describe("a host's program on Windows", () => {
  const windows = (files: Readonly<Record<string, string>>): ProgramSearchContext => ({
    platform: "win32",
    env: { Path: "C:\\bin", PATHEXT: ".COM;.EXE;.BAT;.CMD" },
    node: "C:\\node.exe",
    isProgram: (path) => path.toLowerCase() in files,
    readText: (path) => files[path.toLowerCase()] ?? "",
  });

  test("behind npm's batch file is started without a shell", () => {
    const shim = '@"%dp0%\\node_modules\\codex\\bin\\codex.js" %*';

    expect(findHostProgram("codex", windows({ "c:\\bin\\codex.cmd": shim }))).toEqual({
      found: true,
      file: "C:\\node.exe",
      before: ["C:\\bin\\node_modules\\codex\\bin\\codex.js"],
    });
  });

  test("behind the editor's batch file is left alone: its file is edited instead", () => {
    const batch =
      'set ELECTRON_RUN_AS_NODE=1\n"%~dp0..\\Code.exe" "%~dp0..\\resources\\app\\out\\cli.js" %*';

    expect(findHostProgram("code", windows({ "c:\\bin\\code.cmd": batch }))).toBeNull();
    expect(findHostProgram("code", windows({ "c:\\bin\\code.cmd": "echo" }))).toBeNull();
    expect(findHostProgram("code", windows({}))).toBeNull();
  });
});
