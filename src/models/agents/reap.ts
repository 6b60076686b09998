/** Ends what is watched when this process ends, whatever ends it. */
import { rmSync } from "node:fs";

import { signalProcessGroup } from "./signal-group.ts";
import { notifySupervisor, type WatchedResource } from "./supervisor.ts";

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
      // the last moment of a process; there is nobody left to tell
    }
  }
}

/** A child in a group of its own does not hear Ctrl-C. Whoever else listens decides for this process. */
function handleExitSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  endAllWatched();
  toggleExitListeners("off");
  process.kill(process.pid, signal);
}
