/** Reads a host's configuration file and changes it in one place, keeping a copy of the old file beside it. */
import { constants } from "node:fs";
import { copyFile, mkdir, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { isDeepStrictEqual } from "node:util";

import { SetupError } from "../../errors.ts";
import type { HostFile } from "./agent-hosts.ts";
import {
  addJsonEntry,
  addTomlTable,
  MalformedTextError,
  type PlainValue,
  parseLenientJson,
  parseToml,
} from "./host-text.ts";
import { MCP_SERVER_NAME } from "./server-entry.ts";

export interface HostFileState {
  /** Null where there is no file. */
  readonly text: string | null;
  readonly holds: "nothing" | "ours" | "another";
}

// as much as a person's own configuration may have; Claude Code keeps its history there
const MAX_HOST_FILE_BYTES = 64 * 1024 * 1024;

export async function inspectHostFile(file: HostFile): Promise<HostFileState> {
  const text = await readHostFile(file.path);
  if (text === null) return { text, holds: "nothing" };
  const root = parseHostFile(file, text);
  if (root === null) return { text, holds: "nothing" };
  const servers = isPlainObject(root) ? root[file.under] : null;
  if (servers === undefined) return { text, holds: "nothing" };
  if (!isPlainObject(servers))
    throw createHostFileError(file, `${file.under} is not what it should be`);
  const there = servers[MCP_SERVER_NAME];
  if (there === undefined) return { text, holds: "nothing" };
  return { text, holds: startsSameServer(there, file.entry) ? "ours" : "another" };
}

/** The whole text as it would be. */
export function addServerToText(file: HostFile, text: string | null): string {
  const added = { under: file.under, name: MCP_SERVER_NAME, entry: file.entry };
  const changed = (file.format === "json" ? addJsonEntry : addTomlTable)(text ?? "", added);
  // what is handed to a host is read once more, as the host will
  const servers = parseHostFile(file, changed);
  if (isPlainObject(servers) && isPlainObject(servers[file.under])) return changed;
  throw createHostFileError(file, "it cannot be added to");
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
    if ((await readHostFile(path)) !== before)
      throw createHostFileError(file, "it was changed meanwhile");
    if (before === null) {
      await writeFile(path, after, { flag: "wx" });
      return null;
    }
    const { mode } = await stat(path);
    const backup = await backUpHostFile(path);
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
    throw new SetupError(
      "bad-host",
      `${file.path} cannot be written (${readSystemErrorCode(cause)}).`,
      {
        cause,
        hint: "See what would be written: dissent mcp install <host> --dry-run",
      },
    );
  }
}

async function backUpHostFile(path: string): Promise<string> {
  for (let count = 1; ; count += 1) {
    const backup = `${path}.bak${count === 1 ? "" : count}`;
    try {
      await copyFile(path, backup, constants.COPYFILE_EXCL);
      return backup;
    } catch (error) {
      if (readSystemErrorCode(error) !== "EEXIST") throw error;
    }
  }
}

async function readHostFile(path: string): Promise<string | null> {
  try {
    const { size } = await stat(path);
    if (size > MAX_HOST_FILE_BYTES)
      throw new SetupError("file-too-large", `${path} is too large.`, {});
    return await readFile(path, "utf8");
  } catch (cause) {
    if (cause instanceof SetupError) throw cause;
    if (readSystemErrorCode(cause) === "ENOENT") return null;
    throw new SetupError("bad-host", `${path} cannot be read (${readSystemErrorCode(cause)}).`, {
      cause,
      hint: "Make it a file that you may read, or install with the other --scope.",
    });
  }
}

function parseHostFile(file: HostFile, text: string): PlainValue {
  if (text.includes("\uFFFD")) throw createHostFileError(file, "it is not UTF-8");
  try {
    const root = (file.format === "json" ? parseLenientJson : parseToml)(text);
    if (root === null || isPlainObject(root)) return root;
    throw new MalformedTextError({ line: 1, column: 1 }, "it is not an object");
  } catch (error) {
    if (!(error instanceof MalformedTextError)) throw error;
    throw createHostFileError(file, error.message, `:${error.line}:${error.column}`);
  }
}

function createHostFileError({ path, format }: HostFile, why: string, place = ""): SetupError {
  const kind = format === "json" ? "JSON" : "TOML";
  return new SetupError("bad-host", `${path}${place} is left as it is: ${why}.`, {
    hint: `Correct the file, which should be ${kind}, or add the server by hand: see docs/hosts.md`,
  });
}

/** What a person added, such as variables, is theirs to keep. */
function startsSameServer(there: PlainValue, entry: HostFile["entry"]): boolean {
  if (!isPlainObject(there)) return false;
  return (["command", "args"] as const).every((key) => isDeepStrictEqual(there[key], entry[key]));
}

function isPlainObject(
  value: PlainValue | undefined,
): value is { readonly [key: string]: PlainValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function readSystemErrorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown error";
}
