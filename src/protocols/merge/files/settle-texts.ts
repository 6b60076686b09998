/**
 * Resolves drafts sent as text by the same rules as draft files: they are written to a temporary directory, read from
 * there, and deleted before anything else happens.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";

import type { AppContext } from "../../../app/app-context.ts";
import type { DebateInput } from "../../../app/prepare-debate.ts";
import { SetupError } from "../../../errors.ts";
import { resolveMergeInput } from "./resolve-merge.ts";

export interface SubmittedDraft {
  /** A file name, such as draft-ops.md; it tells drafts apart and says whether they are Markdown. */
  readonly name: string;
  readonly text: string;
}

export function createDraftFilesError(): SetupError {
  return new SetupError("usage", "A merge takes files, so it is not started here.", {
    hint: "Start it in the project: dissent merge a.md b.md -o out.md --open",
  });
}

export function createStrayDraftsError(): SetupError {
  return new SetupError("usage", "Only a merge takes variants.", { hint: "Leave them out." });
}

export async function resolveSubmittedDrafts(
  context: AppContext,
  variants: readonly SubmittedDraft[],
  flags: Readonly<Record<string, unknown>>,
): Promise<DebateInput> {
  refuseDuplicateNames(variants);
  const directory = await mkdtemp(join(tmpdir(), "dissent-drafts-"));
  try {
    const paths: string[] = [];
    let ancestor: string | false = false;
    for (const { name, text } of variants) {
      const path = join(directory, name);
      await writeFile(path, text, { flag: "wx", mode: 0o600 });
      if (ANCESTOR_NAME.test(name)) ancestor = path;
      else paths.push(path);
    }
    // outside of the project: the journal then remembers the name of the document and no place
    const out = [join(directory, "merged", `merged${chooseMergedExtension(variants)}`)];
    return await resolveMergeInput(context, paths, { ...flags, out, ancestor });
  } catch (error) {
    throw hideDraftDirectory(error, directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** A0b: a text with this name is no draft, but what the drafts are versions of. */
const ANCESTOR_NAME = /^ancestor\.[a-z]+$/i;

/** Some systems take names for the same that differ in their case only. */
function refuseDuplicateNames(variants: readonly SubmittedDraft[]): void {
  const names = variants.map(({ name }) => name.toLowerCase());
  const twice = variants.find(({ name }, index) => names.indexOf(name.toLowerCase()) !== index);
  if (twice === undefined) return;
  throw new SetupError("usage", `Two drafts are called ${twice.name}.`, {
    hint: "Give each a name of its own.",
  });
}

function chooseMergedExtension(variants: readonly SubmittedDraft[]): string {
  return variants.every(({ name }) => name.endsWith(".txt")) ? ".txt" : ".md";
}

/** The temporary location of the drafts is not shown. */
function hideDraftDirectory(error: unknown, directory: string): unknown {
  if (!(error instanceof SetupError)) return error;
  const plain = (text: string): string => text.replaceAll(`${directory}${sep}`, "");
  return new SetupError(error.code, plain(error.message), {
    ...(error.hint !== undefined && { hint: plain(error.hint) }),
    cause: error,
  });
}
