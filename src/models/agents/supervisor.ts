/**
 * A process beside this one that ends what this one can no longer end. It holds the other end of a pipe that the system
 * closes with this process, whatever ends that, `kill -9` included.
 */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { Socket } from "node:net";
import type { Writable } from "node:stream";
import { fileURLToPath } from "node:url";

import { createOwnMarkPrefix } from "./call-mark.ts";

/** A program that was started, or the folder of a call. */
export type WatchedResource = { readonly pid: number } | { readonly folder: string };

/** One line of what the supervisor is told. */
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
