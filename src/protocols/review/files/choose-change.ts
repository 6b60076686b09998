/** Which change is meant: the working tree against the default branch, unless a person said something else. */
import { existsSync } from "node:fs";
import { copyFile, mkdtemp, rm, stat, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { SetupError } from "../../../errors.ts";
import { stripToPlainLine } from "../../../text/plain-text.ts";
import { findCommit, type ReviewGit, requireGit, tryGit } from "./review-git.ts";

/** Where the lines after the change are read from. */
export type ChangedState =
  | { readonly kind: "commit"; readonly commit: string }
  | { readonly kind: "index" }
  | { readonly kind: "worktree" };

export interface ChosenChange {
  readonly diff: string;
  readonly base: string;
  readonly state: ChangedState;
  /** "main (1a2b3c4) to the working tree". */
  readonly words: string;
  /** The same from push to push, so that reviews of one branch find each other. */
  readonly branch: string;
}

export interface ChangeWish {
  /** A range, or a commit; null where none was named. */
  readonly range: string | null;
  readonly base: string | null;
  readonly staged: boolean;
  readonly pullRequest: string | null;
}

const DIFF = [
  "--no-color",
  "--no-ext-diff",
  "--no-textconv",
  "--find-renames",
  "--submodule=short",
  "--src-prefix=a/",
  "--dst-prefix=b/",
  "--unified=10",
] as const;

export async function chooseChange(run: ReviewGit, wish: ChangeWish): Promise<ChosenChange> {
  if (wish.staged) return chooseStaged(run);
  if (wish.pullRequest !== null) return choosePullRequest(run, wish);
  if (wish.range !== null) return chooseRange(run, wish.range);
  return chooseWorkingTree(run, wish.base);
}

function shortenCommit(commit: string): string {
  return commit.slice(0, 10);
}

async function readBranch(run: ReviewGit): Promise<string> {
  const name = (await tryGit(run, ["symbolic-ref", "--short", "--quiet", "HEAD"]))?.trim();
  return name === undefined || name === "" ? "detached" : name;
}

async function requireCommit(run: ReviewGit, name: string): Promise<string> {
  const found = await findCommit(run, name);
  if (found !== null) return found;
  throw new SetupError("usage", `There is no commit ${stripToPlainLine(name)} here.`, {
    hint: "Name a branch, a tag or a commit that git log shows, or a patch file that exists.",
  });
}

const DEFAULT_BRANCHES = ["origin/main", "origin/master", "main", "master", "trunk", "develop"];

async function findDefaultBranch(run: ReviewGit): Promise<{ name: string; commit: string }> {
  const remote = (
    await tryGit(run, ["symbolic-ref", "--short", "--quiet", "refs/remotes/origin/HEAD"])
  )?.trim();
  for (const name of [...(remote ? [remote] : []), ...DEFAULT_BRANCHES]) {
    const commit = await findCommit(run, name);
    if (commit !== null) return { name, commit };
  }
  throw new SetupError("usage", "No default branch was found to compare with.", {
    hint: "Say what to compare with: dissent review --base <branch or commit>",
  });
}

async function findMergeBase(run: ReviewGit, one: string, other: string): Promise<string> {
  const found = (await tryGit(run, ["merge-base", one, other]))?.trim();
  if (found) return found;
  throw new SetupError(
    "usage",
    `${shortenCommit(one)} and ${shortenCommit(other)} have no common past.`,
    {
      hint: "In a shallow clone, fetch more history first: git fetch --unshallow",
    },
  );
}

async function chooseWorkingTree(run: ReviewGit, wanted: string | null): Promise<ChosenChange> {
  const against =
    wanted === null
      ? await findDefaultBranch(run)
      : { name: wanted, commit: await requireCommit(run, wanted) };
  const head = await requireCommit(run, "HEAD");
  const base = await findMergeBase(run, against.commit, head);
  const diff = await withUntrackedFiles(run, (one) =>
    requireGit(one, ["diff", ...DIFF, base, "--"]),
  );
  const name = stripToPlainLine(against.name);
  return {
    diff,
    base,
    state: { kind: "worktree" },
    words: `from ${shortenCommit(base)}, where it left ${name}, to the working tree`,
    branch: await readBranch(run),
  };
}

/** New files count as changed: they are noted in a copy of the index, and the index itself is left alone. */
async function withUntrackedFiles<Result>(
  run: ReviewGit,
  act: (run: ReviewGit) => Promise<Result>,
): Promise<Result> {
  const index = (await requireGit(run, ["rev-parse", "--git-path", "index"])).trim();
  const top = (await requireGit(run, ["rev-parse", "--show-toplevel"])).trim();
  const directory = await mkdtemp(join(tmpdir(), "dissent-index-"));
  try {
    const copy = join(directory, "index");
    const own = resolve(run.cwd, index);
    if (existsSync(own)) {
      const { atime, mtime } = await stat(own);
      await copyFile(own, copy);
      // git tells by this time which files may have changed since it looked at them
      await utimes(copy, atime, mtime);
    }
    const apart = { cwd: top, env: { ...run.env, GIT_INDEX_FILE: copy } };
    await tryGit(apart, ["add", "--intent-to-add", "--", "."]);
    return await act(apart);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function chooseStaged(run: ReviewGit): Promise<ChosenChange> {
  const base = await requireCommit(run, "HEAD");
  return {
    diff: await requireGit(run, ["diff", "--cached", ...DIFF, base, "--"]),
    base,
    state: { kind: "index" },
    words: `what is staged on ${shortenCommit(base)}`,
    branch: `${await readBranch(run)}, staged`,
  };
}

/** `a..b`, `a...b`, or one commit against its first parent. */
async function chooseRange(run: ReviewGit, range: string): Promise<ChosenChange> {
  const [, left = "", dots = "", right = ""] = /^(.*?)(\.{2,3})(.*)$/.exec(range) ?? [];
  const head = await requireCommit(run, dots === "" ? range : right || "HEAD");
  const from = dots === "" ? await findParent(run, head) : await requireCommit(run, left || "HEAD");
  const base = dots === "..." ? await findMergeBase(run, from, head) : from;
  return diffCommits(run, { base, head }, stripToPlainLine(range));
}

/** The tree without files, under either kind of hash. */
const EMPTY_TREES: Readonly<Record<string, string>> = {
  sha1: "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
  sha256: "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
};

/** The empty tree, where the commit is the first. */
async function findParent(run: ReviewGit, commit: string): Promise<string> {
  const parent = await findCommit(run, `${commit}^`);
  if (parent !== null) return parent;
  const kind = (await tryGit(run, ["rev-parse", "--show-object-format"]))?.trim() ?? "sha1";
  return EMPTY_TREES[kind] ?? EMPTY_TREES["sha1"] ?? "";
}

async function diffCommits(
  run: ReviewGit,
  { base, head }: { readonly base: string; readonly head: string },
  branch: string,
): Promise<ChosenChange> {
  return {
    diff: await requireGit(run, ["diff", ...DIFF, base, head, "--"]),
    base,
    state: { kind: "commit", commit: head },
    words: `from ${shortenCommit(base)} to ${shortenCommit(head)}`,
    branch,
  };
}

/** A pull request of this checkout's origin: as it was fetched, or fetched now. */
async function choosePullRequest(
  run: ReviewGit,
  { pullRequest, base: wanted }: ChangeWish,
): Promise<ChosenChange> {
  const number = pullRequest ?? "";
  if (!/^\d{1,9}$/.test(number)) {
    throw new SetupError(
      "usage",
      `--pr takes the number of a pull request, not ${stripToPlainLine(number)}.`,
      {
        hint: "For example: dissent review --pr 123",
      },
    );
  }
  const known = [
    `refs/remotes/pull/${number}/head`,
    `refs/remotes/origin/pr/${number}`,
    `refs/dissent/pull/${number}`,
  ];
  await tryGit(run, [
    "fetch",
    "--no-tags",
    "--quiet",
    "origin",
    `+refs/pull/${number}/head:refs/dissent/pull/${number}`,
  ]);
  for (const name of known.toReversed()) {
    const head = await findCommit(run, name);
    if (head === null) continue;
    const against =
      wanted === null ? (await findDefaultBranch(run)).commit : await requireCommit(run, wanted);
    const base = await findMergeBase(run, against, head);
    return diffCommits(run, { base, head }, `pull request ${number}`);
  }
  throw new SetupError("usage", `Pull request ${number} could not be fetched from origin.`, {
    hint: `Fetch it yourself: git fetch origin pull/${number}/head, then dissent review --base <branch>`,
  });
}
