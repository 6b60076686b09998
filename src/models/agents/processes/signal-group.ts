/** Sends signals to process groups, or does the equivalent on Windows. */
import { spawn } from "node:child_process";

/** `probe` only looks whether anybody is there. */
export type GroupSignal = "SIGTERM" | "SIGKILL" | "probe";

/** Sends a signal to every process of the group; false when none is left. */
export function signalProcessGroup(
  pid: number,
  signal: GroupSignal,
  platform: NodeJS.Platform = process.platform,
): boolean {
  if (platform !== "win32") return signalProcess(-pid, signal);
  if (!signalProcess(pid, "probe")) return false;
  if (signal === "probe") return true;
  const [file, ...args] = createTreeKillCommand(pid, process.env["SystemRoot"]);
  spawn(file, args, { stdio: "ignore", windowsHide: true }).on("error", () => {});
  return true;
}

/** False when it has ended. */
export function signalProcess(pid: number, signal: GroupSignal): boolean {
  try {
    process.kill(pid, signal === "probe" ? 0 : signal);
    return true;
  } catch {
    // ESRCH: nobody is left; EPERM: the number is somebody else's by now
    return false;
  }
}

/** Windows has no signals and no groups; its own program ends a tree of processes. */
export function createTreeKillCommand(
  pid: number,
  systemRoot = "C:\\Windows",
): readonly [string, ...string[]] {
  return [`${systemRoot}\\System32\\taskkill.exe`, "/PID", String(pid), "/T", "/F"];
}
