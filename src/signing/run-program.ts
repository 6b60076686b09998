/** Runs a program that must neither ask anyone anything nor keep a debate waiting. */
import { type Clock, systemClock } from "../clock.ts";

export type ProgramEnvironment = Readonly<Record<string, string | undefined>>;

export interface ProgramRun {
  /** Null where it was not installed or did not end in time. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly failure: "missing" | "too-slow" | null;
}

export interface ProgramRunOptions {
  readonly env: ProgramEnvironment;
  readonly cwd?: string;
  readonly input?: string;
  readonly clock?: Clock;
}

// a person may have to touch a hardware key or allow an agent to use one
const MAX_PROGRAM_MS = 30_000;

export function runProgram(
  program: string,
  args: readonly string[],
  { env, cwd, input = "", clock = systemClock }: ProgramRunOptions,
): Promise<ProgramRun> {
  const { promise, resolve } = Promise.withResolvers<ProgramRun>();
  // loaded here: most who look at a debate start no program
  const { spawn } = process.getBuiltinModule("node:child_process");
  // in its own session there is no terminal to ask for a passphrase on
  const child = spawn(program, [...args], {
    env: { ...env, SSH_ASKPASS_REQUIRE: "never", GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" },
    ...(cwd !== undefined && { cwd }),
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  const heard = { stdout: "", stderr: "" };
  let failure: ProgramRun["failure"] = null;
  const cancel = clock.after(MAX_PROGRAM_MS, () => {
    failure = "too-slow";
    killProcessGroup(child.pid);
    // what it started may keep its output open
    resolve({ status: null, ...heard, failure });
  });
  child.stdout.setEncoding("utf8").on("data", (text: string) => void (heard.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => void (heard.stderr += text));
  child.on("error", () => {
    cancel();
    resolve({ status: null, ...heard, failure: "missing" });
  });
  child.on("close", (status) => {
    cancel();
    resolve({ status, ...heard, failure });
  });
  // it may end before it has read everything
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  return promise;
}

function killProcessGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch {
    // it has ended by itself
  }
}
