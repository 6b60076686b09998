/** Follows a journal, even while another process writes it. */
import type { DatabaseSync } from "node:sqlite";

import type { Clock } from "../clock.ts";
import type { JournalLine } from "../store.ts";

// one cheap pragma each time; well under what a person notices
const LOOK_EVERY_MS = 100;

export interface JournalWatchOptions {
  readonly database: DatabaseSync;
  readonly read: (from: number) => readonly JournalLine[];
  readonly from: number;
  readonly signal: AbortSignal;
  /** Called after each commit of this process. */
  readonly wakeUps: Set<() => void>;
  readonly clock: Clock;
}

export async function* watchJournalLines(
  watching: JournalWatchOptions,
): AsyncGenerator<JournalLine> {
  const { read, from, signal } = watching;
  let next = from;
  while (!signal.aborted && watching.database.isOpen) {
    // taken before the read: a commit between the two must count as a change
    const before = readDataVersion(watching);
    const fresh = read(next);
    // not yield*: it would wait even for nothing, and an append during that wait would wake nobody
    for (const line of fresh) yield line;
    next += fresh.length;
    if (fresh.length === 0) await waitForDatabaseCommit(watching, before);
  }
}

/** Moves only when another connection commits; this process's own commits call the wake-ups. */
function readDataVersion({ database }: JournalWatchOptions): number {
  return (database.prepare("PRAGMA data_version").get() as { data_version: number }).data_version;
}

/** Resolves when this process or another has committed something, or the signal aborts. */
function waitForDatabaseCommit(watching: JournalWatchOptions, before: number): Promise<void> {
  const { database, wakeUps, signal, clock } = watching;
  return new Promise((resolve) => {
    let cancel = (): void => {};
    const wake = (): void => {
      cancel();
      wakeUps.delete(wake);
      signal.removeEventListener("abort", wake);
      resolve();
    };
    const look = (): void => {
      if (!database.isOpen || readDataVersion(watching) !== before) wake();
      else cancel = clock.after(LOOK_EVERY_MS, look);
    };
    wakeUps.add(wake);
    signal.addEventListener("abort", wake, { once: true });
    cancel = clock.after(LOOK_EVERY_MS, look);
  });
}
