/** How a host starts Dissent's server: a program and its arguments, without a shell. */
import { existsSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";

import { VENDORS } from "../../domain/vendor.ts";

export const MCP_SERVER_NAME = "dissent";

export interface ServerEntry {
  readonly command: string;
  readonly args: readonly string[];
}

/** For links and files that are written once for everybody, and so can name no path: the `dissent` that is installed. */
export const ENTRY_ON_PATH: ServerEntry = { command: "dissent", args: ["mcp"] };

/** Variables with keys of providers. Some hosts pass none on unless they are named. */
export const PROVIDER_KEY_NAMES: readonly string[] = VENDORS.flatMap(({ keyNames }) => keyNames);

/** Variables that a server needs behind a company's proxy, or to reach vendors at another address. */
export const NETWORK_VARIABLE_NAMES: readonly string[] = [
  "HTTPS_PROXY",
  "HTTP_PROXY",
  "NO_PROXY",
  "NODE_EXTRA_CA_CERTS",
  "SSL_CERT_FILE",
  "ANTHROPIC_BASE_URL",
  "OPENAI_BASE_URL",
  "OLLAMA_HOST",
];

export interface RunningProgram {
  readonly node: string;
  /** The path of `bin/dissent.js`. */
  readonly launcher: string;
}

export function findRunningProgram(): RunningProgram {
  const launcher = fileURLToPath(new URL("../../../bin/dissent.js", import.meta.url));
  return { node: process.execPath, launcher };
}

/**
 * Starts this very installation. Only a copy that npx keeps is named by its package, in its exact version, since npx may
 * delete the copy; a package that Dissent did not come from is never named.
 */
export function createServerEntry({ node, launcher }: RunningProgram): ServerEntry {
  const source = findNpxPackage(launcher);
  return source === null
    ? { command: node, args: [launcher, "mcp"] }
    : { command: "npx", args: ["-y", source, "mcp"] };
}

interface NpmLockFile {
  readonly packages?: Readonly<Record<string, { version?: unknown; resolved?: unknown }>>;
}

/** Where npx has its copy from, as npx takes it; null where the program is not in its cache. */
function findNpxPackage(launcher: string): string | null {
  const parts = launcher.split(sep);
  const at = parts.lastIndexOf("_npx");
  const [modules, name = ""] = parts.slice(at + 2);
  const lock = join(parts.slice(0, at + 2).join(sep), "package-lock.json");
  if (at === -1 || modules !== "node_modules" || !existsSync(lock)) return null;
  const { packages } = JSON.parse(readFileSync(lock, "utf8")) as NpmLockFile;
  const { version, resolved } = packages?.[`node_modules/${name}`] ?? {};
  if (typeof resolved === "string" && !/^https?:/.test(resolved)) return resolved;
  return typeof version === "string" ? `${name}@${version}` : null;
}
