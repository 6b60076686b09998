/**
 * Journals in one SQLite file: the embedded default.
 *
 * Q1. Write-ahead log with synchronous FULL: what `append` resolves has survived a power cut.
 * Q2. Group commit: all appends and leases of one turn of the event loop go into one transaction.
 * Q3. An append checks its place and its lease inside that transaction, so two processes can never both write.
 */
import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";

import { type Clock, systemClock } from "../clock.ts";
import { StoreError } from "../errors.ts";
import type { Addition, JournalLine, Listed, Store } from "../store.ts";
import { isGone } from "./holder.ts";
import { leaseTable } from "./sqlite-lease.ts";
import { openDatabase, unavailable } from "./sqlite-open.ts";
import { watchLines } from "./sqlite-watch.ts";

/** Work that waits for the next commit. `run` says why it may not be done; others of its group go on. */
interface Job {
  readonly run: () => StoreError | undefined;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export function sqliteStore(path: string, clock: Clock = systemClock): Store {
  const database = openDatabase(path);
  try {
    return storeOn(database, clock);
  } catch (cause) {
    database.close();
    throw unavailable(cause, "opened", path);
  }
}

export function storeOn(database: DatabaseSync, clock: Clock): Store {
  const statements = prepare(database);
  const leases = leaseTable(database, clock);
  const wakeUps = new Set<() => void>();
  let waiting: Job[] = [];

  function commitWaiting(): void {
    const group = waiting;
    waiting = [];
    const settled: (() => void)[] = [];
    try {
      database.exec("BEGIN IMMEDIATE");
      for (const job of group) {
        const fault = job.run();
        settled.push(fault ? () => job.reject(fault) : job.resolve);
      }
      database.exec("COMMIT");
    } catch (cause) {
      if (database.isOpen && database.isTransaction) database.exec("ROLLBACK");
      const error = unavailable(cause, "written");
      for (const { reject } of group) reject(error);
      return;
    }
    for (const settle of settled) settle();
    for (const wake of wakeUps) wake();
  }

  function found<Rows>(query: () => Rows): Rows {
    try {
      return query();
    } catch (cause) {
      throw unavailable(cause, "read");
    }
  }

  function linesFrom(debate: string, from: number): readonly JournalLine[] {
    return found(() => statements.read.all(debate, from) as unknown as JournalLine[]);
  }

  function grouped(run: Job["run"]): Promise<void> {
    return new Promise((resolve, reject) => {
      waiting.push({ run, resolve, reject });
      if (waiting.length === 1) setImmediate(commitWaiting);
    });
  }

  function write({
    debate,
    expected,
    lines,
    summary,
    lease,
    blobs,
  }: Addition): StoreError | undefined {
    if (lease && !leases.holds(lease)) {
      return new StoreError("store-lease-lost", `Another process has taken over ${debate}.`);
    }
    const next = (statements.count.get(debate) as { next: number }).next;
    if (next !== expected) {
      return new StoreError("store-conflict", `${debate} has moved on to event ${next}.`);
    }
    for (const { sha256, text } of blobs ?? []) statements.putBlob.run(sha256, text);
    let sequence = expected;
    for (const line of lines) statements.insert.run(debate, sequence++, line);
    statements.summarise.run(
      debate,
      summary.question,
      summary.status,
      summary.openedMs,
      JSON.stringify(summary),
    );
    return undefined;
  }

  return {
    append: (addition) => grouped(() => write(addition)),

    async read(debate, from = 0) {
      return linesFrom(debate, from);
    },

    watch(debate, from, signal) {
      const read = (next: number): readonly JournalLine[] => linesFrom(debate, next);
      return watchLines({ database, read, from, signal, wakeUps, clock });
    },

    async lease(debate, ttlMs) {
      const lease = { debate, token: randomUUID() };
      await grouped(() => leases.take(lease, ttlMs));
      return lease;
    },

    renew: (lease, ttlMs) => grouped(() => leases.renew(lease, ttlMs)),
    release: (lease) => grouped(() => leases.release(lease)),

    async list({ limit = 1_000_000, search, status } = {}) {
      const words = (search ?? "").split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
      const match = words.map((word) => `"${word.replaceAll('"', '""')}"*`).join(" ");
      const now = clock.nowMs();
      const rows = found(() => statements.list.all({ match, limit, status: status ?? null, now }));
      return (rows as { summary: string; holder: string | null }[]).map(
        ({ summary, holder }): Listed => ({
          ...(JSON.parse(summary) as Listed),
          held: holder !== null && !isGone(holder),
        }),
      );
    },

    putBlob: (sha256, text) =>
      grouped(() => {
        statements.putBlob.run(sha256, text);
        return undefined;
      }),

    async blob(sha256) {
      const row = found(() => statements.blob.get(sha256)) as { text: string } | undefined;
      return row?.text;
    },

    async close() {
      if (waiting.length > 0) commitWaiting();
      if (database.isOpen) database.close();
    },
  };
}

function prepare(database: DatabaseSync) {
  return {
    count: database.prepare(
      "SELECT coalesce(max(sequence) + 1, 0) AS next FROM events WHERE debate = ?",
    ),
    insert: database.prepare("INSERT INTO events (debate, sequence, line) VALUES (?, ?, ?)"),
    read: database.prepare(
      "SELECT sequence, line FROM events WHERE debate = ? AND sequence >= ? ORDER BY sequence",
    ),
    summarise: database.prepare(
      `INSERT INTO debates (id, question, status, opened_ms, summary) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET status = excluded.status, summary = excluded.summary`,
    ),
    list: database.prepare(
      `SELECT summary, iif(leases.until_ms > :now, leases.holder, NULL) AS holder
       FROM debates LEFT JOIN leases ON leases.debate = debates.id
       WHERE (:match = '' OR debates.rowid IN (SELECT rowid FROM debate_words WHERE debate_words MATCH :match))
         AND (:status IS NULL OR status = :status)
       ORDER BY opened_ms DESC, id DESC LIMIT :limit`,
    ),
    putBlob: database.prepare("INSERT OR IGNORE INTO blobs (sha256, text) VALUES (?, ?)"),
    blob: database.prepare("SELECT text FROM blobs WHERE sha256 = ?"),
  };
}
