/** Imports a journal file into this project, so that a person can annotate or decide it. */
import { resolve } from "node:path";

import { readTextFile } from "../../config/context/read-text-file.ts";
import type { Dissent } from "../../dissent.ts";
import { SetupError } from "../../errors.ts";
import { type AppContext, MAX_JOURNAL_BYTES, readDebateRecord } from "../app-context.ts";
import { trackWrittenFile } from "../results/written-files.ts";
import { parseCheckedJournal } from "./parse-journal.ts";

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
