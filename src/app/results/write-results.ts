/** Writes a debate's results to disk: the protocol's artifacts, its result, its record. */
import { realpath } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";

import type { DebateRecord } from "../../dissent.ts";
import { readOpening } from "../../domain/journal/event.ts";
import { SetupError, getErrorCode } from "../../errors.ts";
import { findOwnDocument } from "../../protocols/documents.ts";
import { keepUsableFiles } from "../../protocols/result-files.ts";
import type { AppContext } from "../app-context.ts";
import {
  type StrengthCalibration,
  examineRecord,
  loadStrengthCalibration,
} from "../project/audit-record.ts";
import { prepareDissentFolder } from "../project/dissent-folder.ts";
import {
  checkDirectoryWritable,
  createFileUnwritableError,
  makeDirectoryTree,
} from "./atomic-write.ts";
import {
  findFormatByEnding,
  refuseEscapingFolder,
  refuseFolderNamedLikeFile,
} from "./output-paths.ts";
import { renderReport, renderSarifReport } from "./render-report.ts";
import { isForeignOrEdited, refuseForeignOverwrite, writeTrackedFile } from "./written-files.ts";

export interface WrittenResults {
  readonly paths: readonly string[];
  /** What could not be done as asked. */
  readonly warnings: readonly string[];
}

/** Where results go: to the brief's own directory, else under `.dissent`. `over`: also over what others left there. */
export async function writeResults(
  appContext: AppContext,
  record: DebateRecord,
  { outs, over = false }: { readonly outs: readonly string[]; readonly over?: boolean },
): Promise<WrittenResults> {
  const own = findOwnDocument(record);
  if (own) {
    if (outs.length === 0) await refuseEscapingFolder(appContext, readOpening(record.events).brief);
    const { paths, warnings } = await own.write(appContext, record, { outs, over });
    return { paths: shortenPaths(appContext, paths), warnings };
  }
  const judged = await loadStrengthCalibration(appContext);
  const files = outs.filter((out) => findFormatByEnding(out) !== undefined);
  const directories = outs.filter((out) => findFormatByEnding(out) === undefined);
  const written: string[] = [];
  const warnings: string[] = [];
  if (directories.length === 0) {
    const { brief } = readOpening(record.events);
    await refuseEscapingFolder(appContext, brief);
    if (brief.featureDir === null) prepareDissentFolder(appContext.root);
  }
  const wanted = directories.length > 0 ? directories : [findDefaultDirectory(appContext, record)];
  const rendered = await renderResultFiles(record, judged);
  const offered = await keepUsableFiles(appContext, record, rendered);
  warnings.push(...offered.warnings);
  for (const at of wanted.map((one) => resolve(appContext.cwd, one))) {
    for (const { path, text } of offered.files) {
      const free = over ? null : await findFallbackDirectory(appContext, record, join(at, path));
      if (free !== null) warnings.push(free.warning);
      const directory = free?.directory ?? at;
      const { path: real, warning } = await writeResultFile(appContext, { directory, path, text });
      if (warning !== undefined) warnings.push(warning);
      written.push(real);
    }
  }
  for (const out of files) {
    const path = resolve(appContext.cwd, out);
    const format = findFormatByEnding(out) ?? "md";
    const text =
      format === "sarif"
        ? renderSarifReport(appContext, record)
        : renderReport(record, format, judged);
    const kept = over ? null : await findFallbackDirectory(appContext, record, path);
    if (kept !== null) warnings.push(kept.warning);
    const free = kept === null ? path : join(kept.directory, basename(path));
    await writeTrackedFile(appContext, free, await text);
    written.push(free);
  }
  return { paths: shortenPaths(appContext, written), warnings: [...new Set(warnings)] };
}

/** A file that appeared there while the debate ran stays; the debate is paid for and its results go elsewhere. */
async function findFallbackDirectory(
  appContext: AppContext,
  { id }: Pick<DebateRecord, "id">,
  path: string,
): Promise<{ readonly directory: string; readonly warning: string } | null> {
  if (!(await isForeignOrEdited(appContext, path))) return null;
  await refuseEscapingFolder(appContext, { featureDir: null });
  prepareDissentFolder(appContext.root);
  const directory = join(appContext.root, ".dissent", "debates", id);
  const [shown, kept] = shortenPaths(appContext, [path, directory]);
  const warning = `${shown} was not written by Dissent and stays as it is; see ${kept} instead`;
  return { directory, warning };
}

/** After a decision: what is on disk would otherwise go on saying that nobody has decided. */
export async function refreshResults(
  appContext: AppContext,
  record: DebateRecord,
  { outs = [], over = false }: { readonly outs?: readonly string[]; readonly over?: boolean } = {},
): Promise<WrittenResults> {
  const own = findOwnDocument(record);
  if (!own) return writeResults(appContext, record, { outs, over });
  return own.write(appContext, record, { outs, refresh: true });
}

function findDefaultDirectory({ root }: AppContext, { id, events }: DebateRecord): string {
  const { featureDir } = readOpening(events).brief;
  return featureDir === null ? join(root, ".dissent", "debates", id) : resolve(root, featureDir);
}

/** A place that cannot take results is found before a debate is paid for, as far as possible. */
export async function refuseUnusableOutputs(
  appContext: AppContext,
  outs: readonly string[],
  {
    record,
    brief,
    yes,
  }: {
    readonly record?: Pick<DebateRecord, "events">;
    /** The id of the brief. */
    readonly brief: string;
    /** The person agrees to overwriting what is there. */
    readonly yes: boolean;
  },
): Promise<void> {
  const { cwd } = appContext;
  const hasOwnDocument = record !== undefined && findOwnDocument(record) !== undefined;
  for (const out of outs) {
    // a merged document keeps the ending of its drafts, whatever that is
    if (!hasOwnDocument) refuseFolderNamedLikeFile(cwd, out);
    const path = resolve(cwd, out);
    await checkDirectoryWritable(
      findFormatByEnding(out) === undefined ? path : dirname(path),
    ).catch((cause: unknown) => {
      throw new SetupError(
        "file-unreadable",
        `${out} cannot be written (${getErrorCode(cause)}).`,
        {
          cause,
          hint: "Name another place after -o.",
        },
      );
    });
    const names = findFormatByEnding(out) === undefined ? listRecordNames(brief) : [""];
    const paths = names.map((name) => join(path, name));
    // a protocol looks after its own document
    if (!hasOwnDocument) await refuseForeignOverwrite(appContext, paths, yes);
  }
}

function listRecordNames(brief: string): readonly string[] {
  return [`debate-${brief}-result.yaml`, `debate-${brief}.md`];
}

async function renderResultFiles(
  record: DebateRecord,
  judged: StrengthCalibration,
): Promise<{ path: string; text: string }[]> {
  const { transcript } = await examineRecord(record);
  const { id } = readOpening(record.events).brief;
  const artifacts = [];
  for (const { name, sha256 } of transcript.artifacts) {
    const text = await record.text(sha256);
    if (text !== undefined) artifacts.push({ path: name, text });
  }
  // the result goes where the protocol keeps its own pages
  const folder = artifacts.some(({ path }) => path.startsWith("sadd/")) ? "sadd/" : "";
  return [
    ...artifacts,
    { path: `${folder}debate-${id}-result.yaml`, text: await renderReport(record, "yaml", judged) },
    { path: `debate-${id}.md`, text: await renderReport(record, "md", judged) },
  ];
}

const MAX_DIRECTORY_TRIES = 3;

/** J36: a directory that cannot be made is tried again, then its parent is used, and that is said. */
async function writeResultFile(
  appContext: AppContext,
  { directory, path, text }: { directory: string; path: string; text: string },
): Promise<{ path: string; warning?: string }> {
  const wanted = join(directory, path);
  for (let tries = 1; ; tries++) {
    try {
      await makeDirectoryTree(dirname(wanted));
      break;
    } catch (cause) {
      if (tries < MAX_DIRECTORY_TRIES) continue;
      const instead = join(directory, basename(path));
      await writeTrackedFile(appContext, instead, text).catch(() => {
        throw createFileUnwritableError(dirname(wanted), cause);
      });
      return {
        path: instead,
        warning: `${dirname(wanted)} cannot be made, so ${directory} is used`,
      };
    }
  }
  await refuseLinkedDirectory(directory, dirname(wanted));
  await writeTrackedFile(appContext, wanted, text);
  return { path: wanted };
}

/** A link planted where results go must not lead them elsewhere. */
async function refuseLinkedDirectory(directory: string, inner: string): Promise<void> {
  const from = await realpath(directory);
  const to = await realpath(inner);
  if (to !== from && !to.startsWith(from + sep)) {
    throw new SetupError("unsafe-path", `${inner} leads out of ${directory}.`, {
      hint: "Remove the link, or write elsewhere with -o.",
    });
  }
}

function shortenPaths({ cwd }: AppContext, paths: readonly string[]): string[] {
  return paths.map((path) => {
    const near = relative(cwd, path);
    return near.startsWith("..") ? path : near;
  });
}
