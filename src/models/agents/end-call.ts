/** Ends every process of a call: asks first, and after a while does not ask. */
import type { Clock } from "../../clock.ts";
import { type CallProcesses, signalCall } from "./agent-processes.ts";

/** Time between asking processes to end and making them. */
export const GRACE_MS = 2_000;
const LOOK_MS = 50;
// a process that waits for a broken disk cannot be ended by anybody
const MOST_LOOKS = 100;

/** Resolves when none is left. */
export async function endCall(call: CallProcesses, clock: Clock): Promise<void> {
  if (!signalCall(call, "SIGTERM")) return;
  for (let waitedMs = 0; waitedMs < GRACE_MS; waitedMs += LOOK_MS) {
    await pause(clock);
    if (!signalCall(call, "probe")) return;
  }
  await killCall(call, clock);
}

/** Again and again: what was being started while the others were killed is found at the next look. */
export async function killCall(call: CallProcesses, clock: Clock): Promise<void> {
  for (let looks = 0; looks < MOST_LOOKS && signalCall(call, "SIGKILL"); looks++) {
    await pause(clock);
  }
}

function pause(clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    clock.after(LOOK_MS, resolve);
  });
}
