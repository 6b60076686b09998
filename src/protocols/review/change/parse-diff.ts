/**
 * Reads a unified diff, as git or `diff -u` writes it. It is anyone's text: what does not fit is reported with its line
 * and never guessed.
 */

import { readDiffPath, readGitHeaderPaths } from "./diff-paths.ts";
import type { DiffFile, DiffHunk, DiffLine, FileStatus } from "./diff-shape.ts";

export interface ParsedDiff {
  readonly files: readonly DiffFile[];
  /** The first line that does not fit, in plain words; null where all of it was read. */
  readonly fault: string | null;
}

interface OpenFile {
  path: string;
  oldPath: string;
  status: FileStatus;
  isBinary: boolean;
  isSubmodule: boolean;
  hunks: DiffHunk[];
}

interface Reading {
  readonly lines: readonly string[];
  at: number;
  readonly files: OpenFile[];
  open: OpenFile | null;
  fault: string | null;
}

export function parseDiff(text: string): ParsedDiff {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const reading: Reading = { lines, at: 0, files: [], open: null, fault: null };
  while (reading.at < lines.length && reading.fault === null) readDiffLine(reading);
  return { files: reading.files, fault: reading.fault };
}

function readDiffLine(reading: Reading): void {
  const line = withoutReturn(reading.lines[reading.at] ?? "");
  if (line.startsWith("diff --git ")) return beginGitFile(reading, line);
  if (/^diff --(?:cc|combined) |^@@@ /.test(line)) {
    reading.fault = `line ${reading.at + 1} begins a combined diff of a merge, which has no single old side`;
    return;
  }
  if (line.startsWith("--- ") && (reading.lines[reading.at + 1] ?? "").startsWith("+++ "))
    return readPaths(reading, line);
  if (line.startsWith("@@ ")) return readHunk(reading, line);
  if (reading.open !== null) noteFileFact(reading.open, line);
  reading.at++;
}

function openFile(reading: Reading, oldPath: string, path: string): OpenFile {
  const file: OpenFile = {
    path,
    oldPath,
    status: "changed",
    isBinary: false,
    isSubmodule: false,
    hunks: [],
  };
  reading.files.push(file);
  reading.open = file;
  return file;
}

function beginGitFile(reading: Reading, line: string): void {
  const [oldPath, path] = readGitHeaderPaths(line.slice("diff --git ".length));
  openFile(reading, oldPath, path);
  reading.at++;
}

function readPaths(reading: Reading, line: string): void {
  const oldPath = readDiffPath(line.slice(4));
  const path = readDiffPath(withoutReturn(reading.lines[reading.at + 1] ?? "").slice(4));
  const known = reading.open !== null && reading.open.hunks.length === 0 ? reading.open : null;
  const file = known ?? openFile(reading, oldPath ?? path ?? "", path ?? oldPath ?? "");
  if (oldPath === null) file.status = "added";
  if (path === null) file.status = "deleted";
  file.oldPath = oldPath ?? path ?? file.oldPath;
  file.path = path ?? oldPath ?? file.path;
  reading.at += 2;
}

const FACTS: readonly (readonly [start: RegExp, note: (file: OpenFile, rest: string) => void])[] = [
  [/^new file mode (\d+)/, (file, mode) => noteStatus(file, "added", mode)],
  [/^deleted file mode (\d+)/, (file, mode) => noteStatus(file, "deleted", mode)],
  [/^(?:old|new) mode (\d+)/, (file, mode) => noteMode(file, mode)],
  [/^rename from (.+)/, (file, path) => noteOldPath(file, "renamed", path)],
  [/^copy from (.+)/, (file, path) => noteOldPath(file, "copied", path)],
  [/^(?:rename|copy) to (.+)/, (file, path) => void (file.path = readPlainPath(path))],
  [/^index [0-9a-f]+\.\.[0-9a-f]+ (\d+)/, (file, mode) => noteSubmodule(file, mode)],
  [/^(?:Binary files |GIT binary patch)/, (file) => void (file.isBinary = true)],
];

function noteFileFact(file: OpenFile, line: string): void {
  for (const [start, note] of FACTS) {
    const found = start.exec(line);
    if (found) return note(file, found[1] ?? "");
  }
}

function noteStatus(file: OpenFile, status: FileStatus, mode: string): void {
  file.status = status;
  noteSubmodule(file, mode);
}

function noteMode(file: OpenFile, mode: string): void {
  if (file.status === "changed") file.status = "mode";
  noteSubmodule(file, mode);
}

function noteOldPath(file: OpenFile, status: FileStatus, path: string): void {
  file.status = status;
  file.oldPath = readPlainPath(path);
}

function noteSubmodule(file: OpenFile, mode: string): void {
  if (mode === "160000") file.isSubmodule = true;
}

/** A path without `a/` or `b/` before it. */
function readPlainPath(path: string): string {
  return readDiffPath(`a/${path}`) ?? path;
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

function readHunk(reading: Reading, line: string): void {
  const found = HUNK.exec(line);
  if (!found || reading.open === null) {
    reading.fault = found
      ? `line ${reading.at + 1} begins a hunk before any file is named`
      : `line ${reading.at + 1} is no hunk header: ${line.slice(0, 60)}`;
    return;
  }
  if (reading.open.status === "mode") reading.open.status = "changed";
  const [, oldStart = "0", oldCount = "1", newStart = "0", newCount = "1"] = found;
  const left = { old: Number(oldCount), new: Number(newCount) };
  const next = { old: Number(oldStart), new: Number(newStart) };
  const lines: DiffLine[] = [];
  reading.at++;
  while (left.old > 0 || left.new > 0) {
    const raw = reading.lines[reading.at];
    const sign = raw === undefined ? undefined : readSign(raw);
    if (raw === undefined || sign === undefined) {
      reading.fault = `the hunk before line ${reading.at + 1} is cut off`;
      return;
    }
    reading.at++;
    if (sign === "\\") continue;
    const isOld = sign !== "+";
    const isNew = sign !== "-";
    lines.push({
      sign,
      old: isOld ? next.old++ : null,
      new: isNew ? next.new++ : null,
      text: raw.slice(1),
    });
    if (isOld) left.old--;
    if (isNew) left.new--;
  }
  reading.open.hunks.push({ lines });
}

/** A mailer may have dropped the space of an empty line. */
function readSign(raw: string): DiffLine["sign"] | "\\" | undefined {
  if (raw === "" || raw === "\r") return " ";
  const [sign] = raw;
  return sign === " " || sign === "+" || sign === "-" || sign === "\\" ? sign : undefined;
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
