/** A server whose starter is gone: ended, so that the next one can start. Only who holds the lock may do this. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";

import { systemClock } from "../../../clock.ts";
import { pause } from "../postgres-connections.ts";
import { isAlive, NOTE, notedServer } from "./local-postgres-proof.ts";
import { noPostgres } from "./local-postgres-refusal.ts";

const LONGEST_END_MS = 60_000;
const LOOK_MS = 50;

export async function endLeftover(data: string): Promise<void> {
  const noted = notedServer(data);
  if (noted === undefined || !isAlive(noted.pid)) return;
  if (!commandOf(noted.pid).includes(data)) {
    // after a power cut its number belongs to anyone, and PostgreSQL would wait for that one to end
    await rm(join(data, NOTE), { force: true });
    return;
  }
  process.kill(noted.pid, "SIGINT");
  const untilMs = systemClock.nowMs() + LONGEST_END_MS;
  while (isAlive(noted.pid) && commandOf(noted.pid) !== "") {
    if (systemClock.nowMs() > untilMs) {
      throw noPostgres(
        `An earlier PostgreSQL of this project, process ${noted.pid}, does not end`,
        "End it, or set",
      );
    }
    await pause(systemClock, LOOK_MS, new AbortController().signal);
  }
}

/** Empty for one that has ended and waits for its parent to notice. */
function commandOf(pid: number): string {
  try {
    if (existsSync("/proc/self/cmdline")) return readFileSync(`/proc/${pid}/cmdline`, "utf8");
    return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).trim();
  } catch {
    return "";
  }
}
