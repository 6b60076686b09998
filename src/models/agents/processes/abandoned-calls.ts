/** Cleans up after processes that ended in any way: agents that still run, and folders of calls. */
import { lstat, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Clock } from "../../../clock.ts";
import { endCallProcesses } from "./agent-processes.ts";
import { removeCallFolder } from "./call-folder.ts";
import { findCallMarkOwner } from "./call-mark.ts";

let underWay: Promise<void> | undefined;

/** Resolves when no such agent runs any more, so that nobody is asked beside one. Never fails. */
export function ensureAbandonedCallsEnded(clock: Clock): Promise<void> {
  underWay ??= endAbandonedCalls(clock).finally(() => (underWay = undefined));
  return underWay;
}

async function endAbandonedCalls(clock: Clock): Promise<void> {
  await endCallProcesses(
    { isMark: (mark) => findCallMarkOwner(mark) === "gone", groups: [] },
    clock,
  );
  await removeAbandonedFolders(tmpdir(), clock).catch(() => {
    // a temporary directory that cannot be listed; the call itself will say so
  });
}

export async function removeAbandonedFolders(directory: string, clock: Clock): Promise<void> {
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    if (await isAbandonedFolder(path, name, clock)) await removeCallFolder(path).catch(() => {});
  }
}

// far longer than any call may take
const LONGEST_CALL_MS = 24 * 60 * 60_000;

/** Anyone may put a folder into the temporary directory; only this user's own are removed. */
async function isAbandonedFolder(path: string, name: string, clock: Clock): Promise<boolean> {
  const owner = findCallMarkOwner(name);
  if (owner === undefined || owner === "alive") return false;
  const entry = await lstat(path).catch(() => undefined);
  if (!entry?.isDirectory() || entry.uid !== (process.getuid?.() ?? entry.uid)) return false;
  return owner === "gone" || clock.nowMs() - entry.mtimeMs > LONGEST_CALL_MS;
}
