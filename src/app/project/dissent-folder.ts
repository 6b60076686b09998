/** The files Dissent keeps in a project: created when missing, and never reached through a symbolic link. */
import {
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";

import { SetupError, getErrorCode } from "../../errors.ts";

export function projectDatabasePath(root: string): string {
  return join(root, ".dissent", "dissent.db");
}

/** The folder for everything Dissent keeps in a project; git ignores it, whichever command creates it first. */
export function prepareDissentFolder(root: string): string {
  const folder = join(root, ".dissent");
  refuseSymbolicLink(folder);
  ensureDirectory(folder);
  writeGitIgnore(folder);
  return folder;
}

/** Debates may quote private documents, so `git add .` must not pick them up. A file that is there is kept. */
function writeGitIgnore(folder: string): void {
  const path = join(folder, ".gitignore");
  if (lstatSync(path, { throwIfNoEntry: false })) return;
  try {
    writeFileSync(path, "# Written by Dissent: debates stay out of the repository.\n*\n", {
      flag: "wx",
    });
  } catch {
    // another process has just written it, or the folder can only be read
  }
}

/** The database's path, once it is safe to open it there. */
export function prepareDatabasePath(root: string): string {
  const path = projectDatabasePath(root);
  // before anything is written beside it
  for (const file of [join(root, ".dissent"), path, `${path}-wal`, `${path}-shm`])
    refuseSymbolicLink(file);
  prepareDissentFolder(root);
  return path;
}

/** A cloned repository can contain links, and writing through one changes files of the person who runs it. */
function refuseSymbolicLink(path: string): void {
  if (!isSymbolicLinkPath(path)) return;
  throw new SetupError("unsafe-path", `${path} is a link.`, {
    hint: "Remove it, or work in another directory with -C.",
  });
}

function isSymbolicLinkPath(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    // there is nothing, or a file where its folder should be: creating the folder will report it
    return false;
  }
}

function ensureDirectory(directory: string): void {
  try {
    mkdirSync(directory);
  } catch (cause) {
    if (lstatSync(directory, { throwIfNoEntry: false })?.isDirectory()) return;
    throw new SetupError(
      "file-unreadable",
      `The directory ${directory} cannot be made (${getErrorCode(cause)}).`,
      { cause, hint: "Choose a directory you may write to with -C." },
    );
  }
}

/** Appends a line to a file in `.dissent`; without such a folder, or without write access, it does nothing. */
export function appendProjectLine(root: string, name: string, line: string): void {
  try {
    const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW } = constants;
    const flags = O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW;
    const file = openSync(join(root, ".dissent", name), flags, 0o600);
    try {
      writeSync(file, `${line}\n`);
    } finally {
      closeSync(file);
    }
  } catch {
    // a note is not worth a debate
  }
}

/** The lines of such a file; empty if there is none. */
export function readProjectLines(root: string, name: string): readonly string[] {
  try {
    const lines = readFileSync(join(root, ".dissent", name), "utf8").split("\n");
    return lines.filter((line) => line !== "");
  } catch {
    return [];
  }
}

/** A cassette that cannot be written is found out before the first answer, not after it was paid for. */
export function checkCassetteWritable(path: string): void {
  try {
    closeSync(openSync(path, "a", 0o600));
  } catch (cause) {
    throw new SetupError("file-unreadable", `${path} cannot be written (${getErrorCode(cause)}).`, {
      cause,
      hint: "Name another file after --record.",
    });
  }
}
