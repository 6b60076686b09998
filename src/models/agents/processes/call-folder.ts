/** The folder of one call: a private home, an empty working directory, temporary files. It is always removed. */
import { copyFile, link, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import type { AgentLaunch } from "../agent-adapter.ts";
import { createOwnMarkPrefix } from "./call-mark.ts";

/** Its name is the mark of the call. */
export async function createCallFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), createOwnMarkPrefix()));
  await Promise.all(["home", "work", "tmp"].map((name) => mkdir(join(folder, name))));
  return folder;
}

/** Writes and copies what the agent wants to find; only the person itself can read it. */
export async function populateCallFolder(folder: string, launch: AgentLaunch): Promise<void> {
  const { files = {}, copies = {}, links = {} } = launch;
  for (const [path, text] of Object.entries(files)) {
    await writeFile(await createParentFolder(folder, path), text, { mode: 0o600 });
  }
  for (const [path, from] of Object.entries(copies)) {
    await copyFile(from, await createParentFolder(folder, path)).catch(ignoreMissingFile);
  }
  for (const [path, from] of Object.entries(links)) {
    const place = await createParentFolder(folder, path);
    // Windows lets few people make symbolic links
    await symlink(from, place).catch(() => link(from, place).catch(ignoreMissingFile));
  }
}

async function createParentFolder(folder: string, path: string): Promise<string> {
  const place = join(folder, path);
  await mkdir(dirname(place), { recursive: true, mode: 0o700 });
  return place;
}

/** A program that was just made to end may write one more file while the folder is emptied. */
export async function removeCallFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

/** A login that is not there will be asked for by the agent itself. */
function ignoreMissingFile(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}
