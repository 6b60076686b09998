/** Runs git to read, and never with anything that a repository could have executed beyond its own configuration. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { SetupError } from "../../../errors.ts";
import { stripToPlainLine } from "../../../text/plain-text.ts";

export interface ReviewGit {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const TIMEOUT_MS = 120_000;
/** A larger change is refused before it is read. */
export const MOST_CHANGE_BYTES = 16 * 1024 * 1024;

/** What it printed; null where it failed. */
export async function tryGit(
  { cwd, env }: ReviewGit,
  args: readonly string[],
): Promise<string | null> {
  try {
    return await callGit({ cwd, env }, args);
  } catch {
    return null;
  }
}

export async function runGit(run: ReviewGit, args: readonly string[]): Promise<string> {
  try {
    return await callGit(run, args);
  } catch (thrown) {
    const { stderr = "", code } = thrown as { stderr?: string; code?: unknown };
    if (code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") {
      throw new SetupError("file-too-large", "The change is larger than 16 MiB.", {
        hint: "Review a smaller range: dissent review --base <commit>",
      });
    }
    const why = stripToPlainLine(stderr).slice(0, 200) || "git could not be run";
    throw new SetupError("usage", `git ${args[0] ?? ""} failed: ${why}`, {
      hint: "Run it in a git checkout, or give a patch: dissent review change.patch",
    });
  }
}

async function callGit({ cwd, env }: ReviewGit, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    "git",
    ["--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "core.quotePath=true", ...args],
    {
      cwd,
      encoding: "utf8",
      timeout: TIMEOUT_MS,
      maxBuffer: MOST_CHANGE_BYTES,
      env: { ...env, GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" },
    },
  );
  return stdout;
}

/** The full hash of a commit that somebody named; a name that begins with a hyphen is no option. */
export async function findCommit(run: ReviewGit, name: string): Promise<string | null> {
  const found = await tryGit(run, [
    "rev-parse",
    "--verify",
    "--quiet",
    "--end-of-options",
    `${name}^{commit}`,
  ]);
  return found === null || found.trim() === "" ? null : found.trim();
}
