/** Which process holds a lease, so that one that was killed here need not be waited for. */
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** Process ids mean something only on one machine and in one process namespace of it. */
const PLACE = `${hostname()}${readPidNamespace()}`;

export const THIS_PROCESS = `${PLACE}/${process.pid}`;

/** True only if the holder ran in this place and is gone; elsewhere nobody can tell. */
export function isLeaseHolderGone(holder: string): boolean {
  const slash = holder.lastIndexOf("/");
  if (holder.slice(0, slash) !== PLACE) return false;
  const pid = Number(holder.slice(slash + 1));
  try {
    process.kill(pid, 0);
    return hasProcessEnded(pid);
  } catch (error) {
    // EPERM: it lives, as somebody else's
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}

/** A process that has ended keeps its number until its parent notices, which in some containers is never. */
function hasProcessEnded(pid: number): boolean {
  try {
    return /^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    // the system does not show it
    return false;
  }
}

function readPidNamespace(): string {
  try {
    return `:${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return "";
  }
}
