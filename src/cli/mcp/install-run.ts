/** Runs a host's own command: found without a shell, started without one, heard and ended. */
import { spawn } from "node:child_process";

import { SetupError } from "../../errors.ts";
import {
  type ProgramLocation,
  locateProgram,
  type ProgramSearchContext,
} from "../../models/agents/locate-program.ts";
import { sanitizeForTerminal } from "../terminal/terminal-style.ts";

export type LocatedHostProgram = Extract<ProgramLocation, { found: true }>;

/** Null where it is not installed, or is a batch file that only a shell could run. */
export function findHostProgram(
  name: string,
  machine: ProgramSearchContext,
): LocatedHostProgram | null {
  const located = locateProgram(name, machine);
  if (!located.found) return null;
  // what stands behind the editor's batch file needs that file's surroundings
  return name === "code" && located.before.length > 0 ? null : located;
}

const MAX_HOST_RUN_MS = 120_000;
const MAX_HOST_OUTPUT = 64 * 1024;

/** Resolves to what it said; fails with it. */
export async function runHostCommand(
  { file, before }: LocatedHostProgram,
  { args, cwd, env }: { args: readonly string[]; cwd: string; env: NodeJS.ProcessEnv },
): Promise<string> {
  const child = spawn(file, [...before, ...args], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    shell: false,
    windowsHide: true,
    timeout: MAX_HOST_RUN_MS,
  });
  let said = "";
  const hear = (chunk: string): void => {
    said = (said + chunk).slice(-MAX_HOST_OUTPUT);
  };
  child.stdout.setEncoding("utf8").on("data", hear);
  child.stderr.setEncoding("utf8").on("data", hear);
  const ended = await new Promise<number | string>((resolve) => {
    child.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "unknown error"));
    child.once("close", (code, signal) => resolve(code ?? signal ?? "unknown"));
  });
  if (ended === 0) return said;
  const last = said.trim().split("\n").at(-1) ?? "";
  const why = last === "" ? "it said nothing" : sanitizeForTerminal(last);
  throw new SetupError("bad-host", `${file} did not add the server (${ended}): ${why}`, {
    hint: "See what was run with --dry-run, and run it by hand.",
  });
}
