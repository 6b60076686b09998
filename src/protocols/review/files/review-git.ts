/** Git as a review runs it: in the checkout of the person, with what a hook that runs Dissent has set. */
import { SetupError } from "../../../errors.ts";
import { decodeOutput, readGitOutput, runGit } from "../../../repository/run-git.ts";
import { stripToPlainLine } from "../../../text/plain-text.ts";

export interface ReviewGit {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A larger change is refused before it is read. */
export const MOST_CHANGE_BYTES = 16 * 1024 * 1024;
const LIMITS = { maxMs: 120_000, maxBytes: MOST_CHANGE_BYTES, asPerson: true };
const QUOTED = ["-c", "core.quotePath=true"];

/** What it printed; null where it failed. */
export function tryGit(run: ReviewGit, args: readonly string[]): Promise<string | null> {
  return readGitOutput([...QUOTED, ...args], { ...run, ...LIMITS });
}

export async function requireGit(run: ReviewGit, args: readonly string[]): Promise<string> {
  const done = await runGit([...QUOTED, ...args], { ...run, ...LIMITS });
  if (done.status === 0) return decodeOutput(done);
  if (done.failure === "too-long") {
    throw new SetupError("file-too-large", "The change is larger than 16 MiB.", {
      hint: "Review a smaller range: dissent review --base <commit>",
    });
  }
  const why = stripToPlainLine(done.complaint).slice(0, 200) || "git could not be run";
  throw new SetupError("usage", `git ${args[0] ?? ""} failed: ${why}`, {
    hint: "Run it in a git checkout, or give a patch: dissent review change.patch",
  });
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
