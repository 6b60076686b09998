/** Reads journals from files, byte for byte. */
import { statSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";

import {
  type ImportedJournal,
  readImportFile,
  storeImportFile,
} from "../../app/commands/import-journal.ts";
import { openProjectStore } from "../../app/project/project-store.ts";
import { type DissentError, SetupError, StoreError } from "../../errors.ts";
import type { Store } from "../../store.ts";
import { stringifyForTerminal } from "../../text/terminal-json.ts";
import { EXIT } from "../exit-codes.ts";
import type { CommandHandler } from "../program/program.ts";
import { sanitizeForTerminal } from "../terminal/terminal-style.ts";
import { formatJournalCount } from "./export.ts";

/** Journals from files, byte for byte. Asks no model, and changes nothing that is here. */
export const runImportCommand: CommandHandler = async (cli, [given = ""]) => {
  const paths = await listJournalFiles(resolve(cli.cwd, given), given);
  // a mistake must not leave a database behind
  let store: Store | undefined;
  const opened = (): Store => (store ??= openProjectStore(cli));
  const taken: ImportedJournal[] = [];
  const refused: { file: string; why: string }[] = [];
  try {
    for (const group of groupBySize(paths)) {
      const ends = await storeGroup(opened, group);
      for (const [index, end] of ends.entries()) {
        if (end.status === "fulfilled") {
          taken.push(end.value);
          continue;
        }
        const error: unknown = end.reason;
        if (paths.length === 1 || !isImportRefusal(error)) throw error;
        refused.push({ file: group[index]?.shown ?? "", why: error.message });
        cli.stderr.write(`Refused: ${sanitizeForTerminal(error.message)}\n`);
      }
    }
  } finally {
    await store?.close();
  }
  if (cli.flags.json) cli.stdout.write(`${stringifyForTerminal({ taken, refused })}\n`);
  const fresh = taken.filter(({ added }) => added > 0).length;
  cli.stderr.write(
    `Imported ${formatJournalCount(fresh)}; ${taken.length - fresh} were already here.\n`,
  );
  return refused.length > 0 ? EXIT.usage : EXIT.decided;
};

/** Two files of one debate take turns, so that the second is compared with what the first has brought. */
async function storeGroup(
  opened: () => Store,
  paths: readonly JournalPath[],
): Promise<PromiseSettledResult<ImportedJournal>[]> {
  const files = await Promise.allSettled(
    paths.map(({ path, shown }) => readImportFile(path, shown)),
  );
  const turns = new Map<string, Promise<unknown>>();
  return Promise.allSettled(
    files.map((read): Promise<ImportedJournal> => {
      if (read.status === "rejected") return Promise.reject(read.reason);
      const { debate } = read.value;
      const before = turns.get(debate) ?? Promise.resolve();
      const stored = before.catch(() => {}).then(() => storeImportFile(opened(), read.value));
      turns.set(debate, stored);
      return stored;
    }),
  );
}

// a group shares a transaction and a wait for the disk, and is in memory at once
const MOST_FILES = 32;
const MOST_BYTES = 32 * 1024 * 1024;

function* groupBySize(paths: readonly JournalPath[]): Generator<readonly JournalPath[]> {
  let group: JournalPath[] = [];
  let bytes = 0;
  for (const one of paths) {
    // what cannot be read is refused where it is read
    const size = statSync(one.path, { throwIfNoEntry: false })?.size ?? 0;
    if (group.length === MOST_FILES || (group.length > 0 && bytes + size > MOST_BYTES)) {
      yield group;
      [group, bytes] = [[], 0];
    }
    group.push(one);
    bytes += size;
  }
  yield group;
}

/** An error in one file does not stop the others. */
function isImportRefusal(error: unknown): error is DissentError {
  if (error instanceof StoreError) {
    return error.code === "store-conflict" || error.code === "store-lease-held";
  }
  return error instanceof SetupError;
}

interface JournalPath {
  readonly path: string;
  readonly shown: string;
}

async function listJournalFiles(path: string, shown: string): Promise<JournalPath[]> {
  const isDirectory = (await stat(path).catch(() => undefined))?.isDirectory() === true;
  if (!isDirectory) return [{ path, shown }];
  const names = (await readdir(path)).filter((name) => name.endsWith(".jsonl")).toSorted();
  if (names.length > 0) {
    return names.map((name) => ({ path: join(path, name), shown: join(shown, name) }));
  }
  throw new SetupError("bad-journal", `There is no journal in ${sanitizeForTerminal(shown)}.`, {
    hint: "Journals end in .jsonl. Write some with: dissent journal export --all -o journals",
  });
}
