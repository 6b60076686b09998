/** Reads a whole debate, once its chain is known to be intact. */
import type { DebateRecord } from "../domain/journal/record.ts";
import { requireIntactJournal } from "../kernel/journal/intact-journal.ts";
import type { Store } from "../store.ts";
import { createUnknownDebateError } from "./find-debate.ts";

export async function readDebate(store: Store, debate: string): Promise<DebateRecord> {
  const lines = (await store.read(debate)).map(({ line }) => line);
  if (lines.length === 0) throw createUnknownDebateError(debate);
  const events = requireIntactJournal(debate, lines);
  const signatures = await store.signatures(debate);
  return { id: debate, lines, events, signatures, text: (key) => store.blob(key) };
}
