/**
 * Journals that this process has just started, so that the next run does not read back what was written. An entry is
 * valid only while nobody else has appended to the journal, which the lease shows.
 */
import type { Source } from "../../domain/brief.ts";
import type { Event } from "../../domain/journal/event.ts";
import { isPlainJson } from "../../domain/json.ts";

export interface FreshJournal {
  readonly events: readonly Event[];
  readonly sources: readonly Source[];
}

export interface FreshJournalCache {
  keep(debate: string, journal: FreshJournal): void;
  /** Once; undefined for one that is not known, or has other than these many events now. */
  take(debate: string, events: number | undefined): FreshJournal | undefined;
}

const MOST = 1_000;
const MOST_CHARACTERS = 8_000_000;

export function createFreshJournalCache(): FreshJournalCache {
  const kept = new Map<string, FreshJournal>();
  let characters = 0;

  function drop(debate: string): FreshJournal | undefined {
    const journal = kept.get(debate);
    if (!journal) return undefined;
    kept.delete(debate);
    characters -= countSourceCharacters(journal);
    return journal;
  }

  return {
    keep(debate, journal) {
      // what a reader would find must be the same
      if (!journal.events.every(({ fact }) => isPlainJson(fact))) return;
      drop(debate);
      kept.set(debate, journal);
      characters += countSourceCharacters(journal);
      for (const oldest of kept.keys()) {
        if (kept.size <= MOST && characters <= MOST_CHARACTERS) break;
        drop(oldest);
      }
    },
    take(debate, events) {
      const journal = drop(debate);
      return journal?.events.length === events ? journal : undefined;
    },
  };
}

function countSourceCharacters({ sources }: FreshJournal): number {
  return sources.reduce((sum, { text }) => sum + text.length, 0);
}
