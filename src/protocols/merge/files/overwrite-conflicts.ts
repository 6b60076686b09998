/** What a merge must not overwrite without the person's consent: a draft, an edited document, another merge. */
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";

import type { AppContext } from "../../../app/app-context.ts";
import { checkDirectoryWritable } from "../../../app/results/atomic-write.ts";
import { wasEditedSinceWritten } from "../../../app/results/written-files.ts";
import { SetupError, getErrorCode } from "../../../errors.ts";
import { sha256 } from "../../../kernel/journal/hash-chain.ts";
import { ARTIFACTS_FOLDER, type OutputLocation } from "./output-location.ts";
import { readProvenanceFile } from "./provenance-file.ts";

export async function refuseUnsafeOverwrite(
  appContext: Pick<AppContext, "cwd" | "root">,
  { directory, name }: OutputLocation,
  { drafts, yes }: { drafts: readonly string[]; yes: boolean },
): Promise<void> {
  const { cwd } = appContext;
  const path = join(directory, name);
  const shown = relative(cwd, path) || name;
  if (drafts.some((draft) => resolve(draft) === path)) {
    throw new SetupError("usage", `${shown} is one of the drafts.`, {
      hint: "Write the merged document elsewhere: -o merged/out.md",
    });
  }
  await checkDirectoryWritable(directory).catch((cause: unknown) => {
    throw new SetupError(
      "file-unreadable",
      `${shown} cannot be written (${getErrorCode(cause)}).`,
      {
        cause,
        hint: "Name another place after -o.",
      },
    );
  });
  const found = yes
    ? null
    : await findOverwriteConflict(appContext, { directory, name, written: name });
  if (found !== null)
    throw new SetupError("needs-confirmation", `${found.what}.`, { hint: found.hint });
}

interface OverwriteConflict {
  /** A sentence without its stop. */
  readonly what: string;
  readonly hint: string;
}

/** What a merge would write over: another merge, or a document that somebody edited. Null where it may write. */
export async function findOverwriteConflict(
  appContext: Pick<AppContext, "cwd" | "root">,
  { directory, name, written }: OutputLocation & { readonly written: string },
): Promise<OverwriteConflict | null> {
  const { cwd } = appContext;
  const other = await findOtherDocument(directory);
  if (other !== undefined && other !== name) {
    return {
      what: `${relative(cwd, join(directory, ARTIFACTS_FOLDER))} is about ${other}, another merge`,
      hint: "Write to a directory of its own with -o, or write over it with --yes.",
    };
  }
  const path = join(directory, written);
  const there = await readFile(path, "utf8").catch(() => undefined);
  const sidecar = await readProvenanceFile(directory);
  const edited =
    there === undefined || sidecar?.sha256 === sha256(there)
      ? await findEditedArtifact(appContext, directory)
      : path;
  if (edited === undefined) return null;
  return {
    what: `${relative(cwd, edited) || written} is not what a merge left there`,
    hint: "Write elsewhere with -o, or write over it with --yes.",
  };
}

/** The first file about the merge that somebody edited since Dissent wrote it. */
async function findEditedArtifact(
  appContext: Pick<AppContext, "root">,
  directory: string,
): Promise<string | undefined> {
  const folder = join(directory, ARTIFACTS_FOLDER);
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    if (await wasEditedSinceWritten(appContext, join(folder, name))) return join(folder, name);
  }
  return undefined;
}

/** In words that the map in a directory is not that of this document; null where it is, or there is none. */
export async function describeOtherMerge(
  { cwd }: Pick<AppContext, "cwd">,
  directory: string,
  document: string | undefined,
): Promise<string | null> {
  const sidecar = await readProvenanceFile(directory);
  if (!sidecar || (document !== undefined && sidecar.sha256 === sha256(document))) return null;
  return `${relative(cwd, join(directory, ARTIFACTS_FOLDER))} is about another merge`;
}

/** The document that the files here are about, if it is still there, under the name that it was to have. */
async function findOtherDocument(directory: string): Promise<string | undefined> {
  const result = await readFile(join(directory, MERGE_RESULT_FILE), "utf8").catch(() => "");
  const written = /^merged_output_path: "([^"\\/]+)"$/m.exec(result)?.[1];
  if (written === undefined || !existsSync(join(directory, written))) return undefined;
  return written.replace(/\.partial(\.[^.]+)$/, "$1");
}

const MERGE_RESULT_FILE = join(ARTIFACTS_FOLDER, "result.yaml");
