/** Finds the checkout that a folder belongs to, and the state of it that is to be read. */
import { realpathSync } from "node:fs";

import { SetupError } from "../errors.ts";
import type { WantedRevision } from "../evidence/repository-request.ts";
import { stripToPlainLine } from "../text/plain-text.ts";
import { type GitRun, type GitRunOptions, decodeOutput, runGit } from "./run-git.ts";

export interface Checkout {
  /** The top folder, without symbolic links. */
  readonly root: string;
  readonly gitDir: string;
  readonly env: GitRunOptions["env"];
  /** The commit that is read, or on which the working tree stands; null before the first. */
  readonly commit: string | null;
  /** Read as it lies on disk. */
  readonly isWorkingTree: boolean;
}

export interface CheckoutLocation {
  readonly dir: string;
  readonly env: GitRunOptions["env"];
}

export async function openCheckout(
  { dir, env }: CheckoutLocation,
  revision: WantedRevision,
): Promise<Checkout> {
  const found = await runGit(["rev-parse", "--show-toplevel", "--absolute-git-dir"], {
    cwd: dir,
    env,
  });
  const [top = "", gitDir = ""] = decodeOutput(found).split("\n");
  if (found.status !== 0 || top === "") throw createNoCheckoutError(dir, found);
  const root = realpathSync(top);
  const name = revision ?? "HEAD";
  // a revision never begins like an option
  const commit =
    /^[\w.@^~{}/+-]+$/.test(name) && !name.startsWith("-")
      ? await runGit(["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`], {
          cwd: root,
          env,
        })
      : null;
  const sha = commit ? decodeOutput(commit).trim() : "";
  const isKnown = commit?.status === 0 && /^[0-9a-f]{40,64}$/.test(sha);
  if (!isKnown && revision !== null) {
    throw new SetupError(
      "bad-settings",
      `The repository has no commit ${stripToPlainLine(revision).slice(0, 80)}.`,
      { hint: "Name a branch, a tag or a commit that is in this checkout, or fetch it first." },
    );
  }
  const state = { commit: isKnown ? sha : null, isWorkingTree: revision === null };
  return { root, gitDir, env, ...state };
}

function createNoCheckoutError(dir: string, { failure, complaint }: GitRun): SetupError {
  const hint = "Start it in a checkout, name one with --repo <folder>, or leave --repo out.";
  if (failure === "missing") {
    return new SetupError("not-installed", "Git is not installed, and --repo reads with it.", {
      hint: "Install Git, or leave --repo out.",
    });
  }
  const isElsewhere = complaint === "" || complaint.startsWith("not a git repository");
  const why = isElsewhere ? "is not in a Git checkout" : `cannot be read: ${complaint}`;
  return new SetupError(
    "bad-settings",
    `${stripToPlainLine(dir)} ${stripToPlainLine(why).slice(0, 200)}.`,
    { hint },
  );
}

/** Whether a commit that a debate was begun on is here: else this is another repository. */
export async function hasCommit({ root, env }: Checkout, commit: string): Promise<boolean> {
  const { status } = await runGit(["cat-file", "-e", `${commit}^{commit}`], { cwd: root, env });
  return status === 0;
}
