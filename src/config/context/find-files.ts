/** Finds the files that match a pattern, sorted by name. */
import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";

import { SetupError, getErrorCode } from "../../errors.ts";
import { stripToPlainLine } from "../../text/plain-text.ts";

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
    if (["ENOENT", "ENOTDIR", "EACCES", "EPERM"].includes(getErrorCode(thrown))) return [];
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

// Patterns for files: `*` matches any part of one name, `**` any number of directories.

export function isGlobPattern(path: string): boolean {
  return path.includes("*");
}

/** Whether a path with forward slashes fits a pattern. */
export function matchesGlob(path: string, pattern: string): boolean {
  const segments = pattern.split("/").filter((segment, index, all) => {
    return segment !== "." && !(segment === "**" && all[index - 1] === "**");
  });
  return matchesSegments(path.split("/"), segments);
}

function matchesSegments(path: readonly string[], pattern: readonly string[]): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return path.length === 0;
  if (first === "**") {
    // at the end it matches everything inside, not the directory itself
    if (rest.length === 0) return path.length > 0;
    return path.some((_, index) => matchesSegments(path.slice(index), rest));
  }
  const [name, ...below] = path;
  return name !== undefined && matchesNamePattern(name, first) && matchesSegments(below, rest);
}

/** Walks both strings once and returns only to the last star, so that no pattern takes forever. */
export function matchesNamePattern(name: string, pattern: string): boolean {
  let at = 0;
  let next = 0;
  let star = -1;
  let starred = 0;
  while (at < name.length) {
    if (pattern[next] === "*") {
      star = next++;
      starred = at;
    } else if (pattern[next] === name[at]) {
      next++;
      at++;
    } else if (star >= 0) {
      next = star + 1;
      at = ++starred;
    } else {
      return false;
    }
  }
  while (pattern[next] === "*") next++;
  return next === pattern.length;
}

// Files that are never sent to a model, on anyone's request.

export const BUILT_IN_DENY_PATTERNS: readonly string[] = [
  ".env*",
  "*.pem",
  "*.key",
  "*.p12",
  "*.pfx",
  "id_rsa*",
  "id_ecdsa*",
  "id_ed25519*",
  ".netrc",
  ".npmrc",
  ".pypirc",
  ".git-credentials",
  ".ssh/**",
  ".aws/**",
  "**/secrets/**",
  ".git/**",
  "node_modules/**",
];

/**
 * The pattern that forbids a path, if any. Patterns match at any depth and in any case: `.ENV` is the same file as
 * `.env` on many disks.
 */
export function findDenyPattern(path: string, patterns: readonly string[]): string | undefined {
  const lower = path.toLowerCase();
  const segments = lower.split("/");
  return [...BUILT_IN_DENY_PATTERNS, ...patterns].find((pattern) => {
    const rule = pattern.toLowerCase().replace(/^(?:\.?\/)+/, "");
    if (!rule.includes("/")) return segments.some((segment) => matchesNamePattern(segment, rule));
    return matchesGlob(lower, `**/${rule}`);
  });
}
