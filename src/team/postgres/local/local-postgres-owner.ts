/** The user a project's PostgreSQL runs as: it refuses to run as root, so root hands it to another user. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";

import { createNoPostgresError } from "./local-postgres-errors.ts";

export interface ServerOwner {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** Undefined: the user of this process. */
export function findServerOwner(): ServerOwner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const found = ["postgres", "nobody"].flatMap((name) => users.filter(([one]) => one === name))[0];
  if (!found) {
    throw createNoPostgresError(
      "PostgreSQL does not run as root, and there is no user postgres or nobody",
    );
  }
  const [name = "", , uid, gid] = found;
  return { name, uid: Number(uid), gid: Number(gid) };
}

export async function refuseInaccessiblePath(path: string, owner: ServerOwner): Promise<void> {
  if (await canEnterDirectory(path, owner)) return;
  const above: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    above.unshift(at);
    if (dirname(at) === at) break;
  }
  for (const one of above) {
    if (await canEnterDirectory(one, owner)) continue;
    throw createNoPostgresError(
      `PostgreSQL does not run as root, and the user ${owner.name} may not enter ${one}`,
      "Work as another user or elsewhere, or set",
    );
  }
}

/** Asked of the system itself: modes alone do not tell. */
export async function canEnterDirectory(path: string, { uid, gid }: ServerOwner): Promise<boolean> {
  try {
    await promisify(execFile)("/bin/sh", ["-c", 'cd -- "$1"', "sh", path], {
      uid,
      gid,
      cwd: "/",
      env: {},
    });
    return true;
  } catch {
    return false;
  }
}
