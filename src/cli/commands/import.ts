/** Reads journals from files, byte for byte. */
import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";

import { type ImportedJournal, storeJournalFile } from "../../app/commands/import-journal.ts";
import { openProjectStore } from "../../app/project/project-store.ts";
import { type DissentError, SetupError, StoreError } from "../../errors.ts";
import type { Store } from "../../store.ts";
import { stringifyForTerminal } from "../../text/terminal-json.ts";
import { EXIT } from "../exit-codes.ts";
import type { CommandHandler } from "../program/program.ts";
import { sanitizeForTerminal } from "../terminal/terminal-style.ts";
import { formatJournalCount } from "./export.ts";

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
        taken.push(await storeJournalFile(opened, path, shown));
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
    `Imported ${formatJournalCount(fresh)}; ${taken.length - fresh} were already here.\n`,
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
    hint: "Journals end in .jsonl. Write some with: dissent journal export --all -o journals",
  });
}
