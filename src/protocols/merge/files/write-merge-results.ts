/**
 * Writes a merge to disk: the document where the person wants it, and everything about it in `adversarial/` beside
 * it.
 */
import { existsSync } from "node:fs";
import { readFile, realpath } from "node:fs/promises";
import { basename, dirname, extname, join, resolve, sep } from "node:path";

import type { AppContext } from "../../../app/app-context.ts";
import {
  type StrengthCalibration,
  loadStrengthCalibration,
} from "../../../app/project/audit-record.ts";
import { prepareDissentFolder } from "../../../app/project/dissent-folder.ts";
import { makeDirectoryTree } from "../../../app/results/atomic-write.ts";
import { refuseEscapingFolder } from "../../../app/results/output-paths.ts";
import { type ReportFormat, renderReport } from "../../../app/results/render-report.ts";
import { writeTrackedFile } from "../../../app/results/written-files.ts";
import { formatRelativePath } from "../../../config/context/safe-path.ts";
import type { DebateRecord } from "../../../dissent.ts";
import { readOpening } from "../../../domain/journal/event.ts";
import { type Transcript, buildTranscript } from "../../../domain/journal/transcript.ts";
import { SetupError } from "../../../errors.ts";
import {
  ARTIFACTS_FOLDER,
  type OutputLocation,
  isDebateRecordPath,
  resolveOutputLocation,
} from "./output-location.ts";

/** Whether a debate leaves a document of its own. */
export function isMergeDebate({ events }: Pick<DebateRecord, "events">): boolean {
  return readOpening(events).protocol === "merge";
}

interface MergeWriteOptions {
  readonly outs: readonly string[];
  /** Also over what a person or another merge left there. */
  readonly over?: boolean;
  /** Leaves the document alone: a person may have edited it. */
  readonly refresh?: boolean;
}

/** What was written, the document first, and what could not be put where it was wanted. */
export async function writeMergeResults(
  appContext: AppContext,
  record: DebateRecord,
  { outs, over = false, refresh = false }: MergeWriteOptions,
): Promise<{ readonly paths: readonly string[]; readonly warnings: readonly string[] }> {
  const judged = await loadStrengthCalibration(appContext);
  const all = await listMergeFiles(record, judged);
  const files = refresh ? all.filter(({ role }) => role === "artifact") : all;
  const paths: string[] = [];
  const warnings: string[] = [];
  const kept = debateDirectoryPath(appContext, record);
  // what was once kept with its debate stays there
  const goes =
    refresh && outs.length === 0 && isInDebateDirectory(appContext, record) ? [`${kept}/`] : outs;
  for (const wanted of listOutputLocations(appContext, record, goes)) {
    if (wanted.directory === kept) prepareDissentFolder(appContext.root);
    const isFree = over || wanted.directory === kept;
    const found = isFree ? null : await describeObstacle(appContext, wanted, { all, refresh });
    if (found === null) paths.push(...(await writeFilesTo(appContext, files, wanted)));
    else {
      await refuseEscapingFolder(appContext, { featureDir: null });
      prepareDissentFolder(appContext.root);
      paths.push(...(await writeFilesTo(appContext, all, { ...wanted, directory: kept })));
      warnings.push(
        `${found} and stays as it is; this merge is in ${formatRelativePath(appContext.cwd, kept)}`,
      );
    }
  }
  for (const out of outs.filter(isDebateRecordPath)) {
    const path = resolve(appContext.cwd, out);
    const format = RECORD_FORMAT_BY_ENDING[extname(out).toLowerCase()] ?? "json";
    await writeTrackedFile(appContext, path, await renderReport(record, format, judged));
    paths.push(path);
  }
  return { paths, warnings };
}

/** What came to a place since it was looked at, in words: a debate may have waited for days. */
async function describeObstacle(
  appContext: AppContext,
  { directory, name }: OutputLocation,
  { all, refresh }: { readonly all: readonly MergeFile[]; readonly refresh: boolean },
): Promise<string | null> {
  const document = all.find(({ role }) => role !== "artifact");
  // what reads documents is loaded for merges alone
  const { describeOtherMerge, findOverwriteConflict } = await import("./overwrite-conflicts.ts");
  try {
    if (refresh) return await describeOtherMerge(appContext, directory, document?.text);
    const written = formatDocumentName(document?.role ?? "document", name);
    return (await findOverwriteConflict(appContext, { directory, name, written }))?.what ?? null;
  } catch (cause) {
    // a map that cannot be read is somebody's, too
    if (cause instanceof SetupError) return cause.message.replace(/\.$/, "");
    throw cause;
  }
}

/** Where the document goes: each place that is named, else the debate's own. */
export function listOutputLocations(
  appContext: AppContext,
  record: Pick<DebateRecord, "id" | "events">,
  outs: readonly string[],
): readonly OutputLocation[] {
  const name =
    requireSafeName(readOpening(record.events).brief.featureName) ?? readOutputName(record);
  const named = outs
    .filter((out) => !isDebateRecordPath(out))
    .map((out) => resolveOutputLocation(appContext, out, name));
  return named.length > 0 ? named : [{ directory: findMergeDirectory(appContext, record), name }];
}

const RECORD_FORMAT_BY_ENDING: Readonly<Record<string, ReportFormat>> = {
  ".json": "json",
  ".yaml": "yaml",
  ".yml": "yaml",
  ".jsonl": "jsonl",
};

/** A journal can come from elsewhere, and a name in it must not lead anywhere. */
function requireSafeName(name: string | null): string | null {
  return name !== null &&
    basename(name) === name &&
    !/^\.+$/.test(name) &&
    !/[\u0000-\u001f\\/:]/.test(name)
    ? name
    : null;
}

export function readOutputName({ events }: Pick<DebateRecord, "events">): string {
  const { output } = readOpening(events).settings as { output?: unknown };
  return typeof output === "string" ? output : "merged.md";
}

/** Where a merge that names no place of its own is kept. */
export function findMergeDirectory(
  appContext: AppContext,
  record: Pick<DebateRecord, "id" | "events">,
): string {
  const { featureDir } = readOpening(record.events).brief;
  return featureDir === null
    ? debateDirectoryPath(appContext, record)
    : resolve(appContext.root, featureDir);
}

/** Whether a merge is in the debate's own directory, wherever it was to go. */
export function isInDebateDirectory(
  appContext: AppContext,
  record: Pick<DebateRecord, "id" | "events">,
): boolean {
  const { id } = readOpening(record.events).brief;
  return existsSync(
    join(debateDirectoryPath(appContext, record), ARTIFACTS_FOLDER, `debate-${id}.md`),
  );
}

/** The debate's own, where nobody else writes. */
function debateDirectoryPath({ root }: AppContext, { id }: Pick<DebateRecord, "id">): string {
  return join(root, ".dissent", "debates", id);
}

/** The document itself, or what there is of it; the record of the debate where there is none. */
export async function renderMergedDocument(
  record: DebateRecord,
  judged: StrengthCalibration,
): Promise<string> {
  return (await findMergedDocument(record))?.text ?? renderReport(record, "md", judged);
}

/** The document by its path, the rest by their number. */
export function formatMergedPaths(paths: readonly string[]): string[] {
  const [first, ...rest] = paths;
  if (first === undefined) return [];
  const beside =
    rest.length === 0 ? [] : [`and ${rest.length} files about it, in ${ARTIFACTS_FOLDER}/`];
  return [first, ...beside];
}

/** For a terminal: the lines of the summary page that matter most; the rest is in the artifacts. */
export function shortenOutcome(transcript: Transcript): Transcript {
  const { outcome } = transcript;
  if (!outcome) return transcript;
  const { in_short: short } = outcome.result;
  const lines = Array.isArray(short) ? short.filter((line) => typeof line === "string") : null;
  return {
    ...transcript,
    outcome: { ...outcome, dissents: [], changes: [], notes: lines ?? outcome.notes.slice(0, 5) },
  };
}

interface MergeFile {
  readonly path: string;
  readonly text: string;
  /** The merged document itself, or what there is of it. */
  readonly role: "document" | "partial" | "artifact";
}

/** Undefined while there is no document, not even a partial one. */
export async function findMergedDocument(record: DebateRecord): Promise<MergeFile | undefined> {
  return (await listPublishedFiles(record)).find(({ role }) => role !== "artifact");
}

/** Where a document lies now, to the byte; null where it is nowhere. */
export async function findDocumentPath(
  appContext: AppContext,
  record: DebateRecord,
  { role, text }: MergeFile,
): Promise<string | null> {
  for (const { directory, name } of listOutputLocations(appContext, record, [])) {
    for (const one of [directory, debateDirectoryPath(appContext, record)]) {
      const path = join(one, formatDocumentName(role, name));
      if ((await readFile(path, "utf8").catch(() => null)) === text) return path;
    }
  }
  return null;
}

async function listPublishedFiles(record: DebateRecord): Promise<MergeFile[]> {
  const output = readOutputName(record);
  const files: MergeFile[] = [];
  for (const { name, sha256 } of buildTranscript(record.events).artifacts) {
    const text = await record.text(sha256);
    if (text === undefined) continue;
    const inside = name.startsWith(`${ARTIFACTS_FOLDER}/`);
    const role = inside ? "artifact" : name === output ? "document" : "partial";
    files.push({ path: name, text, role });
  }
  return files;
}

async function listMergeFiles(
  record: DebateRecord,
  judged: StrengthCalibration,
): Promise<MergeFile[]> {
  const files = await listPublishedFiles(record);
  const { id } = readOpening(record.events).brief;
  files.push({
    path: `${ARTIFACTS_FOLDER}/debate-${id}.md`,
    text: await renderReport(record, "md", judged),
    role: "artifact",
  });
  const rank = ({ role, path }: MergeFile): number =>
    role !== "artifact" ? 0 : path === `${ARTIFACTS_FOLDER}/merge-summary.md` ? 1 : 2;
  return files.toSorted((a, b) => rank(a) - rank(b));
}

async function writeFilesTo(
  appContext: Pick<AppContext, "root">,
  files: readonly MergeFile[],
  { directory, name }: OutputLocation,
): Promise<string[]> {
  const written: string[] = [];
  for (const { path, text, role } of files) {
    const wanted = join(directory, role === "artifact" ? path : formatDocumentName(role, name));
    await makeDirectoryTree(dirname(wanted));
    await refuseLinkedArtifacts(directory, dirname(wanted));
    await writeTrackedFile(appContext, wanted, text);
    written.push(wanted);
  }
  return written;
}

/** A45: a document that did not pass its checks is not put where a valid one is expected. */
function formatDocumentName(role: MergeFile["role"], name: string): string {
  if (role === "document") return name;
  const extension = extname(name);
  return `${basename(name, extension)}.partial${extension}`;
}

/** A link planted beside the document must not lead its artifacts elsewhere. */
async function refuseLinkedArtifacts(directory: string, inner: string): Promise<void> {
  const from = await realpath(directory);
  const to = await realpath(inner);
  if (to === from || to.startsWith(from + sep)) return;
  throw new SetupError("unsafe-path", `${inner} leads out of ${directory}.`, {
    hint: "Remove the link, or write elsewhere with -o.",
  });
}
