/** Ends whole process groups: when told, and when this process ends while they still live. */
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";

/** A started program with all that it started, or a folder of one. */
export type Living = { readonly pid: number } | { readonly folder: string };

const living = new Set<Living>();

/** From here on it does not outlive this process; the returned function lets go of it. */
export function keepWatch(one: Living): () => void {
  if (living.size === 0) watchForTheEnd("on");
  living.add(one);
  return () => {
    if (living.delete(one) && living.size === 0) watchForTheEnd("off");
  };
}

/** Sends a signal to every process of the group; false when none is left. */
export function signalGroup(
  pid: number,
  signal: "SIGTERM" | "SIGKILL",
  platform: NodeJS.Platform = process.platform,
): boolean {
  if (platform === "win32") {
    const [file, ...args] = treeKill(pid, process.env["SystemRoot"]);
    spawn(file, args, { stdio: "ignore", windowsHide: true }).on("error", () => {});
    return true;
  }
  try {
    process.kill(-pid, signal);
    return true;
  } catch {
    // ESRCH: nobody is left; EPERM: the number is somebody else's by now
    return false;
  }
}

/** Windows has no signals and no groups; its own program ends a tree of processes. */
export function treeKill(pid: number, systemRoot = "C:\\Windows"): readonly [string, ...string[]] {
  return [`${systemRoot}\\System32\\taskkill.exe`, "/PID", String(pid), "/T", "/F"];
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

function watchForTheEnd(turned: "on" | "off"): void {
  process[turned]("exit", endAll);
  for (const signal of SIGNALS) process[turned](signal, diedOf);
}

function endAll(): void {
  const all = [...living];
  living.clear();
  for (const one of all) if ("pid" in one) signalGroup(one.pid, "SIGKILL");
  for (const one of all) {
    try {
      if ("folder" in one) rmSync(one.folder, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // the last moment of a process; there is nobody left to tell
    }
  }
}

/** A child in a group of its own does not hear Ctrl-C. Whoever else listens decides for this process. */
function diedOf(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  endAll();
  watchForTheEnd("off");
  process.kill(process.pid, signal);
}
