/** Files that are there whole or not at all, and why one cannot be. */
import { randomUUID } from "node:crypto";
import { access, constants, mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import { SetupError } from "../errors.ts";
import { codeOf } from "../intake/read-text.ts";

/** Readers see the old file or the new one, never half of one. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID().slice(0, 8)}.tmp`);
  try {
    await makeDirectory(dirname(path));
    await writeFile(draft, text, { flag: "wx" });
    await rename(draft, path);
  } catch (cause) {
    await rm(draft, { force: true }).catch(() => {});
    throw unwritable(path, cause);
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
