/**
 * Remembers which files outside `.dissent` Dissent wrote, and their content, so that it never overwrites a file that
 * somebody else wrote or edited.
 */
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";

import { isInsideDirectory, formatRelativePath } from "../../config/context/safe-path.ts";
import { SetupError } from "../../errors.ts";
import { sha256 } from "../../kernel/journal/hash-chain.ts";
import type { AppContext } from "../app-context.ts";
import { appendProjectLine, readProjectLines } from "../project/dissent-folder.ts";
import { writeFileAtomically } from "./atomic-write.ts";

type ProjectRoot = Pick<AppContext, "root">;

interface WrittenFileNote {
  readonly path: string;
  readonly sha256: string;
}

/** Writes a file and remembers it as one of Dissent's own. */
export async function writeTrackedFile(
  { root }: ProjectRoot,
  path: string,
  text: string,
): Promise<void> {
  await writeFileAtomically(path, text);
  trackWrittenFile({ root }, path, text);
}

/** Remembers a file as Dissent's own that is known to be: a journal that was taken in, say. */
export function trackWrittenFile({ root }: ProjectRoot, path: string, text: string): void {
  if (isInsideDirectory(join(root, ".dissent"), path)) return;
  const note: WrittenFileNote = { path: formatRelativePath(root, path), sha256: sha256(text) };
  appendProjectLine(root, WRITTEN_FILES_LOG, JSON.stringify(note));
}

/** Whether a file is there that Dissent has no note of writing, or that was edited since. */
export async function isForeignOrEdited({ root }: ProjectRoot, path: string): Promise<boolean> {
  if (isInsideDirectory(join(root, ".dissent"), path)) return false;
  const there = await readFile(path, "utf8").catch(() => undefined);
  if (there === undefined || there === "") return false;
  const wanted = formatRelativePath(root, path);
  const note = readWrittenFileNotes(root).findLast((one) => one.path === wanted);
  return note?.sha256 !== sha256(there);
}

/** Whether Dissent wrote a file and somebody has edited it since. */
export async function wasEditedSinceWritten({ root }: ProjectRoot, path: string): Promise<boolean> {
  const wanted = formatRelativePath(root, path);
  const isNoted = readWrittenFileNotes(root).some((one) => one.path === wanted);
  return isNoted && (await isForeignOrEdited({ root }, path));
}

/** Before anything is spent. */
export async function refuseForeignOverwrite(
  appContext: Pick<AppContext, "root" | "cwd">,
  paths: readonly string[],
  yes: boolean,
): Promise<void> {
  for (const path of yes ? [] : paths) {
    if (!(await isForeignOrEdited(appContext, path))) continue;
    const shown = relative(appContext.cwd, path) || path;
    throw new SetupError(
      "needs-confirmation",
      `${shown} already exists, and Dissent has no note of writing what is in it.`,
      { hint: "Name another place after -o, or overwrite it with --yes." },
    );
  }
}

const WRITTEN_FILES_LOG = "written-files.jsonl";

function readWrittenFileNotes(root: string): readonly WrittenFileNote[] {
  return readProjectLines(root, WRITTEN_FILES_LOG).flatMap((line): WrittenFileNote[] => {
    try {
      return [JSON.parse(line) as WrittenFileNote];
    } catch {
      // the last line of a process that was killed
      return [];
    }
  });
}
