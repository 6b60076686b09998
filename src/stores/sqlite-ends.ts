/**
 * Where each journal ends and who holds it, kept in memory while nobody else writes.
 *
 * E1. What is kept is thrown away as soon as another connection has committed, before it is used again:
 *     `refresh` runs inside the write transaction, when nobody else can write.
 */
import type { DatabaseSync } from "node:sqlite";

export interface JournalEndCache {
  /** To be called at the start of every write transaction. */
  refresh(): void;
  /** After a transaction that failed, nothing is known. */
  forget(): void;
  /** The sequence number the next line of a debate has. */
  next(debate: string): number;
  set(debate: string, next: number): void;
  /** The token of the lease on a debate; undefined when nobody holds it. */
  token(debate: string): string | undefined;
  setToken(debate: string, token: string | undefined): void;
}

// far more than are ever under way at once; finished ones need not be remembered
const MOST = 50_000;

export function createJournalEndCache(database: DatabaseSync): JournalEndCache {
  const version = database.prepare("PRAGMA data_version");
  const count = database.prepare(
    "SELECT coalesce(max(sequence) + 1, 0) AS next FROM events WHERE debate = ?",
  );
  const holder = database.prepare("SELECT token FROM leases WHERE debate = ?");
  const ends = new Map<string, number>();
  const tokens = new Map<string, string | undefined>();
  let seen = -1;

  function forget(): void {
    ends.clear();
    tokens.clear();
  }

  return {
    forget,
    refresh() {
      const now = (version.get() as { data_version: number }).data_version;
      if (now !== seen || ends.size > MOST) forget();
      seen = now;
    },
    next(debate) {
      const known = ends.get(debate);
      if (known !== undefined) return known;
      const { next } = count.get(debate) as { next: number };
      ends.set(debate, next);
      return next;
    },
    set(debate, next) {
      ends.set(debate, next);
    },
    token(debate) {
      if (!tokens.has(debate)) {
        tokens.set(debate, (holder.get(debate) as { token: string } | undefined)?.token);
      }
      return tokens.get(debate);
    },
    setToken(debate, token) {
      tokens.set(debate, token);
    },
  };
}
