/** Imports a journal into this store if it is complete and its id is free. */
import { readOpening } from "../domain/journal/event.ts";
import { summarizeDebate } from "../domain/journal/summary.ts";
import { SetupError } from "../errors.ts";
import { isJournalFault, readJournal } from "../kernel/journal/hash-chain.ts";
import type { Store } from "../store.ts";
import type { JournalFile } from "../stores/journal-file.ts";
import { isSlug } from "../text/slug.ts";

export async function importJournal(
  store: Store,
  { lines, texts, signatures = [] }: JournalFile,
): Promise<string> {
  const events = readJournal(lines);
  if (isJournalFault(events)) {
    const { sequence, what } = events;
    throw new SetupError("bad-journal", `Event ${sequence} of the journal ${what}.`);
  }
  const { debate } = readOpening(events);
  if (!isSlug(debate) || (await store.read(debate)).length > 0) {
    const message = `The debate ${debate} cannot be taken in: its id is taken or unusable.`;
    throw new SetupError("bad-journal", message, { hint: "See the debates here: dissent list" });
  }
  for (const [sha256, text] of texts) await store.putBlob(sha256, text);
  const summary = summarizeDebate(events);
  if (summary) await store.append({ debate, expected: 0, lines, summary });
  for (const signature of signatures) await store.keepSignature(debate, signature);
  return debate;
}
