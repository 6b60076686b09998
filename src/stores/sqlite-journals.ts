/**
 * Journals in an open SQLite database, with a write-ahead log and group commit (sqlite-commit-queue.ts).
 *
 * SQ3. An append checks its position and its lease inside its transaction, so two processes can never both write.
 */
import type { DatabaseSync } from "node:sqlite";

import type { Clock } from "../clock.ts";
import { type DebateSummary, parseSummary } from "../domain/journal/summary.ts";
import { type StoreError, createConflictError, createLeaseLostError } from "../errors.ts";
import type { JournalAddition, JournalLine, ListedDebate, Store } from "../store.ts";
import { rebuildSummary } from "./rebuild-summary.ts";
import { createSqliteCommitQueue } from "./sqlite-commit-queue.ts";
import { type DiskSync, createDiskSync } from "./sqlite-disk-sync.ts";
import { createFigureCache } from "./sqlite-figures.ts";
import { createJournalEndCache, createLeaseTable, isLeaseHolderGone } from "./sqlite-leases.ts";
import { createSqliteError } from "./sqlite-open.ts";
import { watchJournalLines } from "./sqlite-watch.ts";

export function createStoreOnDatabase(
  database: DatabaseSync,
  clock: Clock,
  disk: DiskSync = createDiskSync(database),
): Store {
  const statements = prepareStoreStatements(database);
  const ends = createJournalEndCache(database);
  const leases = createLeaseTable(database, clock, ends);
  const summaries = new Map<string, DebateSummary>();
  const keptTexts = new Set<string>();
  const wakeUps = new Set<() => void>();
  const groups = createSqliteCommitQueue({
    database,
    disk,
    begin: () => ends.refresh(),
    end: summarise,
    forget() {
      ends.forget();
      keptTexts.clear();
      summaries.clear();
    },
    onWritten() {
      for (const wake of wakeUps) wake();
    },
  });

  /** A document that many debates share is handed to the database once. */
  function putText(sha256: string, text: string): void {
    if (keptTexts.has(sha256)) return;
    statements.putBlob.run(sha256, text);
    if (keptTexts.size < MOST_TEXTS) keptTexts.add(sha256);
  }

  function readRows<Rows>(query: () => Rows): Rows {
    try {
      return query();
    } catch (cause) {
      throw createSqliteError(cause, "read");
    }
  }

  function linesFrom(debate: string, from: number): readonly JournalLine[] {
    return readRows(() => statements.read.all(debate, from) as unknown as JournalLine[]);
  }

  /** Words are indexed when someone searches, not while debates run. */
  function indexWords(): undefined {
    statements.indexWords.run();
    statements.indexed.run();
    return undefined;
  }

  function write({
    debate,
    expected,
    lines,
    summary,
    lease,
    blobs,
  }: JournalAddition): StoreError | undefined {
    if (lease && !leases.holds(lease)) {
      return createLeaseLostError(debate);
    }
    const next = ends.next(debate);
    if (next !== expected) {
      return createConflictError(debate, next);
    }
    for (const { sha256, text } of blobs ?? []) putText(sha256, text);
    let sequence = expected;
    for (const line of lines) statements.insert.run(debate, sequence++, line);
    ends.set(debate, sequence);
    if (summary) summaries.set(debate, summary);
    return undefined;
  }

  /** Once per group and debate: several turns that land together change one row. */
  function summarise(): void {
    for (const [debate, summary] of summaries) {
      const { question, status, openedMs, gist } = summary;
      const text = JSON.stringify(summary);
      // only an ended debate has one, so that a turn in flight does not touch the index
      if (gist === "") statements.summarise.run(debate, question, status, openedMs, text);
      else statements.conclude.run(debate, question, status, openedMs, text, gist);
    }
    summaries.clear();
  }

  function rebuildDebateSummary(debate: string): DebateSummary | string {
    const lines = linesFrom(debate, 0).map(({ line }) => line);
    const summary = rebuildSummary(lines);
    if (typeof summary !== "string") {
      const keep = (): undefined => void summaries.set(debate, summary);
      // where it cannot be kept, it is worked out again the next time
      groups.submit("passes", keep).catch(() => {});
    }
    return summary;
  }

  return {
    append: (given) => {
      const opens = typeof given === "object" && !given.lease;
      return groups.submit(opens ? "opens" : "lasts", () =>
        write(typeof given === "function" ? given() : given),
      );
    },

    async read(debate, from = 0) {
      return linesFrom(debate, from);
    },

    watch(debate, from, signal) {
      const read = (next: number): readonly JournalLine[] => linesFrom(debate, next);
      return watchJournalLines({ database, read, from, signal, wakeUps, clock });
    },

    async lease(debate, ttlMs) {
      // loaded by those who run debates: a list needs none of it
      const { randomUUID } = process.getBuiltinModule("node:crypto");
      const lease = { debate, token: randomUUID() };
      let lines = 0;
      await groups.submit("passes", () => {
        lines = ends.next(debate);
        return leases.take(lease, ttlMs);
      });
      return { ...lease, lines };
    },

    renew: (lease, ttlMs) => groups.submit("passes", () => leases.renew(lease, ttlMs)),
    async release(lease) {
      // nobody waits for it: until the next commit a process that does nothing with it owns it
      groups.submit("passes", () => leases.release(lease)).catch(() => {});
    },

    async list({ limit = 1_000_000, search, status, onUnreadable } = {}) {
      if (search) await groups.submit("passes", indexWords);
      // a released lease is not shown any more
      else groups.commitNow();
      const words = (search ?? "").split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
      const match = words.map((word) => `"${word.replaceAll('"', '""')}"*`).join(" ");
      const now = clock.nowMs();
      const rows = readRows(() =>
        statements.list.all({ match, limit, status: status ?? null, now }),
      );
      return (rows as { id: string; summary: string; holder: string | null }[]).flatMap(
        ({ id, summary: text, holder }): ListedDebate[] => {
          const summary = parseSummary(text) ?? rebuildDebateSummary(id);
          if (typeof summary !== "string")
            return [{ ...summary, held: holder !== null && !isLeaseHolderGone(holder) }];
          onUnreadable?.(id, summary);
          return [];
        },
      );
    },

    putBlob: (sha256, text) =>
      groups.submit("lasts", () => {
        putText(sha256, text);
        return undefined;
      }),

    async blob(sha256) {
      const row = readRows(() => statements.blob.get(sha256)) as { text: string } | undefined;
      return row?.text;
    },

    keepSignature: (debate, signature) =>
      groups.submit("lasts", () => {
        statements.keepSignature.run(debate, signature);
        return undefined;
      }),

    async signatures(debate) {
      const rows = readRows(() => statements.signatures.all(debate)) as { signature: string }[];
      return rows.map(({ signature }) => signature);
    },

    figures: createFigureCache(database, groups),

    async close() {
      groups.close();
    },
  };
}

// hashes only; forgetting one costs a statement, nothing more
const MOST_TEXTS = 10_000;

function prepareStoreStatements(database: DatabaseSync) {
  return {
    insert: database.prepare("INSERT INTO events (debate, sequence, line) VALUES (?, ?, ?)"),
    read: database.prepare(
      "SELECT sequence, line FROM events WHERE debate = ? AND sequence >= ? ORDER BY sequence",
    ),
    summarise: database.prepare(
      `INSERT INTO debates (id, question, status, opened_ms, summary) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET status = excluded.status, summary = excluded.summary`,
    ),
    conclude: database.prepare(
      `INSERT INTO debates (id, question, status, opened_ms, summary, gist) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET status = excluded.status, summary = excluded.summary,
         gist = excluded.gist, indexed = iif(gist = excluded.gist, indexed, 0)`,
    ),
    list: database.prepare(
      `SELECT debates.id AS id, summary, iif(leases.until_ms > :now, leases.holder, NULL) AS holder
       FROM debates LEFT JOIN leases ON leases.debate = debates.id
       WHERE (:match = '' OR debates.rowid IN (SELECT rowid FROM debate_words WHERE debate_words MATCH :match))
         AND (:status IS NULL OR status = :status)
       ORDER BY opened_ms DESC, id DESC LIMIT :limit`,
    ),
    indexWords: database.prepare(
      `INSERT OR REPLACE INTO debate_words (rowid, id, question, gist)
       SELECT rowid, id, question, gist FROM debates WHERE indexed = 0`,
    ),
    indexed: database.prepare("UPDATE debates SET indexed = 1 WHERE indexed = 0"),
    putBlob: database.prepare("INSERT OR IGNORE INTO blobs (sha256, text) VALUES (?, ?)"),
    blob: database.prepare("SELECT text FROM blobs WHERE sha256 = ?"),
    keepSignature: database.prepare(
      "INSERT OR IGNORE INTO signatures (debate, signature) VALUES (?, ?)",
    ),
    signatures: database.prepare(
      "SELECT signature FROM signatures WHERE debate = ? ORDER BY rowid",
    ),
  };
}
