/**
 * The files of a repository as participants are shown them: by folder, with sizes, within a number of bytes. What does
 * not fit is summed up by folder, from the deepest and largest.
 */
import { formatByteCount } from "../text/plain-text.ts";
import type { TrackedFile } from "./tracked-files.ts";

interface Folder {
  readonly path: string;
  readonly folders: Map<string, Folder>;
  readonly files: { name: string; bytes: number | null }[];
  /** Of everything in it. */
  count: number;
  bytes: number;
}

export const TREE_BYTES = 20_000;

/** Folders on the way to a path in `near` are listed before all others. */
export function renderFileTree(
  files: Iterable<TrackedFile>,
  { maxBytes = TREE_BYTES, near = [] }: { maxBytes?: number; near?: readonly string[] } = {},
): string {
  const top = buildFolder(files);
  const open = new Set<Folder>([top]);
  let used = measure(top, open);
  const tryToOpen = (folder: Folder): boolean => {
    if (open.has(folder)) return true;
    const cost = measureOpened(folder) - byteLength(formatClosed(folder));
    if (used + cost > maxBytes) return false;
    open.add(folder);
    used += cost;
    return true;
  };
  for (const path of near) {
    let folder: Folder | undefined = top;
    for (const part of path.split("/")) {
      folder = folder.folders.get(part);
      if (!folder || !tryToOpen(folder)) break;
    }
  }
  // breadth first: what lies near the top says what the rest is
  for (let waiting = [top]; waiting.length > 0;)
    waiting = waiting.flatMap(({ folders }) => [...folders.values()].filter(tryToOpen));
  const lines = renderFolder(top, open);
  return cutLines(lines, maxBytes);
}

/** One line per file of a folder, cut at a number of bytes. */
export function renderFolderList(
  files: readonly TrackedFile[],
  maxBytes: number,
): { readonly lines: readonly string[]; readonly left: number } {
  const lines: string[] = [];
  let used = 0;
  for (const { path, bytes } of files) {
    const line = `${formatPath(path)} ${formatSize(bytes)}`;
    used += byteLength(line) + 1;
    if (used > maxBytes) break;
    lines.push(line);
  }
  return { lines, left: files.length - lines.length };
}

/** As it is listed and asked for: a name with odd characters is written like a string of JSON. */
export function formatPath(path: string): string {
  return ODD.test(path) ? JSON.stringify(path).replace(ODD_ALL, escapeCharacter) : path;
}

/** The way back. */
export function parsePath(written: string): string {
  if (!/^"[^]*"$/.test(written)) return written;
  try {
    const path: unknown = JSON.parse(written);
    return typeof path === "string" ? path : written;
  } catch {
    return written;
  }
}

// what could break a line, hide in one or turn it around; and what ends a written name
const ODD = /[\p{C}\p{Zl}\p{Zp}"]|^\s|\s$/u;
const ODD_ALL = /[\p{C}\p{Zl}\p{Zp}]/gu;

function escapeCharacter(character: string): string {
  return [...Array(character.length).keys()]
    .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`)
    .join("");
}

function buildFolder(files: Iterable<TrackedFile>): Folder {
  const create = (path: string): Folder => {
    return { path, folders: new Map(), files: [], count: 0, bytes: 0 };
  };
  const top = create("");
  for (const { path, bytes } of files) {
    const parts = path.split("/");
    const name = parts.pop() ?? "";
    let folder = top;
    const inside = [top];
    for (const part of parts) {
      const below = folder.folders.get(part) ?? create(`${folder.path}${part}/`);
      folder.folders.set(part, below);
      folder = below;
      inside.push(folder);
    }
    folder.files.push({ name, bytes });
    for (const one of inside) {
      one.count += 1;
      one.bytes += bytes ?? 0;
    }
  }
  return top;
}

function renderFolder(folder: Folder, open: ReadonlySet<Folder>): string[] {
  if (!open.has(folder)) return [formatClosed(folder)];
  const heading = folder.path === "" ? [] : [formatPath(folder.path)];
  const indent = folder.path === "" ? "" : "  ";
  return [
    ...heading,
    ...folder.files.map(({ name, bytes }) => `${indent}${formatPath(name)} ${formatSize(bytes)}`),
    ...[...folder.folders.values()].flatMap((below) => renderFolder(below, open)),
  ];
}

function formatClosed({ path, count, bytes }: Folder): string {
  const files = count === 1 ? "1 file" : `${count} files`;
  return `${formatPath(path)} (${files}, ${formatByteCount(bytes)}, not listed)`;
}

function formatSize(bytes: number | null): string {
  return bytes === null ? "(not on disk)" : formatByteCount(bytes);
}

function measure(folder: Folder, open: ReadonlySet<Folder>): number {
  return renderFolder(folder, open).reduce((sum, line) => sum + byteLength(line) + 1, 0);
}

/** With its own folders closed. */
function measureOpened(folder: Folder): number {
  return measure(folder, new Set([folder]));
}

function byteLength(text: string): number {
  return Buffer.byteLength(text);
}

function cutLines(lines: readonly string[], maxBytes: number): string {
  const kept: string[] = [];
  let used = 0;
  for (const line of lines) {
    used += byteLength(line) + 1;
    if (used > maxBytes) break;
    kept.push(line);
  }
  const left = lines.length - kept.length;
  return [...kept, ...(left > 0 ? [`(and ${left} more lines, not listed)`] : [])].join("\n");
}
