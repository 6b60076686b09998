/** Ends every process of a call: asks first, and after a while does not ask. */
import type { Clock } from "../../clock.ts";
import { type CallProcesses, signalCallProcesses } from "./agent-processes.ts";

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
