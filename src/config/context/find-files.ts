/** Finds the files that a pattern stands for, in the order of their names. */
import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";

import { SetupError } from "../../errors.ts";
import { stripToPlainLine } from "../../text/plain-text.ts";
import { findDenyPattern } from "./deny.ts";
import { matchesGlob } from "./glob.ts";
import { readErrorCode } from "./read-text-file.ts";

interface FileSearch {
  readonly pattern: string;
  /** The directory the pattern starts from. */
  readonly from: string;
  readonly deny: readonly string[];
}

interface FileSearchResult {
  /** Absolute paths. */
  readonly files: readonly string[];
  /** What would have fitted but is hidden or forbidden, with the reason. */
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
}

export async function findMatchingFiles({
  pattern,
  from,
  deny,
}: FileSearch): Promise<FileSearchResult> {
  const segments = pattern.replaceAll("\\", "/").split("/");
  const fixed = segments.findIndex((segment) => segment.includes("*"));
  const rest = segments.slice(fixed);
  const top = resolve(from, segments.slice(0, fixed).join("/") || (fixed > 0 ? "/" : "."));
  const deepest = rest.includes("**") ? Infinity : rest.length;
  const wantsHidden = rest.some((segment) => segment.startsWith("."));
  const files: string[] = [];
  const skipped: { path: string; reason: string }[] = [];
  let seen = 0;

  async function search(directory: string, above: readonly string[]): Promise<void> {
    for (const entry of await listDirectoryEntries(directory)) {
      if (++seen > MAX_SEARCH_ENTRIES) throw createTooManyFilesError(pattern);
      const names = [...above, entry.name];
      const path = join(directory, entry.name);
      const reach = entry.isDirectory() ? `${names.join("/")}/any` : names.join("/");
      const wanted = entry.isDirectory()
        ? names.length < deepest
        : matchesGlob(reach, rest.join("/"));
      if (!wanted) continue;
      const rule = findDenyPattern(reach, deny);
      if (rule !== undefined) skipped.push({ path, reason: `never sent (${rule})` });
      else if (entry.name.startsWith(".") && !wantsHidden) skipped.push({ path, reason: "hidden" });
      else if (entry.isDirectory()) await search(path, names);
      else files.push(path);
    }
  }

  await search(top, []);
  return { files, skipped };
}

// a pattern over a home directory would otherwise read the disk for minutes
const MAX_SEARCH_ENTRIES = 20_000;

/** Without those of a directory that is missing or closed: a pattern then just finds nothing there. */
async function listDirectoryEntries(directory: string): Promise<readonly Dirent[]> {
  try {
    const entries = await readdir(directory, { withFileTypes: true });
    return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  } catch (thrown) {
    if (["ENOENT", "ENOTDIR", "EACCES", "EPERM"].includes(readErrorCode(thrown))) return [];
    throw thrown;
  }
}

function createTooManyFilesError(pattern: string): SetupError {
  return new SetupError(
    "file-too-large",
    `${stripToPlainLine(pattern)} covers more than ${MAX_SEARCH_ENTRIES} files and directories.`,
    { hint: "Name a directory further down." },
  );
}
