/**
 * Anchors the head of a journal in a Git repository, as a note on the current commit. Anyone with the repository, or
 * with a copy it was pushed to, can tell that the journal existed when the note was committed.
 */
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

import type { GitAnchor } from "../domain/journal/proof.ts";
import { formatSignedText } from "../domain/journal/signature.ts";
import { type ProgramEnvironment, runProgram } from "./run-program.ts";

export const GIT_NOTES_REF = "refs/notes/dissent";

export interface GitAnchorLocation {
  /** A folder of the repository. */
  readonly cwd: string;
  readonly env: ProgramEnvironment;
}

export interface RecordedAnchor extends GitAnchor {
  readonly hash: string;
}

// a repository's own settings must not make reading it start a program or reach another machine
const QUIET_GIT_ARGS = [
  "log.showSignature=false",
  "core.fsmonitor=false",
  "protocol.allow=never",
].reduce((args: readonly string[], setting) => [...args, "-c", setting], ["--no-pager"]);

const GIT_LOG_ARGS = "log --reverse -p -U0 --no-color --no-textconv --no-ext-diff"
  .split(" ")
  .concat("--format=commit %H %cI");

/** Every anchor of a debate, oldest first; none where there is no repository or no Git. */
export async function readGitAnchors(
  debate: string,
  { cwd, env }: GitAnchorLocation,
): Promise<readonly RecordedAnchor[]> {
  if (!/^[a-z0-9-]+$/.test(debate) || !mayBeRepository(cwd, env)) return [];
  const wanted = [`-Gdissent ${debate} `, GIT_NOTES_REF, "--"];
  const args = [...QUIET_GIT_ARGS, ...GIT_LOG_ARGS, ...wanted];
  const { status, stdout } = await runProgram("git", args, { cwd, env });
  if (status !== 0) return [];
  const found = new Map<string, RecordedAnchor>();
  let commit = { commit: "", at: "" };
  for (const line of stdout.split("\n")) {
    const header = /^commit ([0-9a-f]{40,64}) (\S+)$/.exec(line);
    if (header) commit = { commit: header[1] ?? "", at: header[2] ?? "" };
    const note = /^\+dissent (\S+) (\d{1,9}) ([0-9a-f]{64})$/.exec(line);
    if (note?.[1] !== debate) continue;
    const [event, hash] = [Number(note[2]), note[3] ?? ""];
    // notes that Git moved to another folder are there again
    if (!found.has(`${event} ${hash}`)) found.set(`${event} ${hash}`, { ...commit, event, hash });
  }
  return [...found.values()];
}

/** Starting Git to learn that there is no repository takes longer than looking. */
function mayBeRepository(cwd: string, env: ProgramEnvironment): boolean {
  if (env["GIT_DIR"] !== undefined) return true;
  for (let at = resolve(cwd); ; at = dirname(at)) {
    // a bare repository is its own folder
    if (existsSync(join(at, ".git")) || existsSync(join(at, "HEAD"))) return true;
    if (dirname(at) === at) return false;
  }
}

/** What went wrong in Git's own words, or null. */
export async function writeGitAnchor(
  debate: string,
  head: { readonly event: number; readonly hash: string },
  { cwd, env }: GitAnchorLocation,
): Promise<string | null> {
  const note = formatSignedText(debate, head).trimEnd();
  const args = [...QUIET_GIT_ARGS, "notes", `--ref=${GIT_NOTES_REF}`, "append", "-m", note, "HEAD"];
  const { status, failure, stderr } = await runProgram("git", args, { cwd, env });
  if (failure === "missing") return "git is not installed";
  if (failure !== null) return "git did not answer";
  const [first = ""] = stderr.split("\n").filter((line) => line.trim() !== "");
  return status === 0 ? null : first.replace(/^(?:fatal|error): /, "") || "git failed";
}
