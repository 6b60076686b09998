/** Journal files become debates of this project: one that a person decides on, or all that are imported. */
import { basename, resolve } from "node:path";

import { readTextFile } from "../../config/context/read-text-file.ts";
import type { Dissent } from "../../dissent.ts";
import { type Event, readOpening } from "../../domain/journal/event.ts";
import { summarizeDebate } from "../../domain/journal/summary.ts";
import { SetupError } from "../../errors.ts";
import type { Store } from "../../store.ts";
import { type JournalFile, listReferencedTexts } from "../../stores/journal-file.ts";
import { sanitizeLine } from "../../text/markdown.ts";
import { isSlug } from "../../text/slug.ts";
import { type AppContext } from "../app-context.ts";
import { type CheckedJournal, parseCheckedJournal } from "../project/parse-journal.ts";
import { MAX_JOURNAL_BYTES } from "../project/project-debates.ts";
import { readDebateRecord } from "../project/project-debates.ts";
import { trackWrittenFile } from "../results/written-files.ts";

/** Its id. What is here already is not taken in again; it may have gone on since. */
export async function importJournalFile(
  appContext: AppContext,
  app: Dissent,
  path: string,
): Promise<string> {
  const { id, lines } = await readDebateRecord(appContext, path);
  const file = resolve(appContext.cwd, path);
  const text = await readTextFile(file, { maxBytes: MAX_JOURNAL_BYTES, shown: path });
  // with the decision in it, it may be written back to where it came from
  trackWrittenFile(appContext, file, text);
  const here = await app.read(id).catch(() => null);
  if (here === null) return app.importJournal(parseCheckedJournal(text, path));
  const isSame = lines.every((line, index) => here.lines[index] === line);
  if (isSame) return id;
  throw new SetupError("bad-journal", `${path} and the debate ${id} that is here have parted.`, {
    hint: "Look at both with dissent show, and decide on the one that counts.",
  });
}

export interface ImportedJournal {
  readonly debate: string;
  /** Events that were not here before. */
  readonly added: number;
}

/** A journal file that is complete by itself. */
export interface ImportFile {
  readonly debate: string;
  readonly file: CheckedJournal;
  readonly shown: string;
}

export async function readImportFile(path: string, shown: string): Promise<ImportFile> {
  const text = await readTextFile(path, { maxBytes: MAX_JOURNAL_BYTES, shown });
  const file = parseCheckedJournal(text, shown);
  const debate = readImportedDebateId(file.events, shown);
  const texts = file.events.flatMap(listReferencedTexts);
  const missing = texts.find((sha256) => !file.texts.has(sha256));
  if (missing === undefined) return { debate, file, shown };
  throw createImportError(shown, `the text ${missing.slice(0, 12)} that it names is not in it`);
}

/** Adds the events of a journal file that are not here yet, and never replaces one that is. */
export async function storeImportFile(
  store: Store,
  { debate, file, shown }: ImportFile,
): Promise<ImportedJournal> {
  const { events } = file;
  const here = (await store.read(debate)).map(({ line }) => line);
  const parted = here.findIndex(
    (line, index) => index < file.lines.length && line !== file.lines[index],
  );
  if (parted !== -1) {
    throw createImportError(shown, `${debate} is here already, with another event ${parted}`);
  }
  const added = Math.max(0, file.lines.length - here.length);
  if (added > 0) await appendJournalLines(store, { debate, from: here.length, file, events });
  for (const signature of file.signatures ?? []) await store.keepSignature(debate, signature);
  return { debate, added };
}

interface JournalExtension {
  readonly debate: string;
  readonly from: number;
  readonly file: JournalFile;
  readonly events: readonly Event[];
}

// longer than any journal takes to write
const LEASE_MS = 60_000;

/** All at once, and under a lease: a debate that a process runs here is not touched. */
async function appendJournalLines(
  store: Store,
  { debate, from, file, events }: JournalExtension,
): Promise<void> {
  const lease = await store.lease(debate, LEASE_MS);
  try {
    await store.append({
      debate,
      expected: from,
      lines: file.lines.slice(from),
      summary: summarizeDebate(events),
      blobs: Array.from(file.texts, ([sha256, text]) => ({ sha256, text })),
      lease,
    });
  } finally {
    await store.release(lease).catch(() => {});
  }
}

function readImportedDebateId(events: readonly Event[], shown: string): string {
  const { debate } = readOpening(events);
  if (!isSlug(debate)) throw createImportError(shown, "the id of its debate cannot be used");
  return debate;
}

function createImportError(shown: string, why: string): SetupError {
  return new SetupError("bad-journal", `${sanitizeLine(basename(shown))}: ${why}.`, {
    hint: "Export it again where it is whole: dissent journal export <debate> -o journal.jsonl",
  });
}
