/**
 * Which files of a checkout may be shown: those that Git tracks, that are plain files, and that neither Git ignores nor
 * anyone keeps to themselves.
 *
 * RT1. A symbolic link, a submodule, an ignored file and a file that holds credentials by its name are never listed.
 */
import { lstat, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { findDenyPattern } from "../config/context/find-files.ts";
import { SetupError } from "../errors.ts";
import type { Checkout } from "./open-checkout.ts";
import { type GitRunOptions, decodeOutput, runGit } from "./run-git.ts";

export interface TrackedFile {
  readonly path: string;
  /** Null where it is not on disk. */
  readonly bytes: number | null;
  /** The object with its content, as far as it is committed. */
  readonly object: string;
}

export interface TrackedFiles {
  readonly files: ReadonlyMap<string, TrackedFile>;
  /** Tracked and not to be shown, each with the reason. */
  readonly closed: ReadonlyMap<string, string>;
}

interface TreeEntry {
  readonly path: string;
  readonly mode: string;
  readonly object: string;
  readonly bytes: number | null;
}

export async function listTrackedFiles(
  checkout: Checkout,
  deny: readonly string[],
): Promise<TrackedFiles> {
  const entries = checkout.isWorkingTree
    ? await listIndexEntries(checkout)
    : await listCommitEntries(checkout);
  const closed = new Map<string, string>();
  const open: TreeEntry[] = [];
  for (const entry of entries) {
    const why = findClosedReason(entry, deny);
    if (why === undefined) open.push(entry);
    else closed.set(entry.path, why);
  }
  const ignored = await listIgnoredPaths(checkout, open);
  const files = new Map<string, TrackedFile>();
  for (const { path, object, bytes } of open) {
    if (ignored.has(path)) closed.set(path, "Git ignores it");
    else files.set(path, { path, object, bytes });
  }
  return { files, closed };
}

const MOST_FILES = 200_000;

function findClosedReason({ path, mode }: TreeEntry, deny: readonly string[]): string | undefined {
  if (mode === "120000") return "it is a symbolic link";
  if (mode === "160000") return "it is a submodule";
  if (mode !== "100644" && mode !== "100755") return "it is not a plain file";
  if (!isSafePath(path)) return "its name cannot be read";
  const rule = findDenyPattern(path, [...CREDENTIALS, ...deny]);
  return rule === undefined ? undefined : `files like it are never sent (${rule})`;
}

/** Files that hold credentials, beside those that no brief can name either. */
const CREDENTIALS = [
  "*credentials*.json",
  "credentials",
  ".htpasswd",
  "*.jks",
  "*.keystore",
  "*.kdbx",
  "*.ppk",
  "*.tfstate",
  "*.tfvars",
  ".kube/**",
  ".docker/config.json",
  ".gnupg/**",
];

/** What a tree of anyone's making may hold: a way out, a folder of Git's, bytes that are no text. */
function isSafePath(path: string): boolean {
  if (path.startsWith("/") || path.includes("�") || path.includes("\\")) return false;
  return path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}

async function listCommitEntries(checkout: Checkout): Promise<TreeEntry[]> {
  const { commit } = checkout;
  if (commit === null) return [];
  const args = ["ls-tree", "-r", "-l", "-z", "--full-tree", commit];
  return splitRecords(await readGit(checkout, args)).flatMap((line) => {
    const [, mode = "", object = "", size = "", path = ""] =
      /^(\d+) \w+ ([0-9a-f]+) +(\S+)\t([^]*)$/.exec(line) ?? [];
    // a submodule has no size, and neither has what a partial clone left out
    const bytes = /^\d+$/.test(size) ? Number(size) : null;
    return path === "" ? [] : [{ path, mode, object, bytes }];
  });
}

async function listIndexEntries(checkout: Checkout): Promise<TreeEntry[]> {
  const lines = splitRecords(await readGit(checkout, ["ls-files", "-s", "-z"]));
  const entries = new Map<string, Omit<TreeEntry, "bytes">>();
  for (const line of lines) {
    // a file in conflict is there several times
    const [, mode = "", object = "", path = ""] = /^(\d+) ([0-9a-f]+) \d\t([^]*)$/.exec(line) ?? [];
    if (path !== "") entries.set(path, { path, mode, object });
  }
  const measured: TreeEntry[] = [];
  for (const entry of entries.values()) {
    const found = await lstat(join(checkout.root, entry.path)).catch(() => null);
    // what lies there now may be something else than what Git has
    const mode = found?.isSymbolicLink() === true ? "120000" : entry.mode;
    measured.push({ ...entry, mode, bytes: found?.isFile() === true ? found.size : null });
  }
  return measured;
}

async function readGit({ root, env }: Checkout, args: readonly string[]): Promise<string> {
  const { status, stdout, failure, complaint } = await runGit(args, { cwd: root, env });
  if (status === 0) return decodeOutput({ stdout });
  const why = failure === null ? complaint : failure === "too-slow" ? "it took too long" : failure;
  throw new SetupError("bad-settings", `The files of the repository cannot be listed: ${why}.`, {
    hint: "Try it with: git ls-files",
  });
}

function splitRecords(text: string): string[] {
  const records = text.split("\0").filter((record) => record !== "");
  if (records.length <= MOST_FILES) return records;
  throw new SetupError("file-too-large", `The repository has more than ${MOST_FILES} files.`, {
    hint: "Leave --repo out, and name what matters with --context.",
  });
}

/** RT1: files that were added although they are ignored, by the rules that lie beside them. */
async function listIgnoredPaths(
  checkout: Checkout,
  entries: readonly TreeEntry[],
): Promise<ReadonlySet<string>> {
  const { root, env, isWorkingTree } = checkout;
  if (isWorkingTree) {
    const args = ["ls-files", "-c", "-i", "-z", "--exclude-standard"];
    return new Set(splitRecords(await readGit(checkout, args)));
  }
  const folder = await mkdtemp(join(tmpdir(), "dissent-rules-"));
  try {
    for (const { path, object } of entries) {
      if (path !== ".gitignore" && !path.endsWith("/.gitignore")) continue;
      const { status, stdout } = await runGit(["cat-file", "blob", object], { cwd: root, env });
      if (status !== 0) continue;
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), stdout);
    }
    return await checkIgnored(checkout, folder, entries);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function checkIgnored(
  { gitDir, env }: Checkout,
  folder: string,
  entries: readonly TreeEntry[],
): Promise<ReadonlySet<string>> {
  const options: GitRunOptions = {
    cwd: folder,
    env,
    workTree: { gitDir, folder },
    input: // a name may begin like a pattern of Git's
      entries.map(({ path }) => `./${path}\0`).join(""),
  };
  const { status, stdout, complaint } = await runGit(
    ["check-ignore", "--no-index", "-z", "--stdin"],
    options,
  );
  // 1: none of them is ignored
  if (status === 0 || status === 1)
    return new Set(splitRecords(decodeOutput({ stdout })).map((path) => path.slice(2)));
  throw new SetupError("bad-settings", `The ignored files cannot be told: ${complaint}.`, {
    hint: "Try it with: git check-ignore --no-index .",
  });
}
