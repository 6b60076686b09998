/** Waits for its parent process to end, then stops the agents and removes the folders that it left. */
import { createInterface } from "node:readline";

import { systemClock } from "../../../clock.ts";
import { endCallProcesses } from "./agent-processes.ts";
import { removeCallFolder } from "./call-folder.ts";
import type { SupervisorNotice, WatchedResource } from "./supervisor.ts";

const [prefix = ""] = process.argv.slice(2);
const watched = new Map<string, WatchedResource>();

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});

for await (const line of createInterface({ input: process.stdin })) {
  const { act, one } = JSON.parse(line) as SupervisorNotice;
  const key = JSON.stringify(one);
  if (act === "watch") watched.set(key, one);
  else watched.delete(key);
}
const left = [...watched.values()];
await endCallProcesses(
  {
    isMark: (mark) => prefix !== "" && mark.startsWith(prefix),
    groups: left.flatMap((one) => ("pid" in one ? [one.pid] : [])),
  },
  systemClock,
);
for (const one of left) {
  // what cannot be removed now is removed when the next agent is started
  if ("folder" in one) await removeCallFolder(one.folder).catch(() => {});
}
