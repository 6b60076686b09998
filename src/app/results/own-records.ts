/**
 * Notes which files outside `.dissent` Dissent has written, and in which words, so that it never overwrites a file that
 * somebody else wrote or has edited since.
 */
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";

import { isInside, pathFrom } from "../../config/context/safe-path.ts";
import { SetupError } from "../../errors.ts";
import { sha256 } from "../../kernel/chain.ts";
import type { Desk } from "../desk.ts";
import { appendOwnLine, ownLines } from "../project/own-files.ts";
import { writeWhole } from "./write-whole.ts";

type Project = Pick<Desk, "root">;

interface WrittenNote {
  readonly path: string;
  readonly sha256: string;
}

/** Writes a file and remembers it as one of Dissent's own. */
export async function writeOwnRecord({ root }: Project, path: string, text: string): Promise<void> {
  await writeWhole(path, text);
  noteAsOwn({ root }, path, text);
}

/** Remembers a file as Dissent's own that is known to be: a journal that was taken in, say. */
export function noteAsOwn({ root }: Project, path: string, text: string): void {
  if (isInside(join(root, ".dissent"), path)) return;
  const note: WrittenNote = { path: pathFrom(root, path), sha256: sha256(text) };
  appendOwnLine(root, NOTES, JSON.stringify(note));
}

/** Whether a file is there that Dissent has no note of writing, or that was edited since. */
export async function isSomebodyElses({ root }: Project, path: string): Promise<boolean> {
  if (isInside(join(root, ".dissent"), path)) return false;
  const there = await readFile(path, "utf8").catch(() => undefined);
  if (there === undefined || there === "") return false;
  const wanted = pathFrom(root, path);
  const note = notesIn(root).findLast((one) => one.path === wanted);
  return note?.sha256 !== sha256(there);
}

/** Before anything is spent. */
export async function refuseOverwritingOthers(
  desk: Pick<Desk, "root" | "cwd">,
  paths: readonly string[],
  yes: boolean,
): Promise<void> {
  for (const path of yes ? [] : paths) {
    if (!(await isSomebodyElses(desk, path))) continue;
    const shown = relative(desk.cwd, path) || path;
    throw new SetupError(
      "needs-confirmation",
      `${shown} already exists, and Dissent has no note of writing what is in it.`,
      { hint: "Name another place after -o, or overwrite it with --yes." },
    );
  }
}

const NOTES = "written-files.jsonl";

function notesIn(root: string): readonly WrittenNote[] {
  return ownLines(root, NOTES).flatMap((line): WrittenNote[] => {
    try {
      return [JSON.parse(line) as WrittenNote];
    } catch {
      // the last line of a process that was killed
      return [];
    }
  });
}
