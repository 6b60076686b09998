/** What agents leave behind: processes counted from /proc, folders, sockets. */
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { tmpdir } from "node:os";

import { vi } from "vitest";

import { MARK } from "./fake-agent.ts";

/** Why processes cannot be counted here, or undefined. */
export const NO_PROC: string | undefined = existsSync("/proc/self/environ")
  ? undefined
  : "there is no /proc to count processes in";

/** Ids of living processes that have the mark in their environment. */
export function marked(mark: string): number[] {
  return pids().filter(
    (pid) => read(pid, "environ").split("\0").includes(`${MARK}=${mark}`) && !isDead(pid),
  );
}

/** Ids of living processes whose command says a word: what was started without an environment has no mark. */
export function named(word: string): number[] {
  return pids().filter((pid) => read(pid, "cmdline").includes(word) && !isDead(pid));
}

/** Folders of agents in the temporary directory of this process. */
export function agentFolders(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith("dissent-agent-"));
}

/** Pipes and sockets that this process holds open. */
export function openPipes(): number {
  return readdirSync("/proc/self/fd").filter((fd) => {
    try {
      return /^(?:socket|pipe):/.test(readlinkSync(`/proc/self/fd/${fd}`));
    } catch {
      return false;
    }
  }).length;
}

/** Asks until it is so; a killed process is gone a moment after it was killed. */
export async function until(isSo: () => boolean): Promise<void> {
  await vi.waitUntil(isSo, { timeout: 60_000, interval: 10 });
}

function pids(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    // gone, or somebody else's
    return "";
  }
}

/** A zombie is an entry that its parent has not looked at yet; nothing of it runs. */
function isDead(pid: number): boolean {
  return /^State:\s+[ZX]/m.test(read(pid, "status"));
}

/** Processes that would end the agents of a process should that be killed. */
export function listSupervisors(owner: number): number[] {
  return named(`.${owner.toString(36)}-\0`).filter((pid) =>
    read(pid, "cmdline").includes("supervisor-program"),
  );
}
