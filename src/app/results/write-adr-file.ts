/** Finds a project's decision records and adds one in their style, safely with two processes at once. */
import { mkdir, readFile, readdir, rmdir, stat, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";

import type { Audit } from "../../audit/audit.ts";
import { type Clock, systemClock } from "../../clock.ts";
import { readTextIfPresent } from "../../config/context/read-text-file.ts";
import { resolvesInsideDirectory } from "../../config/context/safe-path.ts";
import type { Transcript } from "../../domain/journal/transcript.ts";
import { SetupError, StoreError } from "../../errors.ts";
import { formatAdrRecord, wrapAdrPage } from "../../reports/adr-record.ts";
import { formatNygardRecord, wrapNygardPage } from "../../reports/nygard-record.ts";
import { formatIsoDay } from "../../text/plain-text.ts";
import { createSlug } from "../../text/slug.ts";
import {
  type AdrStyle,
  DISCUSSIONS_FOLDER,
  detectAdrStyle,
  isNygardRecord,
  isSupersededAdr,
  listSupersededFiles,
  parseAdrNumber,
  parseRecordOrigin,
} from "./adr-document.ts";
import { writeFileAtomically } from "./atomic-write.ts";

export interface AdrRequest {
  readonly root: string;
  /** `auto`, or the directory the configuration names. */
  readonly dir: string;
  readonly transcript: Transcript;
  readonly audit?: Audit;
  readonly context?: string;
  /** Its journal is written beside it. */
  readonly journal?: boolean;
  /** A record the protocol has written itself; its files are named adr-NNNN where a project has none yet. */
  readonly page?: string | undefined;
  /** Numbers or file names. */
  readonly supersedes: readonly string[];
  /** Whether a record of this debate is still as Dissent wrote it, and may be brought up to date. */
  readonly isOurs?: (text: string) => Promise<boolean>;
  readonly clock?: Clock;
}

/** Finds mistakes before anything is spent: a directory outside, a record that is not there. */
export async function checkAdrRequest({
  root,
  dir,
  supersedes,
}: Pick<AdrRequest, "root" | "dir" | "supersedes">): Promise<void> {
  const files = await readdir(join(root, await findAdrDirectory(root, dir))).catch(() => []);
  if (!(await resolvesInsideDirectory(root, join(root, DISCUSSIONS_FOLDER)))) {
    throw new SetupError(
      "unsafe-path",
      `${DISCUSSIONS_FOLDER} leads out of the project through a link.`,
      {
        hint: "Remove the link: discussions are written there beside decision records.",
      },
    );
  }
  for (const wanted of supersedes) findNamedRecord(files, wanted);
}

/** The path of the debate's record, relative to the project: of the one it has already, or of a new one. */
export async function writeAdrFile(request: AdrRequest): Promise<string> {
  const { root, transcript, supersedes, clock = systemClock } = request;
  const dir = join(root, await findAdrDirectory(root, request.dir));
  await mkdir(dir, { recursive: true });
  return withDirectoryLock(dir, clock, async () => {
    const files = await readdir(dir);
    const replaced = supersedes.map((wanted) => findNamedRecord(files, wanted));
    const records = await readExistingRecords(dir, files);
    const before = records.findLast(
      ({ text }) => parseRecordOrigin(text)?.debate === transcript.id,
    );
    if (before && (await request.isOurs?.(before.text)) === true) {
      const names = [...new Set([...listSupersededFiles(before.text), ...replaced])];
      const style = isNygardRecord(before.text) ? "nygard" : "madr";
      const text = renderAdrText(request, {
        name: before.name,
        style,
        number: parseAdrNumber(before.text),
        supersedes: names,
      });
      await writeFileAtomically(join(dir, before.name), text);
      for (const file of replaced) await markRecordSuperseded(join(dir, file), before.name);
      return relative(root, join(dir, before.name));
    }
    // what a person has changed stays as it is, and the new record takes its place
    const edited = before && !isSupersededAdr(before.text) ? [before.name] : [];
    const names = [...new Set([...replaced, ...edited])];
    const numbering = detectAdrNumbering(files, request.page === undefined ? "" : "adr-");
    const slug = createSlug(transcript.question, 50) || transcript.id;
    const name = numbering.name(slug, transcript.openedMs);
    const style = detectAdrStyle(records.map(({ text }) => text));
    const text = renderAdrText(request, { name, style, number: numbering.next, supersedes: names });
    await writeFile(join(dir, name), text, { flag: "wx" });
    for (const file of names) await markRecordSuperseded(join(dir, file), name);
    return relative(root, join(dir, name));
  });
}

interface AdrForm {
  readonly name: string;
  readonly style: AdrStyle;
  readonly number: number;
  readonly supersedes: readonly string[];
}

function renderAdrText(
  { transcript, audit, page, context = "", journal = false }: AdrRequest,
  { name, style, ...form }: AdrForm,
): string {
  // a name that a shell would take apart is not put into a command
  const besideJournal = journal && /^[\w.-]+\.md$/.test(name) ? name : undefined;
  const setting = { ...form, audit, context, besideJournal };
  const [general, around] =
    style === "nygard" ? [formatNygardRecord, wrapNygardPage] : [formatAdrRecord, wrapAdrPage];
  return page === undefined ? general(transcript, setting) : around(page, transcript, setting);
}

// a record is a page or two; what is larger is something else
const MAX_RECORD_BYTES = 1024 * 1024;

async function readExistingRecords(
  dir: string,
  files: readonly string[],
): Promise<{ readonly name: string; readonly text: string }[]> {
  const found = [];
  for (const name of files.filter((file) => file.endsWith(".md")).toSorted()) {
    const stats = await stat(join(dir, name)).catch(() => undefined);
    if (!stats?.isFile() || stats.size > MAX_RECORD_BYTES) continue;
    found.push({ name, text: (await readTextIfPresent(join(dir, name))) ?? "" });
  }
  return found;
}

const USUAL_ADR_DIRECTORIES = [
  "docs/decisions",
  "docs/adr",
  "docs/adrs",
  "docs/architecture/decisions",
  "docs/architecture/adr",
  "doc/adr",
  "doc/architecture/decisions",
  "architecture/decisions",
  "adr",
  "adrs",
  "decisions",
];

/** Configured, else what adr-tools or log4brains say, else a directory that is there, else docs/decisions. */
async function findAdrDirectory(root: string, configured: string): Promise<string> {
  const dir = await findNamedDirectory(root, configured);
  if (await resolvesInsideDirectory(root, join(root, dir))) return dir;
  throw createOutsideError(dir, "it leads out of the project through a link");
}

async function findNamedDirectory(root: string, configured: string): Promise<string> {
  if (configured !== "auto") return requireInsideProject(root, configured);
  const adrTools = await readTextIfPresent(join(root, ".adr-dir"));
  if (adrTools?.trim()) return requireInsideProject(root, adrTools.trim());
  const log4brains = /^\s*adrFolder:\s*["']?([^"'\n#]+)/m.exec(
    (await readTextIfPresent(join(root, ".log4brains.yml"))) ?? "",
  );
  if (log4brains?.[1]) return requireInsideProject(root, log4brains[1].trim());
  for (const usual of USUAL_ADR_DIRECTORIES) {
    if ((await stat(join(root, usual)).catch(() => undefined))?.isDirectory()) return usual;
  }
  return "docs/decisions";
}

function requireInsideProject(root: string, dir: string): string {
  const near = relative(root, join(root, dir));
  if (near !== "" && !near.startsWith("..")) return near;
  throw createOutsideError(dir, "it leads out of the project");
}

function createOutsideError(dir: string, why: string): SetupError {
  return new SetupError("unsafe-path", `Decision records cannot be kept in ${dir}: ${why}.`, {
    hint: "Name a directory inside the project in records.dir or .adr-dir.",
  });
}

interface AdrNumbering {
  /** The number of the next record; of dated records, how many there will be. */
  readonly next: number;
  name(slug: string, atMs: number): string;
}

/** The style most records here follow: `0017-…`, `adr-0017-…`, or `20261116-…`. */
function detectAdrNumbering(files: readonly string[], fallback: string): AdrNumbering {
  const dated = files.filter((file) => /^\d{8}-.+\.md$/.test(file));
  const numbered = files.flatMap((file) => {
    const found = /^(adr-?)?(\d{1,6})([-_ ])(.+)\.md$/i.exec(file);
    return found?.[2] && found[2].length < 8
      ? [{ prefix: found[1] ?? "", digits: found[2], gap: found[3] ?? "-" }]
      : [];
  });
  if (dated.length > numbered.length) {
    return {
      next: dated.length + 1,
      name(slug, atMs) {
        const day = formatIsoDay(atMs).replaceAll("-", "");
        return findUnusedName(files, (suffix) => `${day}-${slug}${suffix}.md`);
      },
    };
  }
  const last = numbered.at(-1);
  const width = last?.digits.length ?? 4;
  const next = Math.max(0, ...numbered.map(({ digits }) => Number(digits))) + 1;
  const { prefix = fallback, gap = "-" } = last ?? {};
  return { next, name: (slug) => `${prefix}${String(next).padStart(width, "0")}${gap}${slug}.md` };
}

function findUnusedName(
  files: readonly string[],
  formatFileName: (suffix: string) => string,
): string {
  for (let count = 1; ; count++) {
    const name = formatFileName(count === 1 ? "" : `-${count}`);
    if (!files.includes(name)) return name;
  }
}

function findNamedRecord(files: readonly string[], wanted: string): string {
  const number = /^\d+$/.test(wanted) ? Number(wanted) : undefined;
  // a record's journal may be beside it under the same number
  const records = files.filter((file) => file.endsWith(".md"));
  const found = records.find((file) => {
    if (number === undefined) return file === wanted || file === `${wanted}.md`;
    return Number(/^(?:adr-?)?(\d+)[-_ ]/i.exec(file)?.[1]) === number;
  });
  if (found !== undefined) return found;
  throw new SetupError("usage", `There is no decision record ${wanted} to supersede.`, {
    hint: `Records here: ${records.slice(-5).join(", ") || "none"}.`,
  });
}

/** A record is never rewritten; its status alone may change. */
async function markRecordSuperseded(path: string, by: string): Promise<void> {
  const text = await readFile(path, "utf8");
  const status = `superseded by ${by.replace(/\.md$/, "")}`;
  const changed = /^status:.*$/m.test(text)
    ? text.replace(/^status:.*$/m, `status: ${JSON.stringify(status)}`)
    : text.replace(
        /^(##?\s*Status\s*\n+)(.*)$/im,
        `$1${status.charAt(0).toUpperCase()}${status.slice(1)}`,
      );
  if (changed !== text) await writeFileAtomically(path, changed);
}

// a record is written in milliseconds; a lock this old was left behind by a killed process
const STALE_LOCK_MS = 10_000;
const LOCK_RETRY_MS = 20;

/** Two processes must not take the same number: a directory can be made by only one of them. */
async function withDirectoryLock<Result>(
  dir: string,
  clock: Clock,
  work: () => Promise<Result>,
): Promise<Result> {
  const lock = join(dir, ".dissent-lock");
  const startedMs = clock.nowMs();
  for (;;) {
    const made = await mkdir(lock).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code !== "EEXIST")
          throw new StoreError("store-unavailable", `${dir} cannot be written.`, { cause: error });
        return false;
      },
    );
    if (made) break;
    const held = await stat(lock).catch(() => undefined);
    if (held && clock.nowMs() - held.mtimeMs > STALE_LOCK_MS) await rmdir(lock).catch(() => {});
    else if (clock.nowMs() - startedMs > STALE_LOCK_MS * 2) {
      throw new StoreError("store-unavailable", `Another process keeps ${dir} locked.`);
    }
    await new Promise<void>((resolve) => clock.after(LOCK_RETRY_MS, resolve));
  }
  try {
    return await work();
  } finally {
    await rmdir(lock).catch(() => {});
  }
}
