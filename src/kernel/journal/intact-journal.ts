/** Reads a journal that others will go on from. */
import type { Event } from "../../domain/journal/event.ts";
import { StoreError } from "../../errors.ts";
import { isJournalFault, readJournal } from "./hash-chain.ts";

/** A journal that was damaged or edited must not be continued as if it were whole. */
export function requireIntactJournal(debate: string, lines: readonly string[]): readonly Event[] {
  if (lines.length === 0) return [];
  const events = readJournal(lines);
  if (!isJournalFault(events)) return events;
  const { sequence, what } = events;
  throw new StoreError("store-corrupt", `Event ${sequence} of ${debate} ${what}.`, {
    hint: `See what still holds: dissent verify ${debate}`,
  });
}
