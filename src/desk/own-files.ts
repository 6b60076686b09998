/** The files Dissent keeps in a project: made where they are missing, and never reached through a link. */
import { closeSync, lstatSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { SetupError } from "../errors.ts";
import { codeOf } from "../intake/read-text.ts";

export function databasePath(root: string): string {
  return join(root, ".dissent", "dissent.db");
}

/** The folder for everything Dissent keeps in a project; git ignores it, whichever command makes it first. */
export function preparedFolder(root: string): string {
  const folder = join(root, ".dissent");
  refuseLink(folder);
  makeOnce(folder);
  ignoreInGit(folder);
  return folder;
}

/** Debates may quote private documents, so `git add .` must not pick them up. A file that is there is kept. */
function ignoreInGit(folder: string): void {
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
export function preparedDatabase(root: string): string {
  const path = databasePath(root);
  // before anything is written beside it
  for (const file of [join(root, ".dissent"), path, `${path}-wal`, `${path}-shm`]) refuseLink(file);
  preparedFolder(root);
  return path;
}

/** A cloned repository can hold links, and writing through one changes files of the person who runs it. */
function refuseLink(path: string): void {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  throw new SetupError("unsafe-path", `${path} is a link.`, {
    hint: "Remove it, or work in another directory with -C.",
  });
}

function makeOnce(directory: string): void {
  try {
    mkdirSync(directory);
  } catch (cause) {
    if (lstatSync(directory, { throwIfNoEntry: false })?.isDirectory()) return;
    throw new SetupError(
      "file-unreadable",
      `The directory ${directory} cannot be made (${codeOf(cause)}).`,
      { cause, hint: "Choose a directory you may write to with -C." },
    );
  }
}

/** A cassette that cannot be written is found out before the first answer, not after it was paid for. */
export function preparedCassette(path: string): void {
  try {
    closeSync(openSync(path, "a", 0o600));
  } catch (cause) {
    throw new SetupError("file-unreadable", `${path} cannot be written (${codeOf(cause)}).`, {
      cause,
      hint: "Name another file after --record.",
    });
  }
}
