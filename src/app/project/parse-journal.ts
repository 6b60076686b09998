/** Reads a journal from elsewhere, equally strictly from a file, a page or a folder of files. */
import type { Event } from "../../domain/journal/event.ts";
import { SetupError } from "../../errors.ts";
import { isJournalFault, readJournal } from "../../kernel/journal/hash-chain.ts";
import {
  type JournalFile,
  type JournalReading,
  parseJournalFile,
} from "../../stores/journal-file.ts";

export interface CheckedJournal extends JournalFile {
  readonly events: readonly Event[];
}

export function parseCheckedJournal(text: string, path: string): CheckedJournal {
  return checkJournalFile(parseJournalFile(text, path), path);
}

/** Refuses the first line that is wrong, by file, line and field. */
export function checkJournalFile(
  { lines, texts, signatures = [], lineNumbers }: JournalFile & Pick<JournalReading, "lineNumbers">,
  path: string,
): CheckedJournal {
  const events = readJournal(lines);
  if (!isJournalFault(events)) return { lines, texts, signatures, events };
  const { sequence, what } = events;
  const line = lineNumbers[sequence] ?? 1;
  throw new SetupError("bad-journal", `${path}:${line}:1 event ${sequence} ${what}.`, {
    hint: `See what still holds: dissent verify ${path}`,
  });
}
