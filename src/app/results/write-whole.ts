/** Files that are there whole or not at all, and why one cannot be. */
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
import { codeOf } from "../../config/context/read-text.ts";
import { SetupError } from "../../errors.ts";

/**
 * Readers see the old file or the new one, never half of one. A journal is for its owner alone; other files get the
 * rights that the person's umask gives.
 */
export async function writeWhole(path: string, text: string): Promise<void> {
  const mode = path.endsWith(".jsonl") ? 0o600 : 0o666;
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID().slice(0, 8)}.tmp`);
  try {
    await makeDirectory(dirname(path));
    await writeFile(draft, text, { flag: "wx", mode });
    await rename(draft, path);
    await sweepDrafts(dirname(path));
  } catch (cause) {
    await rm(draft, { force: true }).catch(() => {});
    throw unwritable(path, cause);
  }
}

const DRAFT = /^\..+\.[0-9a-f]{8}\.tmp$/;
// a draft is renamed within milliseconds; one this old belongs to a process that was killed
const STALE_DRAFT_MS = 10 * 60_000;
const swept = new Set<string>();

async function sweepDrafts(directory: string): Promise<void> {
  if (swept.has(directory)) return;
  swept.add(directory);
  for (const name of await readdir(directory).catch(() => [])) {
    if (!DRAFT.test(name)) continue;
    const path = join(directory, name);
    const entry = await lstat(path).catch(() => undefined);
    if (!entry?.isFile() || systemClock.nowMs() - entry.mtimeMs < STALE_DRAFT_MS) continue;
    await rm(path, { force: true }).catch(() => {});
  }
}

/** With its parents. Node's own way tries for ever where nothing can be made, such as under /proc. */
export async function makeDirectory(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (cause) {
    if (await isDirectory(path)) return;
    if (codeOf(cause) !== "ENOENT" || (await isDirectory(dirname(path)))) throw cause;
    await makeDirectory(dirname(path));
    await mkdir(path);
  }
}

async function isDirectory(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}

/** Rejects when files can be written neither in a directory nor in the nearest one above it that exists. */
export async function mayHold(directory: string): Promise<void> {
  const there = await stat(directory).catch((cause: unknown) => {
    if (codeOf(cause) !== "ENOENT" || dirname(directory) === directory) throw cause;
  });
  if (there === undefined) return mayHold(dirname(directory));
  // with the dot a file is refused by the system itself
  await access(`${directory}/.`, constants.W_OK);
}

export function unwritable(path: string, cause: unknown): SetupError {
  return new SetupError("file-unreadable", `${path} cannot be written (${codeOf(cause)}).`, {
    cause,
    hint: "The debate is kept. Write its result elsewhere: dissent report last -o <file>",
  });
}
