/** Where a merged document goes: a file with its artifacts beside it, or a directory with everything inside. */
import { existsSync, statSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";

import type { AppContext } from "../../../app/app-context.ts";
import { isInsideDirectory, formatRelativePath } from "../../../config/context/safe-path.ts";
import { createSlug } from "../../../text/slug.ts";

/** The folder beside a merged document, with everything about it. */
export const ARTIFACTS_FOLDER = "adversarial";

export interface OutputLocation {
  readonly directory: string;
  /** File name of the merged document. */
  readonly name: string;
}

/** A path with an extension is the document itself; anything else, and an existing directory, contains it. */
export function resolveOutputLocation(
  { cwd }: Pick<AppContext, "cwd">,
  out: string,
  name: string,
): OutputLocation {
  const path = resolve(cwd, out);
  const isFile = !/[\\/]$/.test(out) && extname(out) !== "" && !isExistingDirectory(path);
  return isFile ? { directory: dirname(path), name: basename(path) } : { directory: path, name };
}

/** A path that asks for the record of the debate, not for the document. */
export function isDebateRecordPath(out: string): boolean {
  return /\.(?:json|ya?ml|jsonl)$/i.test(out);
}

function isExistingDirectory(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

/** Without -o: a directory named after what the drafts have in common, where the command was called. */
export function deriveOutputLocation(
  { cwd }: Pick<AppContext, "cwd">,
  { paths, generate }: { paths: readonly string[]; generate: string | null },
): OutputLocation {
  if (generate !== null) {
    const kind = createSlug(generate) || "document";
    return { directory: join(cwd, `${kind}-merged`), name: `${kind}.md` };
  }
  const stem = createSlug(findCommonStem(paths)) || createSlug(findCommonDirectory(paths, cwd));
  const ending = extname(paths[0] ?? "").toLowerCase();
  const extension = paths.every((path) => extname(path).toLowerCase() === ending) ? ending : ".md";
  return {
    directory: join(cwd, stem === "" ? "merged" : `${stem}-merged`),
    name: `merged${extension}`,
  };
}

const MIN_STEM_LENGTH = 3;

/** "draft" of draft-ops.md and draft-data.md. */
function findCommonStem(paths: readonly string[]): string {
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
  return bare.length < MIN_STEM_LENGTH ? "" : bare;
}

/** The directory that all drafts are in, where that is not the one we are in. */
function findCommonDirectory(paths: readonly string[], cwd: string): string {
  const directories = new Set(paths.map((path) => dirname(path)));
  const [only = cwd] = directories;
  return directories.size === 1 && only !== cwd ? basename(only) : "";
}

/** The name under which the protocol publishes it: lower case words and one extension. */
export function formatArtifactName(name: string): string {
  const extension = /^\.[a-z]+$/.test(extname(name).toLowerCase())
    ? extname(name).toLowerCase()
    : ".md";
  return `${createSlug(basename(name, extname(name))) || "merged"}${extension}`;
}

/** As the journal remembers it, so that a debate that is resumed writes to the same place; null outside the project. */
export function describeFeatureLocation(
  { root }: Pick<AppContext, "root">,
  { directory, name }: OutputLocation,
): { featureDir: string | null; featureName: string | null } {
  if (!isInsideDirectory(root, directory)) return { featureDir: null, featureName: name };
  return { featureDir: formatRelativePath(root, directory) || ".", featureName: name };
}
