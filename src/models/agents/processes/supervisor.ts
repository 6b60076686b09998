/**
 * A second process that stops what this one no longer can. It holds the other end of a pipe, which the system closes
 * when this process ends, even by `kill -9`.
 */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { Socket } from "node:net";
import type { Writable } from "node:stream";
import { fileURLToPath } from "node:url";

import { createOwnMarkPrefix } from "./call-mark.ts";
import { signalProcessGroup } from "./signal-group.ts";

/** A program that was started, or the folder of a call. */
export type WatchedResource = { readonly pid: number } | { readonly folder: string };

/** One line of the supervisor's input. */
export interface SupervisorNotice {
  readonly act: "watch" | "release";
  readonly one: WatchedResource;
}

type SupervisorProcess = ChildProcessByStdio<Writable, null, null>;

let running: SupervisorProcess | undefined;

/** Returns once the notice is on its way: it arrives even if this process is killed right after. */
export function notifySupervisor(
  notice: SupervisorNotice,
  watched: Iterable<WatchedResource>,
): void {
  if (running === undefined) {
    running = startSupervisor();
    // one that was killed is followed by one that knows as much
    for (const one of watched) sendSupervisorNotice(running, { act: "watch", one });
    if (notice.act === "watch") return;
  }
  sendSupervisorNotice(running, notice);
}

function sendSupervisorNotice(
  supervisor: SupervisorProcess | undefined,
  notice: SupervisorNotice,
): void {
  supervisor?.stdin.write(`${JSON.stringify(notice)}\n`);
}

const PROGRAM = fileURLToPath(
  new URL(
    import.meta.url.endsWith(".ts") ? "./supervisor-program.ts" : "./supervisor-program.js",
    import.meta.url,
  ),
);

function startSupervisor(): SupervisorProcess | undefined {
  const { SystemRoot } = process.env;
  const child = spawn(process.execPath, [PROGRAM, createOwnMarkPrefix()], {
    // it needs none of the keys, and keeps no directory busy
    env: SystemRoot === undefined ? {} : { SystemRoot },
    cwd: "/",
    stdio: ["pipe", "ignore", "ignore"],
    // Ctrl-C and a closed terminal must not reach it
    detached: true,
    windowsHide: true,
  });
  const forget = (): void => {
    if (running === child) running = undefined;
  };
  child.on("error", forget);
  child.once("exit", forget);
  child.stdin.on("error", forget);
  child.unref();
  if (child.stdin instanceof Socket) child.stdin.unref();
  return child.pid === undefined ? undefined : child;
}

// Ends what is watched when this process ends, whatever ends it.

const living = new Set<WatchedResource>();

/** From here on it does not outlive this process, not even by `kill -9`; the returned function lets go of it. */
export function watchUntilExit(one: WatchedResource): () => void {
  if (living.size === 0) toggleExitListeners("on");
  living.add(one);
  notifySupervisor({ act: "watch", one }, living);
  return () => {
    if (!living.delete(one)) return;
    notifySupervisor({ act: "release", one }, living);
    if (living.size === 0) toggleExitListeners("off");
  };
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

function toggleExitListeners(turned: "on" | "off"): void {
  process[turned]("exit", endAllWatched);
  for (const signal of SIGNALS) process[turned](signal, handleExitSignal);
}

/** What escapes this, the supervisor ends: it has not been told to let go. */
function endAllWatched(): void {
  const all = [...living];
  living.clear();
  for (const one of all) if ("pid" in one) signalProcessGroup(one.pid, "SIGKILL");
  for (const one of all) {
    try {
      if ("folder" in one) rmSync(one.folder, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // the last step of a process; there is nobody left to tell
    }
  }
}

/** A child in its own group does not get Ctrl-C. Other listeners decide for this process. */
function handleExitSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  endAllWatched();
  toggleExitListeners("off");
  process.kill(process.pid, signal);
}
