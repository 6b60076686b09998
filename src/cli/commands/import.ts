/** Reads journals from files, byte for byte. */
import { readdir, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";

import { MAX_JOURNAL_BYTES } from "../../app/app-context.ts";
import { parseCheckedJournal } from "../../app/project/parse-journal.ts";
import { openProjectStore } from "../../app/project/project-store.ts";
import { readTextFile } from "../../config/context/read-text-file.ts";
import { type Event, readOpening } from "../../domain/journal/event.ts";
import { summarizeDebate } from "../../domain/journal/summary.ts";
import { type DissentError, SetupError, StoreError } from "../../errors.ts";
import type { Store } from "../../store.ts";
import { type JournalFile, listReferencedTexts } from "../../stores/journal-file.ts";
import { isSlug } from "../../text/slug.ts";
import { stringifyForTerminal } from "../../text/terminal-json.ts";
import { EXIT } from "../exit-codes.ts";
import type { CommandHandler } from "../program/program.ts";
import { sanitizeForTerminal } from "../terminal/terminal-style.ts";
import { formatJournalCount } from "./export.ts";

interface ImportedJournal {
  readonly debate: string;
  /** Events that were not here before. */
  readonly added: number;
}

/** Journals from files, byte for byte. Asks nobody, and changes nothing that is here. */
export const runImportCommand: CommandHandler = async (cli, [given = ""]) => {
  const paths = await listJournalFiles(resolve(cli.cwd, given), given);
  // a mistake must not leave a database behind
  let store: Store | undefined;
  const opened = (): Store => (store ??= openProjectStore(cli));
  const taken: ImportedJournal[] = [];
  const refused: { file: string; why: string }[] = [];
  try {
    for (const { path, shown } of paths) {
      try {
        taken.push(await storeImportedJournal(opened, path, shown));
      } catch (error) {
        if (paths.length === 1 || !isImportRefusal(error)) throw error;
        refused.push({ file: shown, why: error.message });
        cli.stderr.write(`Refused: ${sanitizeForTerminal(error.message)}\n`);
      }
    }
  } finally {
    await store?.close();
  }
  if (cli.flags.json) cli.stdout.write(`${stringifyForTerminal({ taken, refused })}\n`);
  const fresh = taken.filter(({ added }) => added > 0).length;
  cli.stderr.write(
    `Took in ${formatJournalCount(fresh)}; ${taken.length - fresh} were here already.\n`,
  );
  return refused.length > 0 ? EXIT.usage : EXIT.decided;
};

/** An error in one file does not stop the others. */
function isImportRefusal(error: unknown): error is DissentError {
  if (error instanceof StoreError) {
    return error.code === "store-conflict" || error.code === "store-lease-held";
  }
  return error instanceof SetupError;
}

async function listJournalFiles(
  path: string,
  shown: string,
): Promise<{ readonly path: string; readonly shown: string }[]> {
  const isDirectory = (await stat(path).catch(() => undefined))?.isDirectory() === true;
  if (!isDirectory) return [{ path, shown }];
  const names = (await readdir(path)).filter((name) => name.endsWith(".jsonl")).toSorted();
  if (names.length > 0) {
    return names.map((name) => ({ path: join(path, name), shown: join(shown, name) }));
  }
  throw new SetupError("bad-journal", `There is no journal in ${sanitizeForTerminal(shown)}.`, {
    hint: "Journals end in .jsonl. Write some with: dissent export --all -o journals",
  });
}

async function storeImportedJournal(
  opened: () => Store,
  path: string,
  shown: string,
): Promise<ImportedJournal> {
  const text = await readTextFile(path, { maxBytes: MAX_JOURNAL_BYTES, shown });
  const file = parseCheckedJournal(text, shown);
  const { events } = file;
  const debate = readImportedDebateId(events, shown);
  const missing = events.flatMap(listReferencedTexts).find((sha256) => !file.texts.has(sha256));
  if (missing !== undefined) {
    throw createImportError(shown, `the text ${missing.slice(0, 12)} that it names is not in it`);
  }
  const store = opened();
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
  return new SetupError("bad-journal", `${sanitizeForTerminal(basename(shown))}: ${why}.`, {
    hint: "Export it again where it is whole: dissent export <debate> -o journal.jsonl",
  });
}
