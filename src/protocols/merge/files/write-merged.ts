/** Puts a merge on disk: the document where the person wants it, everything about it in `adversarial/` beside it. */
import { existsSync } from "node:fs";
import { readFile, realpath } from "node:fs/promises";
import { basename, dirname, extname, join, resolve, sep } from "node:path";

import type { Desk } from "../../../app/desk.ts";
import { type Judged, judgedHere } from "../../../app/project/audited.ts";
import { preparedFolder } from "../../../app/project/own-files.ts";
import { type Format, render } from "../../../app/results/formats.ts";
import { writeOwnRecord } from "../../../app/results/own-records.ts";
import { refuseEscape } from "../../../app/results/refuse-escape.ts";
import { makeDirectory, writeWhole } from "../../../app/results/write-whole.ts";
import { pathFrom } from "../../../config/context/safe-path.ts";
import type { DebateRecord } from "../../../dissent.ts";
import { opening } from "../../../domain/event.ts";
import { type Transcript, transcriptOf } from "../../../domain/transcript.ts";
import { SetupError } from "../../../errors.ts";
import { isRecordPath, type Place, placeOf } from "./places.ts";

export const ARTIFACTS = "adversarial";

/** Whether a debate leaves a document of its own. */
export function isMerge({ events }: Pick<DebateRecord, "events">): boolean {
  return opening(events).protocol === "merge";
}

interface Writing {
  readonly outs: readonly string[];
  /** Also over what a person or another merge left there. */
  readonly over?: boolean;
  /** Leaves the document alone: a person may have edited it. */
  readonly refresh?: boolean;
}

/** What was written, the document first, and what could not be put where it was wanted. */
export async function writeMerged(
  desk: Desk,
  record: DebateRecord,
  { outs, over = false, refresh = false }: Writing,
): Promise<{ readonly paths: readonly string[]; readonly warnings: readonly string[] }> {
  const judged = await judgedHere(desk);
  const all = await filesOf(record, judged);
  const files = refresh ? all.filter(({ role }) => role === "artifact") : all;
  const paths: string[] = [];
  const warnings: string[] = [];
  const kept = keptDirectory(desk, record);
  // what was once kept with its debate stays there
  const goes = refresh && outs.length === 0 && isKept(desk, record) ? [`${kept}/`] : outs;
  for (const wanted of placesOf(desk, record, goes)) {
    if (wanted.directory === kept) preparedFolder(desk.root);
    const isFree = over || wanted.directory === kept;
    const found = isFree ? null : await inTheWay(desk, wanted, { all, refresh });
    if (found === null) paths.push(...(await writePlace(files, wanted)));
    else {
      await refuseEscape(desk, { featureDir: null });
      preparedFolder(desk.root);
      paths.push(...(await writePlace(all, { ...wanted, directory: kept })));
      warnings.push(`${found} and stays as it is; this merge is in ${pathFrom(desk.cwd, kept)}`);
    }
  }
  for (const out of outs.filter(isRecordPath)) {
    const path = resolve(desk.cwd, out);
    const format = RECORDS[extname(out).toLowerCase()] ?? "json";
    await writeOwnRecord(desk, path, await render(record, format, judged));
    paths.push(path);
  }
  return { paths, warnings };
}

/** What came to a place since it was looked at, in words: a debate may have waited for days. */
async function inTheWay(
  desk: Desk,
  { directory, name }: Place,
  { all, refresh }: { readonly all: readonly File[]; readonly refresh: boolean },
): Promise<string | null> {
  const document = all.find(({ role }) => role !== "artifact");
  // what reads documents is loaded for merges alone
  const { otherMerge, standingThere } = await import("./overwriting.ts");
  try {
    if (refresh) return await otherMerge(desk, directory, document?.text);
    const written = nameFor(document?.role ?? "document", name);
    return (await standingThere(desk, { directory, name, written }))?.what ?? null;
  } catch (cause) {
    // a map that cannot be read is somebody's, too
    if (cause instanceof SetupError) return cause.message.replace(/\.$/, "");
    throw cause;
  }
}

/** Where the document goes: each place that is named, else the debate's own. */
export function placesOf(
  desk: Desk,
  record: Pick<DebateRecord, "id" | "events">,
  outs: readonly string[],
): readonly Place[] {
  const name = safeName(opening(record.events).brief.featureName) ?? outputOf(record);
  const named = outs.filter((out) => !isRecordPath(out)).map((out) => placeOf(desk, out, name));
  return named.length > 0 ? named : [{ directory: ownDirectory(desk, record), name }];
}

const RECORDS: Readonly<Record<string, Format>> = {
  ".json": "json",
  ".yaml": "yaml",
  ".yml": "yaml",
  ".jsonl": "jsonl",
};

/** A journal can come from elsewhere, and a name in it must not lead anywhere. */
function safeName(name: string | null): string | null {
  return name !== null &&
    basename(name) === name &&
    !/^\.+$/.test(name) &&
    !/[\u0000-\u001f\\/:]/.test(name)
    ? name
    : null;
}

export function outputOf({ events }: Pick<DebateRecord, "events">): string {
  const { output } = opening(events).settings as { output?: unknown };
  return typeof output === "string" ? output : "merged.md";
}

/** Where a merge that names no place of its own is kept. */
export function ownDirectory(desk: Desk, record: Pick<DebateRecord, "id" | "events">): string {
  const { featureDir } = opening(record.events).brief;
  return featureDir === null ? keptDirectory(desk, record) : resolve(desk.root, featureDir);
}

/** Whether a merge is in the debate's own directory, wherever it was to go. */
export function isKept(desk: Desk, record: Pick<DebateRecord, "id" | "events">): boolean {
  const { id } = opening(record.events).brief;
  return existsSync(join(keptDirectory(desk, record), ARTIFACTS, `debate-${id}.md`));
}

/** The debate's own, where nobody else writes. */
function keptDirectory({ root }: Desk, { id }: Pick<DebateRecord, "id">): string {
  return join(root, ".dissent", "debates", id);
}

/** The document itself, or what there is of it; the record of the debate where there is none. */
export async function mergedText(record: DebateRecord, judged: Judged): Promise<string> {
  return (await documentOf(record))?.text ?? render(record, "md", judged);
}

/** The document by its path, the rest by their number. */
export function mergeLines(paths: readonly string[]): string[] {
  const [first, ...rest] = paths;
  if (first === undefined) return [];
  const beside = rest.length === 0 ? [] : [`and ${rest.length} files about it, in ${ARTIFACTS}/`];
  return [first, ...beside];
}

// a person reads a few lines; a merge of long drafts has hundreds of points
const MOST_TOLD = 5;

/** For a terminal: the first few of what went against someone, and where the rest stands. */
export function briefly(transcript: Transcript): Transcript {
  const { outcome } = transcript;
  if (!outcome) return transcript;
  const { dissents, changes, notes } = outcome;
  const more = [
    ...left(dissents.length, "dissents"),
    ...left(changes.length, "changes of mind"),
    ...left(notes.length, "notes"),
  ];
  const rest = more.length === 0 ? [] : [`${more.join(", ")} in ${ARTIFACTS}/debate-transcript.md`];
  return {
    ...transcript,
    outcome: {
      ...outcome,
      dissents: dissents.slice(0, MOST_TOLD),
      changes: changes.slice(0, MOST_TOLD),
      notes: [...notes.slice(0, MOST_TOLD), ...rest],
    },
  };
}

function left(count: number, what: string): string[] {
  return count > MOST_TOLD ? [`${count - MOST_TOLD} more ${what}`] : [];
}

interface File {
  readonly path: string;
  readonly text: string;
  /** The merged document itself, or what there is of it. */
  readonly role: "document" | "partial" | "artifact";
}

/** Undefined while there is no document, not even a partial one. */
export async function documentOf(record: DebateRecord): Promise<File | undefined> {
  return (await publishedIn(record)).find(({ role }) => role !== "artifact");
}

/** Where a document lies now, to the byte; null where it is nowhere. */
export async function documentPath(
  desk: Desk,
  record: DebateRecord,
  { role, text }: File,
): Promise<string | null> {
  for (const { directory, name } of placesOf(desk, record, [])) {
    for (const one of [directory, keptDirectory(desk, record)]) {
      const path = join(one, nameFor(role, name));
      if ((await readFile(path, "utf8").catch(() => null)) === text) return path;
    }
  }
  return null;
}

async function publishedIn(record: DebateRecord): Promise<File[]> {
  const output = outputOf(record);
  const files: File[] = [];
  for (const { name, sha256 } of transcriptOf(record.events).artifacts) {
    const text = await record.text(sha256);
    if (text === undefined) continue;
    const inside = name.startsWith(`${ARTIFACTS}/`);
    const role = inside ? "artifact" : name === output ? "document" : "partial";
    files.push({ path: name, text, role });
  }
  return files;
}

async function filesOf(record: DebateRecord, judged: Judged): Promise<File[]> {
  const files = await publishedIn(record);
  const { id } = opening(record.events).brief;
  files.push({
    path: `${ARTIFACTS}/debate-${id}.md`,
    text: await render(record, "md", judged),
    role: "artifact",
  });
  const rank = ({ role }: File): number => (role === "artifact" ? 1 : 0);
  return files.toSorted((a, b) => rank(a) - rank(b));
}

async function writePlace(files: readonly File[], { directory, name }: Place): Promise<string[]> {
  const written: string[] = [];
  for (const { path, text, role } of files) {
    const wanted = join(directory, role === "artifact" ? path : nameFor(role, name));
    await makeDirectory(dirname(wanted));
    await stayInside(directory, dirname(wanted));
    await writeWhole(wanted, text);
    written.push(wanted);
  }
  return written;
}

/** A45: a document that did not pass its checks is not put where a valid one is expected. */
function nameFor(role: File["role"], name: string): string {
  if (role === "document") return name;
  const extension = extname(name);
  return `${basename(name, extension)}.partial${extension}`;
}

/** A link planted beside the document must not lead its artifacts elsewhere. */
async function stayInside(directory: string, inner: string): Promise<void> {
  const from = await realpath(directory);
  const to = await realpath(inner);
  if (to === from || to.startsWith(from + sep)) return;
  throw new SetupError("unsafe-path", `${inner} leads out of ${directory}.`, {
    hint: "Remove the link, or write elsewhere with -o.",
  });
}
