/** Ends what is watched when this process ends, whatever ends it. */
import { rmSync } from "node:fs";

import { signalGroup } from "./signal-group.ts";
import { tellSupervisor, type Watched } from "./supervisor.ts";

const living = new Set<Watched>();

/** From here on it does not outlive this process, not even by `kill -9`; the returned function lets go of it. */
export function keepWatch(one: Watched): () => void {
  if (living.size === 0) watchForTheEnd("on");
  living.add(one);
  tellSupervisor({ act: "watch", one }, living);
  return () => {
    if (!living.delete(one)) return;
    tellSupervisor({ act: "release", one }, living);
    if (living.size === 0) watchForTheEnd("off");
  };
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

function watchForTheEnd(turned: "on" | "off"): void {
  process[turned]("exit", endAll);
  for (const signal of SIGNALS) process[turned](signal, diedOf);
}

/** What escapes this, the supervisor ends: it has not been told to let go. */
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
