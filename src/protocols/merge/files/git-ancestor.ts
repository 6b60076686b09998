/**
 * Finds in git what files are versions of, and when each was last committed. It only reads, and finds nothing
 * where there is no git, no repository or no common history.
 */
import { dirname, relative } from "node:path";

import { readGitOutput } from "../../../repository/run-git.ts";

export interface GitAncestor {
  readonly text: string;
  /** "spec.md at 1a2b3c4d5e". */
  readonly title: string;
}

/** One committed version of a file. */
interface CommittedVersion {
  readonly commit: string;
  readonly path: string;
}

/** Null unless all files are committed versions of one file with a common past. */
export async function findGitAncestor(paths: readonly string[]): Promise<GitAncestor | null> {
  const [first] = paths;
  if (first === undefined || paths.length < 2) return null;
  const directory = dirname(first);
  if ((await readGit(directory, ["rev-parse", "--show-toplevel"])) === null) return null;
  const versions =
    (await findCheckedOutVersions(paths)) ?? (await findStoredVersions(directory, paths));
  if (versions === null) return null;
  const commits = [...new Set(versions.map(({ commit }) => commit))];
  if (commits.length < 2) return null;
  const base = await readGit(directory, ["merge-base", "--octopus", ...commits]);
  const path = versions[0]?.path ?? "";
  if (base === null) return null;
  const text = await readGit(directory, ["show", "--no-textconv", `${base.trim()}:${path}`]);
  return text === null ? null : { text, title: `${path} at ${base.trim().slice(0, 10)}` };
}

/** The same path in several worktrees or clones that share their objects. */
async function findCheckedOutVersions(
  paths: readonly string[],
): Promise<readonly CommittedVersion[] | null> {
  const found: CommittedVersion[] = [];
  const tops = new Set<string>();
  for (const path of paths) {
    const top = (await readGit(dirname(path), ["rev-parse", "--show-toplevel"]))?.trim();
    const commit = (await readGit(dirname(path), ["rev-parse", "HEAD"]))?.trim();
    if (top === undefined || commit === undefined) return null;
    tops.add(top);
    found.push({ commit, path: relative(top, path).replaceAll("\\", "/") });
  }
  const isOneFile = new Set(found.map(({ path }) => path)).size === 1;
  return isOneFile && tops.size === paths.length ? found : null;
}

const MOST_COMMITS = 40;

/** Files whose content was committed at one path, at different times. */
async function findStoredVersions(
  directory: string,
  paths: readonly string[],
): Promise<readonly CommittedVersion[] | null> {
  const choices: ReadonlyMap<string, string>[] = [];
  for (const path of paths) {
    const blob = (await readGit(directory, ["hash-object", "--no-filters", path]))?.trim();
    if (blob === undefined) return null;
    choices.push(await findCommitsOfBlob(directory, blob));
  }
  const [own, ...others] = choices;
  const path = [...(own?.keys() ?? [])].find((one) => others.every((other) => other.has(one)));
  if (path === undefined) return null;
  return choices.flatMap((commits) => {
    const commit = commits.get(path);
    return commit === undefined ? [] : [{ commit, path }];
  });
}

/** Path to the commit that brought the blob there. */
async function findCommitsOfBlob(
  directory: string,
  blob: string,
): Promise<ReadonlyMap<string, string>> {
  const flags = ["--all", `--max-count=${MOST_COMMITS}`, "--no-textconv", "--no-ext-diff"];
  const log = await readGit(directory, [
    "log",
    ...flags,
    "--no-renames",
    "-m",
    "--raw",
    "--no-abbrev",
    "--format=commit %H",
    `--find-object=${blob}`,
  ]);
  const found = new Map<string, string>();
  let commit = "";
  for (const line of (log ?? "").split("\n")) {
    if (line.startsWith("commit ")) commit = line.slice(7).trim();
    const changed = /^:\d+ \d+ [0-9a-f]+ ([0-9a-f]+) [A-Z]\d*\t(.+)$/.exec(line);
    // the log goes back in time, so the first commit that brought it is the last one seen
    if (changed?.[1] === blob && changed[2] !== undefined) found.set(changed[2], commit);
  }
  return found;
}

/** When each file was last committed, as an ISO date; empty where nobody knows. */
export async function findCommitDates(paths: readonly string[]): Promise<string[]> {
  return Promise.all(
    paths.map(async (path) => {
      const date = await readGit(dirname(path), ["log", "-1", "--format=%cI", "--", path]);
      return date?.trim() ?? "";
    }),
  );
}

const MAX_MS = 5_000;
const MAX_BYTES = 8 * 1024 * 1024;

function readGit(cwd: string, args: readonly string[]): Promise<string | null> {
  const { env } = process;
  return readGitOutput(args, { cwd, env, maxMs: MAX_MS, maxBytes: MAX_BYTES, asPerson: true });
}
