/** Where each host keeps its servers, and the command of its own by which it adds one. */
import { isAbsolute, join } from "node:path";

import type { Plain } from "./install-json.ts";
import { KEY_NAMES, NETWORK_NAMES, SERVER_NAME, type ServerEntry } from "./server-entry.ts";

export const SCOPES = ["user", "project"] as const;
export type Scope = (typeof SCOPES)[number];

/** Whose hosts are meant, and what they are to start. */
export interface Owner {
  readonly server: ServerEntry;
  readonly root: string;
  readonly homeDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

export interface HostFile {
  readonly path: string;
  readonly format: "json" | "toml";
  /** The key that holds servers by name. */
  readonly under: string;
  readonly entry: { readonly [key: string]: Plain };
}

export interface Host {
  readonly title: string;
  readonly file: (owner: Owner, scope: Scope) => HostFile;
  /** The program and what it is told; null where it has no command for that. */
  readonly command: (
    server: ServerEntry,
    scope: Scope,
  ) => readonly [program: string, ...args: string[]] | null;
  /** Whether people are meant to edit that file. */
  readonly mayEdit: (scope: Scope) => boolean;
  /** What a person should know once it is there. */
  readonly note?: (scope: Scope, does: "run" | "write") => string | null;
}

function plainEntry({ command, args }: ServerEntry): { command: string; args: string[] } {
  return { command, args: [...args] };
}

function typedEntry(server: ServerEntry): { type: string; command: string; args: string[] } {
  return { type: "stdio", ...plainEntry(server) };
}

const claude: Host = {
  title: "Claude Code",
  file: ({ root, homeDir, env, server }, scope) => ({
    path:
      scope === "project"
        ? join(root, ".mcp.json")
        : join(named(env["CLAUDE_CONFIG_DIR"]) ?? homeDir, ".claude.json"),
    format: "json",
    under: "mcpServers",
    entry: typedEntry(server),
  }),
  command: ({ command, args }, scope) => [
    "claude",
    "mcp",
    "add",
    "--scope",
    scope,
    SERVER_NAME,
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

const codex: Host = {
  title: "Codex",
  file: ({ root, homeDir, env, server }, scope) => ({
    path:
      scope === "project"
        ? join(root, ".codex", "config.toml")
        : join(named(env["CODEX_HOME"]) ?? join(homeDir, ".codex"), "config.toml"),
    format: "toml",
    under: "mcp_servers",
    // what is not named does not reach a server
    entry: { ...plainEntry(server), env_vars: [...KEY_NAMES, ...NETWORK_NAMES] },
  }),
  // it has none for a project
  command: ({ command, args }, scope) =>
    scope === "user" ? ["codex", "mcp", "add", SERVER_NAME, "--", command, ...args] : null,
  mayEdit: () => true,
  note(scope, does) {
    if (scope === "project") return "Codex reads it in projects that you trust.";
    return does === "write"
      ? null
      : "Codex hands no keys of the environment to servers. Store them with: dissent keys set <vendor>";
  },
};

/** References, never keys: Gemini CLI fills them in, and filters every variable that is not named. */
const GEMINI_ENV = Object.fromEntries(KEY_NAMES.map((name) => [name, `$${name}`]));

const gemini: Host = {
  title: "Gemini CLI",
  file: ({ root, homeDir, server }, scope) => ({
    path: join(scope === "project" ? root : homeDir, ".gemini", "settings.json"),
    format: "json",
    under: "mcpServers",
    entry: { ...plainEntry(server), env: GEMINI_ENV },
  }),
  command: ({ command, args }, scope) => [
    "gemini",
    "mcp",
    "add",
    "--scope",
    scope,
    ...Object.entries(GEMINI_ENV).flatMap(([name, value]) => ["-e", `${name}=${value}`]),
    SERVER_NAME,
    command,
    "--",
    ...args,
  ],
  mayEdit: () => true,
  note: () => "Gemini CLI starts servers in folders that you trust.",
};

const cursor: Host = {
  title: "Cursor",
  file: ({ root, homeDir, server }, scope) => ({
    path: join(scope === "project" ? root : homeDir, ".cursor", "mcp.json"),
    format: "json",
    under: "mcpServers",
    entry:
      scope === "project"
        ? { ...plainEntry(server), args: [...server.args, "-C", "${workspaceFolder}"] }
        : plainEntry(server),
  }),
  command: () => null,
  mayEdit: () => true,
};

const vscode: Host = {
  title: "VS Code",
  file: (owner, scope) => ({
    path:
      scope === "project"
        ? join(owner.root, ".vscode", "mcp.json")
        : join(profileOf(owner), "mcp.json"),
    format: "json",
    under: "servers",
    entry: typedEntry(owner.server),
  }),
  command: (server, scope) =>
    scope === "user"
      ? ["code", "--add-mcp", JSON.stringify({ name: SERVER_NAME, ...plainEntry(server) })]
      : null,
  mayEdit: () => true,
};

export const HOSTS: Readonly<Record<string, Host>> = { claude, codex, gemini, cursor, vscode };

/** The default profile of VS Code. */
function profileOf({ platform, homeDir, env }: Owner): string {
  switch (platform) {
    case "win32":
      return join(named(env["APPDATA"]) ?? join(homeDir, "AppData", "Roaming"), "Code", "User");
    case "darwin":
      return join(homeDir, "Library", "Application Support", "Code", "User");
    default:
      return join(named(env["XDG_CONFIG_HOME"]) ?? join(homeDir, ".config"), "Code", "User");
  }
}

function named(directory: string | undefined): string | undefined {
  return directory !== undefined && isAbsolute(directory) ? directory : undefined;
}
