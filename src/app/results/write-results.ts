/** Puts what a debate left behind on disk: the protocol's artifacts, its result, its record. */
import { realpath } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";

import { codeOf } from "../../config/context/read-text.ts";
import type { DebateRecord } from "../../dissent.ts";
import { opening } from "../../domain/event.ts";
import { type Transcript, transcriptOf } from "../../domain/transcript.ts";
import { SetupError } from "../../errors.ts";
import { isMerge, writeMerged } from "../../protocols/merge/files/write-merged.ts";
import type { Desk } from "../desk.ts";
import { type Judged, judgedHere } from "../project/audited.ts";
import { preparedFolder } from "../project/own-files.ts";
import { render } from "./formats.ts";
import { formatByEnding, refuseFolderNamedLikeFile } from "./output-format.ts";
import { isSomebodyElses, refuseOverwritingOthers, writeOwnRecord } from "./own-records.ts";
import { refuseEscape } from "./refuse-escape.ts";
import { sarifText } from "./sarif.ts";
import { makeDirectory, mayHold, unwritable } from "./write-whole.ts";

export interface Written {
  readonly paths: readonly string[];
  /** What could not be done as asked. */
  readonly warnings: readonly string[];
}

/** Where results go: to the brief's own directory, else under `.dissent`. `over`: also over what others left there. */
export async function writeResults(
  desk: Desk,
  record: DebateRecord,
  { outs, over = false }: { readonly outs: readonly string[]; readonly over?: boolean },
): Promise<Written> {
  if (isMerge(record)) {
    if (outs.length === 0) await refuseEscape(desk, opening(record.events).brief);
    const { paths, warnings } = await writeMerged(desk, record, { outs, over });
    return { paths: shortened(desk, paths), warnings };
  }
  const transcript = transcriptOf(record.events);
  const judged = await judgedHere(desk);
  const files = outs.filter((out) => formatByEnding(out) !== undefined);
  const directories = outs.filter((out) => formatByEnding(out) === undefined);
  const written: string[] = [];
  const warnings: string[] = [];
  if (directories.length === 0) {
    const { brief } = opening(record.events);
    await refuseEscape(desk, brief);
    if (brief.featureDir === null) preparedFolder(desk.root);
  }
  const wanted = directories.length > 0 ? directories : [defaultDirectory(desk, record)];
  for (const at of wanted.map((one) => resolve(desk.cwd, one))) {
    for (const { path, text } of await documents(record, transcript, judged)) {
      const free = over ? null : await keptInstead(desk, record, join(at, path));
      if (free !== null) warnings.push(free.warning);
      const directory = free?.directory ?? at;
      const { path: real, warning } = await writeUnder(desk, { directory, path, text });
      if (warning !== undefined) warnings.push(warning);
      written.push(real);
    }
  }
  for (const out of files) {
    const path = resolve(desk.cwd, out);
    const format = formatByEnding(out) ?? "md";
    const text = format === "sarif" ? sarifText(desk, record) : render(record, format, judged);
    const kept = over ? null : await keptInstead(desk, record, path);
    if (kept !== null) warnings.push(kept.warning);
    const free = kept === null ? path : join(kept.directory, basename(path));
    await writeOwnRecord(desk, free, await text);
    written.push(free);
  }
  return { paths: shortened(desk, written), warnings: [...new Set(warnings)] };
}

/** A file that came to the place while the debate was held stays; the debate is paid for and kept elsewhere. */
async function keptInstead(
  desk: Desk,
  { id }: Pick<DebateRecord, "id">,
  path: string,
): Promise<{ readonly directory: string; readonly warning: string } | null> {
  if (!(await isSomebodyElses(desk, path))) return null;
  await refuseEscape(desk, { featureDir: null });
  preparedFolder(desk.root);
  const directory = join(desk.root, ".dissent", "debates", id);
  const [shown, kept] = shortened(desk, [path, directory]);
  const warning = `${shown} was not written by Dissent and stays as it is; see ${kept} instead`;
  return { directory, warning };
}

/** After a decision: what is on disk would otherwise go on saying that nobody has decided. */
export async function refreshResults(
  desk: Desk,
  record: DebateRecord,
  { outs = [], over = false }: { readonly outs?: readonly string[]; readonly over?: boolean } = {},
): Promise<Written> {
  if (!isMerge(record)) return writeResults(desk, record, { outs, over });
  return writeMerged(desk, record, { outs, refresh: true });
}

function defaultDirectory({ root }: Desk, { id, events }: DebateRecord): string {
  const { featureDir } = opening(events).brief;
  return featureDir === null ? join(root, ".dissent", "debates", id) : resolve(root, featureDir);
}

/** A place that cannot hold results is found before a debate is paid for, as far as that can be known. */
export async function refuseBadPlaces(
  desk: Desk,
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
  const { cwd } = desk;
  for (const out of outs) {
    // a merged document keeps the ending of its drafts, whatever that is
    if (record === undefined || !isMerge(record)) refuseFolderNamedLikeFile(cwd, out);
    const path = resolve(cwd, out);
    await mayHold(formatByEnding(out) === undefined ? path : dirname(path)).catch(
      (cause: unknown) => {
        throw new SetupError("file-unreadable", `${out} cannot be written (${codeOf(cause)}).`, {
          cause,
          hint: "Name another place after -o.",
        });
      },
    );
    // a merge looks after its document itself
    const isDocument = record !== undefined && isMerge(record);
    const names = formatByEnding(out) === undefined ? recordNames(brief) : [""];
    const paths = names.map((name) => join(path, name));
    if (!isDocument) await refuseOverwritingOthers(desk, paths, yes);
  }
}

function recordNames(brief: string): readonly string[] {
  return [`debate-${brief}-result.yaml`, `debate-${brief}.md`];
}

async function documents(
  record: DebateRecord,
  transcript: Transcript,
  judged: Judged,
): Promise<{ path: string; text: string }[]> {
  const { id } = opening(record.events).brief;
  const artifacts = [];
  for (const { name, sha256 } of transcript.artifacts) {
    const text = await record.text(sha256);
    if (text !== undefined) artifacts.push({ path: name, text });
  }
  // the result lies where the protocol keeps its own pages
  const folder = artifacts.some(({ path }) => path.startsWith("sadd/")) ? "sadd/" : "";
  return [
    ...artifacts,
    { path: `${folder}debate-${id}-result.yaml`, text: await render(record, "yaml", judged) },
    { path: `debate-${id}.md`, text: await render(record, "md", judged) },
  ];
}

const TRIES = 3;

/** J36: a directory that cannot be made is tried again, then its parent is used, and that is said. */
async function writeUnder(
  desk: Desk,
  { directory, path, text }: { directory: string; path: string; text: string },
): Promise<{ path: string; warning?: string }> {
  const wanted = join(directory, path);
  for (let tries = 1; ; tries++) {
    try {
      await makeDirectory(dirname(wanted));
      break;
    } catch (cause) {
      if (tries < TRIES) continue;
      const instead = join(directory, basename(path));
      await writeOwnRecord(desk, instead, text).catch(() => {
        throw unwritable(dirname(wanted), cause);
      });
      return {
        path: instead,
        warning: `${dirname(wanted)} cannot be made, so ${directory} is used`,
      };
    }
  }
  await stayInside(directory, dirname(wanted));
  await writeOwnRecord(desk, wanted, text);
  return { path: wanted };
}

/** A link planted where results go must not lead them elsewhere. */
async function stayInside(directory: string, inner: string): Promise<void> {
  const from = await realpath(directory);
  const to = await realpath(inner);
  if (to !== from && !to.startsWith(from + sep)) {
    throw new SetupError("unsafe-path", `${inner} leads out of ${directory}.`, {
      hint: "Remove the link, or write elsewhere with -o.",
    });
  }
}

function shortened({ cwd }: Desk, paths: readonly string[]): string[] {
  return paths.map((path) => {
    const near = relative(cwd, path);
    return near.startsWith("..") ? path : near;
  });
}
