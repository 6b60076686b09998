/** Runs a host's own command: found without a shell, started without one, heard and ended. */
import { spawn } from "node:child_process";

import { SetupError } from "../../errors.ts";
import { type Located, locate, type Machine } from "../../models/agents/locate.ts";
import { plain } from "../terminal/terminal.ts";

export type Found = Extract<Located, { found: true }>;

/** Null where it is not installed, or is a batch file that only a shell could run. */
export function foundProgram(name: string, machine: Machine): Found | null {
  const located = locate(name, machine);
  if (!located.found) return null;
  // what stands behind the editor's batch file needs that file's surroundings
  return name === "code" && located.before.length > 0 ? null : located;
}

const LONGEST_MS = 120_000;
const MOST_SAID = 64 * 1024;

/** Resolves to what it said; fails with it. */
export async function runHost(
  { file, before }: Found,
  { args, cwd, env }: { args: readonly string[]; cwd: string; env: NodeJS.ProcessEnv },
): Promise<string> {
  const child = spawn(file, [...before, ...args], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    shell: false,
    windowsHide: true,
    timeout: LONGEST_MS,
  });
  let said = "";
  const hear = (chunk: string): void => {
    said = (said + chunk).slice(-MOST_SAID);
  };
  child.stdout.setEncoding("utf8").on("data", hear);
  child.stderr.setEncoding("utf8").on("data", hear);
  const ended = await new Promise<number | string>((resolve) => {
    child.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "unknown error"));
    child.once("close", (code, signal) => resolve(code ?? signal ?? "unknown"));
  });
  if (ended === 0) return said;
  const last = said.trim().split("\n").at(-1) ?? "";
  const why = last === "" ? "it said nothing" : plain(last);
  throw new SetupError("bad-host", `${file} did not add the server (${ended}): ${why}`, {
    hint: "See what was run with --dry-run, and run it by hand.",
  });
}
