/** Where a merged document goes: a file with its artifacts beside it, or a directory with everything inside. */
import { existsSync, statSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";

import type { Desk } from "../../../app/desk.ts";
import { isInside, pathFrom } from "../../../config/context/safe-path.ts";
import { slugOf } from "../../../text/slug.ts";

export interface Place {
  readonly directory: string;
  /** File name of the merged document. */
  readonly name: string;
}

/** A path with an extension is the document itself; anything else, and what is a directory, holds it. */
export function placeOf({ cwd }: Pick<Desk, "cwd">, out: string, name: string): Place {
  const path = resolve(cwd, out);
  const isFile = !/[\\/]$/.test(out) && extname(out) !== "" && !isDirectory(path);
  return isFile ? { directory: dirname(path), name: basename(path) } : { directory: path, name };
}

/** A path that asks for the record of the debate, not for the document. */
export function isRecordPath(out: string): boolean {
  return /\.(?:json|ya?ml|jsonl)$/i.test(out);
}

function isDirectory(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

/** Without -o: a directory named after what the drafts have in common, where the command was called. */
export function derivedPlace(
  { cwd }: Pick<Desk, "cwd">,
  { paths, generate }: { paths: readonly string[]; generate: string | null },
): Place {
  if (generate !== null) {
    const kind = slugOf(generate) || "document";
    return { directory: join(cwd, `${kind}-merged`), name: `${kind}.md` };
  }
  const stem = slugOf(commonStem(paths)) || slugOf(commonDirectory(paths, cwd));
  const ending = extname(paths[0] ?? "").toLowerCase();
  const extension = paths.every((path) => extname(path).toLowerCase() === ending) ? ending : ".md";
  return {
    directory: join(cwd, stem === "" ? "merged" : `${stem}-merged`),
    name: `merged${extension}`,
  };
}

const SHORTEST_STEM = 3;

/** "draft" of draft-ops.md and draft-data.md. */
function commonStem(paths: readonly string[]): string {
  const [first = "", ...rest] = paths.map((path) => basename(path, extname(path)));
  let length = first.length;
  for (const other of rest) {
    while (
      length > 0 &&
      first.slice(0, length).toLowerCase() !== other.slice(0, length).toLowerCase()
    )
      length--;
  }
  const common = first.slice(0, length);
  const whole = [first, ...rest].every((name) => !/^[\p{L}\p{N}]/u.test(name.slice(length)));
  const stem = whole ? common : common.replace(/[\p{L}\p{N}]+$/u, "");
  const bare = stem.replace(/[^\p{L}\p{N}]+$/u, "");
  return bare.length < SHORTEST_STEM ? "" : bare;
}

/** The directory that all drafts are in, where that is not the one we are in. */
function commonDirectory(paths: readonly string[], cwd: string): string {
  const directories = new Set(paths.map((path) => dirname(path)));
  const [only = cwd] = directories;
  return directories.size === 1 && only !== cwd ? basename(only) : "";
}

/** The name under which the protocol publishes it: lower case words and one extension. */
export function artifactName(name: string): string {
  const extension = /^\.[a-z]+$/.test(extname(name).toLowerCase())
    ? extname(name).toLowerCase()
    : ".md";
  return `${slugOf(basename(name, extname(name))) || "merged"}${extension}`;
}

/** As the journal remembers it, so that a debate that is resumed writes to the same place; null outside the project. */
export function featureOf(
  { root }: Pick<Desk, "root">,
  { directory, name }: Place,
): { featureDir: string | null; featureName: string | null } {
  if (!isInside(root, directory)) return { featureDir: null, featureName: name };
  return { featureDir: pathFrom(root, directory) || ".", featureName: name };
}
