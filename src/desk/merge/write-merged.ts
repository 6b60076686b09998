/** Puts a merge on disk: the document where the person wants it, everything about it in `adversarial/` beside it. */
import { realpath } from "node:fs/promises";
import { basename, dirname, extname, join, resolve, sep } from "node:path";

import type { DebateRecord } from "../../dissent.ts";
import { opening } from "../../domain/event.ts";
import { type Transcript, transcriptOf } from "../../domain/transcript.ts";
import { SetupError } from "../../errors.ts";
import { type Judged, judgedHere } from "../audited.ts";
import type { Desk } from "../desk.ts";
import { type Format, render } from "../formats.ts";
import { makeDirectory, writeWhole } from "../write-whole.ts";
import { isRecordPath, type Place, placeOf } from "./places.ts";

export const ARTIFACTS = "adversarial";

/** Whether a debate leaves a document of its own. */
export function isMerge({ events }: Pick<DebateRecord, "events">): boolean {
  return opening(events).protocol === "merge";
}

/** The paths that were written, the document first. `refresh` leaves the document alone: a person may have edited it. */
export async function writeMerged(
  desk: Desk,
  record: DebateRecord,
  { outs, refresh = false }: { outs: readonly string[]; refresh?: boolean },
): Promise<string[]> {
  const records = outs.filter(isRecordPath);
  const judged = await judgedHere(desk);
  const all = await filesOf(record, judged);
  const files = refresh ? all.filter(({ role }) => role === "artifact") : all;
  const written: string[] = [];
  for (const place of placesOf(desk, record, outs)) {
    written.push(...(await writePlace(files, place)));
  }
  for (const out of records) {
    const path = resolve(desk.cwd, out);
    const format = RECORDS[extname(out).toLowerCase()] ?? "json";
    await writeWhole(path, await render(record, format, judged));
    written.push(path);
  }
  return written;
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
export function ownDirectory(
  { root }: Desk,
  { id, events }: Pick<DebateRecord, "id" | "events">,
): string {
  const { featureDir } = opening(events).brief;
  return featureDir === null ? join(root, ".dissent", "debates", id) : resolve(root, featureDir);
}

/** The document itself, or what there is of it; the record of the debate where there is none. */
export async function mergedText(record: DebateRecord, judged: Judged): Promise<string> {
  const found = (await filesOf(record, judged)).find(({ role }) => role !== "artifact");
  return found?.text ?? render(record, "md", judged);
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

async function filesOf(record: DebateRecord, judged: Judged): Promise<File[]> {
  const output = outputOf(record);
  const files: File[] = [];
  for (const { name, sha256 } of transcriptOf(record.events).artifacts) {
    const text = await record.text(sha256);
    if (text === undefined) continue;
    const inside = name.startsWith(`${ARTIFACTS}/`);
    const role = inside ? "artifact" : name === output ? "document" : "partial";
    files.push({ path: name, text, role });
  }
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
