/** A server whose starter is gone: ended, so that the next one can start. Only who holds the lock may do this. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";

import { systemClock } from "../../../clock.ts";
import { sleepUnlessAborted } from "../postgres-connections.ts";
import { createNoPostgresError } from "./local-postgres-errors.ts";
import { isProcessAlive, POSTMASTER_FILE, readPostmasterFile } from "./local-postgres-state.ts";

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
