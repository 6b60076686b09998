/** Writes files completely or not at all, and explains why one cannot be written. */
import { randomUUID } from "node:crypto";
import {
  access,
  constants,
  lstat,
  mkdir,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import { systemClock } from "../../clock.ts";
import { SetupError, getErrorCode } from "../../errors.ts";

/**
 * Readers see the old file or the new one, never half of one. A journal is for its owner alone; other files get the
 * rights that the person's umask gives.
 */
export async function writeFileAtomically(path: string, text: string): Promise<void> {
  const mode = path.endsWith(".jsonl") ? 0o600 : 0o666;
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID().slice(0, 8)}.tmp`);
  try {
    await makeDirectoryTree(dirname(path));
    await writeFile(draft, text, { flag: "wx", mode });
    await rename(draft, path);
    await removeStaleTemporaryFiles(dirname(path));
  } catch (cause) {
    await rm(draft, { force: true }).catch(() => {});
    throw createFileUnwritableError(path, cause);
  }
}

const TEMPORARY_FILE = /^\..+\.[0-9a-f]{8}\.tmp$/;
// a draft is renamed within milliseconds; one this old belongs to a process that was killed
const STALE_TEMPORARY_FILE_MS = 10 * 60_000;
const sweptDirectories = new Set<string>();

async function removeStaleTemporaryFiles(directory: string): Promise<void> {
  if (sweptDirectories.has(directory)) return;
  sweptDirectories.add(directory);
  for (const name of await readdir(directory).catch(() => [])) {
    if (!TEMPORARY_FILE.test(name)) continue;
    const path = join(directory, name);
    const entry = await lstat(path).catch(() => undefined);
    if (!entry?.isFile() || systemClock.nowMs() - entry.mtimeMs < STALE_TEMPORARY_FILE_MS) continue;
    await rm(path, { force: true }).catch(() => {});
  }
}

/** With its parents. Node's own way tries for ever where nothing can be made, such as under /proc. */
export async function makeDirectoryTree(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (cause) {
    if (await isDirectoryPath(path)) return;
    if (getErrorCode(cause) !== "ENOENT" || (await isDirectoryPath(dirname(path)))) throw cause;
    await makeDirectoryTree(dirname(path));
    await mkdir(path);
  }
}

async function isDirectoryPath(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}

/** Rejects when files can be written neither in a directory nor in the nearest one above it that exists. */
export async function checkDirectoryWritable(directory: string): Promise<void> {
  const there = await stat(directory).catch((cause: unknown) => {
    if (getErrorCode(cause) !== "ENOENT" || dirname(directory) === directory) throw cause;
  });
  if (there === undefined) return checkDirectoryWritable(dirname(directory));
  // with the dot a file is refused by the system itself
  await access(`${directory}/.`, constants.W_OK);
}

export function createFileUnwritableError(path: string, cause: unknown): SetupError {
  return new SetupError("file-unreadable", `${path} cannot be written (${getErrorCode(cause)}).`, {
    cause,
    hint: "The debate is kept. Write its result elsewhere: dissent report last -o <file>",
  });
}
