/** Where each host stores its servers, and its own command for adding one. */
import { isAbsolute, join } from "node:path";

import type { PlainValue } from "./host-text.ts";
import {
  PROVIDER_KEY_NAMES,
  NETWORK_VARIABLE_NAMES,
  MCP_SERVER_NAME,
  type ServerEntry,
} from "./server-entry.ts";

export const INSTALL_SCOPES = ["user", "project"] as const;
export type InstallScope = (typeof INSTALL_SCOPES)[number];

/** Whose hosts are meant, and what they are to start. */
export interface HostOwner {
  readonly server: ServerEntry;
  readonly root: string;
  readonly homeDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

export interface HostFile {
  readonly path: string;
  readonly format: "json" | "toml";
  /** The key with the servers by name. */
  readonly under: string;
  readonly entry: { readonly [key: string]: PlainValue };
}

export interface AgentHost {
  readonly title: string;
  readonly file: (owner: HostOwner, scope: InstallScope) => HostFile;
  /** The program and its arguments; null if it has no command for that. */
  readonly command: (
    server: ServerEntry,
    scope: InstallScope,
  ) => readonly [program: string, ...args: string[]] | null;
  /** Whether people are meant to edit that file. */
  readonly mayEdit: (scope: InstallScope) => boolean;
  /** What a person should know once it is there. */
  readonly note?: (scope: InstallScope, does: "run" | "write") => string | null;
}

function createPlainEntry({ command, args }: ServerEntry): { command: string; args: string[] } {
  return { command, args: [...args] };
}

function createTypedEntry(server: ServerEntry): { type: string; command: string; args: string[] } {
  return { type: "stdio", ...createPlainEntry(server) };
}

const CLAUDE_CODE: AgentHost = {
  title: "Claude Code",
  file: ({ root, homeDir, env, server }, scope) => ({
    path:
      scope === "project"
        ? join(root, ".mcp.json")
        : join(acceptAbsoluteDirectory(env["CLAUDE_CONFIG_DIR"]) ?? homeDir, ".claude.json"),
    format: "json",
    under: "mcpServers",
    entry: createTypedEntry(server),
  }),
  command: ({ command, args }, scope) => [
    "claude",
    "mcp",
    "add",
    "--scope",
    scope,
    MCP_SERVER_NAME,
    "--",
    command,
    ...args,
  ],
  // the person's own is where Claude Code keeps its state
  mayEdit: (scope) => scope === "project",
  note: (scope) =>
    scope === "project"
      ? "Claude Code asks everyone once whether to trust this project's servers."
      : null,
};

const CODEX_CLI: AgentHost = {
  title: "Codex",
  file: ({ root, homeDir, env, server }, scope) => ({
    path:
      scope === "project"
        ? join(root, ".codex", "config.toml")
        : join(
            acceptAbsoluteDirectory(env["CODEX_HOME"]) ?? join(homeDir, ".codex"),
            "config.toml",
          ),
    format: "toml",
    under: "mcp_servers",
    // what is not named does not reach a server
    entry: {
      ...createPlainEntry(server),
      env_vars: [...PROVIDER_KEY_NAMES, ...NETWORK_VARIABLE_NAMES],
    },
  }),
  // it has none for a project
  command: ({ command, args }, scope) =>
    scope === "user" ? ["codex", "mcp", "add", MCP_SERVER_NAME, "--", command, ...args] : null,
  mayEdit: () => true,
  note(scope, does) {
    if (scope === "project") return "Codex reads it in projects that you trust.";
    return does === "write"
      ? null
      : "Codex hands no keys of the environment to servers. Store them with: dissent config keys set <vendor>";
  },
};

/** References, never keys: Gemini CLI fills them in, and filters every variable that is not named. */
const GEMINI_ENV = Object.fromEntries(PROVIDER_KEY_NAMES.map((name) => [name, `$${name}`]));

const GEMINI_CLI: AgentHost = {
  title: "Gemini CLI",
  file: ({ root, homeDir, server }, scope) => ({
    path: join(scope === "project" ? root : homeDir, ".gemini", "settings.json"),
    format: "json",
    under: "mcpServers",
    entry: { ...createPlainEntry(server), env: GEMINI_ENV },
  }),
  command: ({ command, args }, scope) => [
    "gemini",
    "mcp",
    "add",
    "--scope",
    scope,
    ...Object.entries(GEMINI_ENV).flatMap(([name, value]) => ["-e", `${name}=${value}`]),
    MCP_SERVER_NAME,
    command,
    "--",
    ...args,
  ],
  mayEdit: () => true,
  note: () => "Gemini CLI starts servers in folders that you trust.",
};

const CURSOR_EDITOR: AgentHost = {
  title: "Cursor",
  file: ({ root, homeDir, server }, scope) => ({
    path: join(scope === "project" ? root : homeDir, ".cursor", "mcp.json"),
    format: "json",
    under: "mcpServers",
    entry:
      scope === "project"
        ? { ...createPlainEntry(server), args: [...server.args, "-C", "${workspaceFolder}"] }
        : createPlainEntry(server),
  }),
  command: () => null,
  mayEdit: () => true,
};

const VS_CODE: AgentHost = {
  title: "VS Code",
  file: (owner, scope) => ({
    path:
      scope === "project"
        ? join(owner.root, ".vscode", "mcp.json")
        : join(resolveVsCodeProfile(owner), "mcp.json"),
    format: "json",
    under: "servers",
    entry: createTypedEntry(owner.server),
  }),
  command: (server, scope) =>
    scope === "user"
      ? [
          "code",
          "--add-mcp",
          JSON.stringify({ name: MCP_SERVER_NAME, ...createPlainEntry(server) }),
        ]
      : null,
  mayEdit: () => true,
};

export const HOSTS: Readonly<Record<string, AgentHost>> = {
  claude: CLAUDE_CODE,
  codex: CODEX_CLI,
  gemini: GEMINI_CLI,
  cursor: CURSOR_EDITOR,
  vscode: VS_CODE,
};

/** The default profile of VS Code. */
function resolveVsCodeProfile({ platform, homeDir, env }: HostOwner): string {
  switch (platform) {
    case "win32":
      return join(
        acceptAbsoluteDirectory(env["APPDATA"]) ?? join(homeDir, "AppData", "Roaming"),
        "Code",
        "User",
      );
    case "darwin":
      return join(homeDir, "Library", "Application Support", "Code", "User");
    default:
      return join(
        acceptAbsoluteDirectory(env["XDG_CONFIG_HOME"]) ?? join(homeDir, ".config"),
        "Code",
        "User",
      );
  }
}

function acceptAbsoluteDirectory(directory: string | undefined): string | undefined {
  return directory !== undefined && isAbsolute(directory) ? directory : undefined;
}
