/** The files of a change as they are after it, so that quotes can be checked against all of their lines. */
import { lstat, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { DiffFile } from "../change/diff-shape.ts";
import type { HiddenKind } from "../change/file-kinds.ts";
import type { ChangedState } from "./choose-change.ts";
import { type ReviewGit, tryGit } from "./review-git.ts";

const MOST_FILE_BYTES = 1024 * 1024;
const MOST_BYTES_IN_ALL = 16 * 1024 * 1024;

/** Texts by the file's place in the diff; without those that are deleted, binary, too large or no regular file. */
export async function readChangedTexts(
  run: ReviewGit,
  files: readonly DiffFile[],
  state: ChangedState,
): Promise<ReadonlyMap<number, string>> {
  const texts = new Map<number, string>();
  let bytes = 0;
  for (const [at, file] of files.entries()) {
    if (file.status === "deleted" || file.isBinary || file.isSubmodule || !isPlainPath(file.path))
      continue;
    const text = await readText(run, file.path, state);
    if (text === null || text.includes("\u0000") || !fitsDiff(file, text)) continue;
    bytes += Buffer.byteLength(text);
    if (bytes > MOST_BYTES_IN_ALL) break;
    texts.set(at, text);
  }
  return texts;
}

function isPlainPath(path: string): boolean {
  return path !== "" && !path.startsWith("/") && !path.split("/").includes("..");
}

async function readText(run: ReviewGit, path: string, state: ChangedState): Promise<string | null> {
  switch (state.kind) {
    case "commit":
      return limitText(await tryGit(run, ["show", "--no-textconv", `${state.commit}:${path}`]));
    case "index":
      return limitText(await tryGit(run, ["show", "--no-textconv", `:0:${path}`]));
    case "worktree":
      return readWorkingFile(join(run.cwd, path));
  }
}

async function readWorkingFile(path: string): Promise<string | null> {
  try {
    // a symbolic link could lead anywhere
    const found = await lstat(path);
    return found.isFile() && found.size <= MOST_FILE_BYTES ? await readFile(path, "utf8") : null;
  } catch {
    return null;
  }
}

function limitText(text: string | null): string | null {
  return text !== null && text.length <= MOST_FILE_BYTES ? text : null;
}

/** A file that changed meanwhile, or that a filter converts, is not the one in the diff. */
function fitsDiff({ hunks }: DiffFile, text: string): boolean {
  const lines = text.split("\n");
  return hunks.every(({ lines: shown }) =>
    shown.every((line) => line.new === null || lines[line.new - 1] === line.text),
  );
}

const ATTRIBUTES: readonly (readonly [attribute: string, kind: HiddenKind])[] = [
  ["linguist-generated", "generated"],
  ["linguist-vendored", "vendored"],
];

/** What .gitattributes said of the changed files before the change: a change cannot hide itself. */
export async function readMarkedFiles(
  run: ReviewGit,
  base: string,
  paths: readonly string[],
): Promise<Record<string, HiddenKind>> {
  const plain = paths.filter(isPlainPath).slice(0, 2_000);
  if (plain.length === 0) return {};
  const directory = await mkdtemp(join(tmpdir(), "dissent-attributes-"));
  try {
    const before = { ...run, env: { ...run.env, GIT_INDEX_FILE: join(directory, "index") } };
    if ((await tryGit(before, ["read-tree", base])) === null) return {};
    const names = ATTRIBUTES.map(([name]) => name);
    const args = ["check-attr", "--cached", "-z", ...names, "--", ...plain];
    return parseMarks((await tryGit(before, args)) ?? "");
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function parseMarks(listed: string): Record<string, HiddenKind> {
  const marked: Record<string, HiddenKind> = {};
  const fields = listed.split("\u0000");
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [path = "", name, value] = fields.slice(at, at + 3);
    const kind = ATTRIBUTES.find(([attribute]) => attribute === name)?.[1];
    if (kind && (value === "set" || value === "true")) marked[path] = kind;
  }
  return marked;
}
