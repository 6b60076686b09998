/**
 * Whether a PostgreSQL is serving certain data now.
 *
 * LP4. It counts as running once it has proved that it serves that data. It is contacted only if the data directory
 *      says that it is the right server and ready: another program on that port might ask for the password in clear.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";

import { systemClock, sleepUnlessAborted } from "../../../clock.ts";
import { getErrorCode } from "../../../errors.ts";
import { parsePostgresAddress } from "../../../stores/postgres-address.ts";
import { openPostgresConnections } from "../postgres-connections.ts";
import { type LocalPostgresAddress, formatLocalPostgresUrl } from "./local-postgres-address.ts";
import { createNoPostgresError } from "./local-postgres-errors.ts";

export type LocalPostgresState = "running" | "absent" | "locked";

/** `locked`: it runs, and the password is another. */
export async function readLocalPostgresState(
  data: string,
  address: LocalPostgresAddress,
): Promise<LocalPostgresState> {
  const noted = readPostmasterFile(data);
  if (noted?.isReady !== true || noted.port !== address.port || !isProcessAlive(noted.pid)) {
    return "absent";
  }
  const ways = await openPostgresConnections({
    address: parsePostgresAddress(formatLocalPostgresUrl(address)),
    clock: systemClock,
    // whether it runs now: a server that ends during the check does not
    patienceMs: 0,
  });
  try {
    const [row] = await ways.read<{ place: string }>(
      "SELECT current_setting('data_directory') AS place",
    );
    const place = row === undefined ? "" : realpathSync(row.place);
    return place === realpathSync(data) ? "running" : "absent";
  } catch (cause) {
    return getErrorCode(cause).startsWith("28") ? "locked" : "absent";
  } finally {
    await ways.close();
  }
}

interface PostmasterRecord {
  readonly pid: number;
  readonly port: number;
  readonly isReady: boolean;
}

/** Where PostgreSQL writes down, beside its data, that it runs. */
export const POSTMASTER_FILE = "postmaster.pid";

export function readPostmasterFile(data: string): PostmasterRecord | undefined {
  const lines = readTextOrEmpty(join(data, POSTMASTER_FILE)).split("\n");
  const [pid = 0, , , port = 0] = lines.map(Number);
  return pid > 0 ? { pid, port, isReady: lines[7]?.trim() === "ready" } : undefined;
}

function readTextOrEmpty(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // it is stopping now, or never ran
    return "";
  }
}

export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return getErrorCode(cause) === "EPERM";
  }
}

// A server whose starter is gone: stopped, so that the next one can start. Only the owner of the lock may do this.

const LONGEST_END_MS = 60_000;
const LOOK_MS = 50;

export async function stopLeftoverServer(data: string): Promise<void> {
  const noted = readPostmasterFile(data);
  if (noted === undefined || !isProcessAlive(noted.pid)) return;
  if (!readProcessCommand(noted.pid).includes(data)) {
    // after a power cut its number belongs to anyone, and PostgreSQL would wait for that one to end
    await rm(join(data, POSTMASTER_FILE), { force: true });
    return;
  }
  process.kill(noted.pid, "SIGINT");
  const untilMs = systemClock.nowMs() + LONGEST_END_MS;
  while (isProcessAlive(noted.pid) && readProcessCommand(noted.pid) !== "") {
    if (systemClock.nowMs() > untilMs) {
      throw createNoPostgresError(
        `An earlier PostgreSQL of this project, process ${noted.pid}, does not end`,
        "End it, or set",
      );
    }
    await sleepUnlessAborted(systemClock, LOOK_MS, new AbortController().signal);
  }
}

/** Empty for one that has ended and waits for its parent to notice. */
function readProcessCommand(pid: number): string {
  try {
    if (existsSync("/proc/self/cmdline")) return readFileSync(`/proc/${pid}/cmdline`, "utf8");
    return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).trim();
  } catch {
    return "";
  }
}
