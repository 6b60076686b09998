/** A host's configuration as a file: looked at, changed in one place, and the one before kept beside it. */
import { constants } from "node:fs";
import { copyFile, mkdir, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

import { SetupError } from "../../errors.ts";
import type { HostFile } from "./install-hosts.ts";
import { addToJson, Malformed, type Plain, readJson } from "./install-json.ts";
import { addToToml, readToml } from "./install-toml.ts";
import { SERVER_NAME } from "./server-entry.ts";

export interface Looked {
  /** Null where there is no file. */
  readonly text: string | null;
  readonly holds: "nothing" | "ours" | "another";
}

// as much as a person's own configuration may have; Claude Code keeps its history there
const LARGEST = 64 * 1024 * 1024;

export async function lookAt(file: HostFile): Promise<Looked> {
  const text = await textOf(file.path);
  if (text === null) return { text, holds: "nothing" };
  const root = understood(file, text);
  if (root === null) return { text, holds: "nothing" };
  const servers = isObject(root) ? root[file.under] : null;
  if (servers === undefined) return { text, holds: "nothing" };
  if (!isObject(servers)) throw refused(file, `${file.under} is not what it should be`);
  const there = servers[SERVER_NAME];
  if (there === undefined) return { text, holds: "nothing" };
  return { text, holds: startsTheSame(there, file.entry) ? "ours" : "another" };
}

/** The whole text as it would be. */
export function withServer(file: HostFile, text: string | null): string {
  const added = { under: file.under, name: SERVER_NAME, entry: file.entry };
  const changed = (file.format === "json" ? addToJson : addToToml)(text ?? "", added);
  // what is handed to a host is read once more, as the host will
  const servers = understood(file, changed);
  if (isObject(servers) && isObject(servers[file.under])) return changed;
  throw refused(file, "it cannot be added to");
}

/** Writes it whole or not at all; returns where the file before is kept, or null where there was none. */
export async function writeHostFile(
  file: HostFile,
  { before, after }: { before: string | null; after: string },
): Promise<string | null> {
  try {
    await mkdir(dirname(file.path), { recursive: true });
    // a link to somewhere else stays one
    const path = before === null ? file.path : await realpath(file.path);
    if ((await textOf(path)) !== before) throw refused(file, "it was changed meanwhile");
    if (before === null) {
      await writeFile(path, after, { flag: "wx" });
      return null;
    }
    const { mode } = await stat(path);
    const backup = await keptBeside(path);
    const draft = `${path}.${process.pid}.tmp`;
    try {
      await writeFile(draft, after, { flag: "wx", mode });
      await rename(draft, path);
    } finally {
      await rm(draft, { force: true });
    }
    return backup;
  } catch (cause) {
    if (cause instanceof SetupError) throw cause;
    throw new SetupError("bad-host", `${file.path} cannot be written (${codeOf(cause)}).`, {
      cause,
      hint: "See what would be written: dissent mcp install <host> --dry-run",
    });
  }
}

async function keptBeside(path: string): Promise<string> {
  for (let count = 1; ; count += 1) {
    const backup = `${path}.bak${count === 1 ? "" : count}`;
    try {
      await copyFile(path, backup, constants.COPYFILE_EXCL);
      return backup;
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
    }
  }
}

async function textOf(path: string): Promise<string | null> {
  try {
    const { size } = await stat(path);
    if (size > LARGEST) throw new SetupError("file-too-large", `${path} is too large.`, {});
    return await readFile(path, "utf8");
  } catch (cause) {
    if (cause instanceof SetupError) throw cause;
    if (codeOf(cause) === "ENOENT") return null;
    throw new SetupError("bad-host", `${path} cannot be read (${codeOf(cause)}).`, {
      cause,
      hint: "Make it a file that you may read, or install with the other --scope.",
    });
  }
}

function understood(file: HostFile, text: string): Plain {
  if (text.includes("\uFFFD")) throw refused(file, "it is not UTF-8");
  try {
    const root = (file.format === "json" ? readJson : readToml)(text);
    if (root === null || isObject(root)) return root;
    throw new Malformed(0, "it is no object");
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    throw refused(file, error.message, placeOf(text, error.at));
  }
}

function placeOf(text: string, at: number): string {
  const lines = text.slice(0, at).split("\n");
  return `:${lines.length}:${(lines.at(-1) ?? "").length + 1}`;
}

function refused({ path, format }: HostFile, why: string, place = ""): SetupError {
  const kind = format === "json" ? "JSON" : "TOML";
  return new SetupError("bad-host", `${path}${place} is left as it is: ${why}.`, {
    hint: `Correct the file, which should be ${kind}, or add the server by hand: see docs/hosts.md`,
  });
}

/** What a person added, such as variables, is theirs to keep. */
function startsTheSame(there: Plain, entry: HostFile["entry"]): boolean {
  if (!isObject(there)) return false;
  return (["command", "args"] as const).every(
    (key) => JSON.stringify(there[key]) === JSON.stringify(entry[key]),
  );
}

function isObject(value: Plain | undefined): value is { readonly [key: string]: Plain } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown error";
}
