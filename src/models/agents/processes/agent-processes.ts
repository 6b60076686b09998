/** Finds the processes of a call wherever they went: by their mark, their group, and their parents. */
import { readFileSync, readdirSync } from "node:fs";

import type { Clock } from "../../../clock.ts";
import { MARK_VARIABLE } from "./call-mark.ts";
import { type GroupSignal, signalProcess, signalProcessGroup } from "./signal-group.ts";

export interface CallProcesses {
  readonly isMark: (mark: string) => boolean;
  /** Leaders of process groups; all there is to go by where the system does not show environments. */
  readonly groups: readonly number[];
}

/** Sends the signal to every process of the call; false when none is left. */
export function signalCallProcesses(call: CallProcesses, signal: GroupSignal): boolean {
  // looked for first: a process that ends takes with it who its children were
  const found = findCallProcesses(call);
  const groups = call.groups.filter((group) => signalProcessGroup(group, signal));
  if (found === undefined) return groups.length > 0;
  return found.filter((pid) => signalProcess(pid, signal)).length > 0;
}

interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly belongs: boolean;
}

/** The living ones, without this process; undefined where the system does not show its processes. */
export function findCallProcesses(
  { isMark, groups }: CallProcesses,
  proc = "/proc",
): readonly number[] | undefined {
  const seen = listProcessEntries(proc, (pid, group, session) => {
    if (groups.includes(group) || groups.includes(session)) return true;
    const mark = findEnvironmentMark(readFileOrEmpty(`${proc}/${pid}/environ`));
    return mark !== undefined && isMark(mark);
  });
  if (seen === undefined) return undefined;
  const found = new Set(seen.filter(({ belongs }) => belongs).map(({ pid }) => pid));
  // a child without the variable is known by its parent, for as long as that lives
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const { pid, parent } of seen) if (found.has(parent)) found.add(pid);
  }
  found.delete(process.pid);
  return [...found];
}

function listProcessEntries(
  proc: string,
  belongs: (pid: number, group: number, session: number) => boolean,
): ProcessEntry[] | undefined {
  if (readFileOrEmpty(`${proc}/self/stat`) === "") return undefined;
  return readdirSync(proc)
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name): ProcessEntry[] => {
      const stat = readFileOrEmpty(`${proc}/${name}/stat`);
      const [state, parent, group, session] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      // a process that has ended and waits for its parent to notice uses nothing
      if (stat === "" || state === "Z" || state === "X") return [];
      const pid = Number(name);
      const isOurs = belongs(pid, Number(group), Number(session));
      return [{ pid, parent: Number(parent), belongs: isOurs }];
    });
}

function findEnvironmentMark(environment: string): string | undefined {
  const start = `${MARK_VARIABLE}=`;
  return environment
    .split("\0")
    .find((line) => line.startsWith(start))
    ?.slice(start.length);
}

function readFileOrEmpty(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // it ended while we looked, or is somebody else's
    return "";
  }
}

// Ends every process of a call: asks first, and after a while does not ask.

/** Time between asking processes to end and making them. */
export const GRACE_MS = 2_000;
const LOOK_MS = 50;
// a process that waits for a broken disk cannot be ended by anybody
const MOST_LOOKS = 100;

/** Resolves when none is left. */
export async function endCallProcesses(call: CallProcesses, clock: Clock): Promise<void> {
  if (!signalCallProcesses(call, "SIGTERM")) return;
  for (let waitedMs = 0; waitedMs < GRACE_MS; waitedMs += LOOK_MS) {
    await pauseBetweenLooks(clock);
    if (!signalCallProcesses(call, "probe")) return;
  }
  await killCallProcesses(call, clock);
}

/** Again and again: what was being started while the others were killed is found at the next look. */
export async function killCallProcesses(call: CallProcesses, clock: Clock): Promise<void> {
  for (let looks = 0; looks < MOST_LOOKS && signalCallProcesses(call, "SIGKILL"); looks++) {
    await pauseBetweenLooks(clock);
  }
}

function pauseBetweenLooks(clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    clock.after(LOOK_MS, resolve);
  });
}
