/**
 * The mark of one call: the name of its folder, and an environment variable of every process it starts. It names the
 * process that made the call, so that anyone can check later whether that process is gone.
 */
import { createHash, randomBytes } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** Children inherit it; a new session, a second fork or a new parent does not take it away. */
export const MARK_VARIABLE = "DISSENT_AGENT_CALL";

const PREFIX = "dissent-agent-";
const MARK = /^dissent-agent-([0-9a-z]+)\.([0-9a-z]*)\.([0-9a-z]+)-\w{6}$/;

/** Process ids mean something only on one machine and in one process namespace of it. */
const PLACE = createHash("sha256")
  .update(`${hostname()} ${readOwnPidNamespace()}`)
  .digest("hex")
  .slice(0, 4);

/** How every mark of this process begins. Short: agents put sockets below the folder, whose paths are limited. */
export function createOwnMarkPrefix(): string {
  const start = readProcessStart(process.pid) ?? "";
  return `${PREFIX}${PLACE}.${start}.${process.pid.toString(36)}-`;
}

/** For a program that needs no folder. */
export function createCallMark(): string {
  return `${createOwnMarkPrefix()}${randomBytes(3).toString("hex")}`;
}

export type CallMarkOwner = "alive" | "gone" | "elsewhere";

/** Undefined when the text is not a mark. `elsewhere`: another machine or container, where nobody here can look. */
export function findCallMarkOwner(mark: string): CallMarkOwner | undefined {
  const [, place, start, pid] = MARK.exec(mark) ?? [];
  if (place === undefined || start === undefined || pid === undefined) return undefined;
  if (place !== PLACE) return "elsewhere";
  const id = Number.parseInt(pid, 36);
  // a number that was given out again belongs to a process that started later
  return isProcessRunning(id) && (start === "" || readProcessStart(id) === start)
    ? "alive"
    : "gone";
}

function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, as somebody else's
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** When a process started, in ticks since the machine did; undefined where the system does not show it. */
function readProcessStart(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // the name comes second, in brackets, and may contain anything
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // one that has ended and waits for its parent to notice does nothing any more
    return fields[0] === "Z" ? undefined : Number(fields[19]).toString(36);
  } catch {
    return undefined;
  }
}

function readOwnPidNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}
