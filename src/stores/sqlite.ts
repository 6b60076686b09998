/**
 * Journals in one SQLite file: the embedded default.
 *
 * Q1. Write-ahead log with synchronous FULL: what `append` resolves has survived a power cut.
 * Q2. Group commit: all appends and leases of one turn of the event loop go into one transaction.
 * Q3. An append checks its place and its lease inside that transaction, so two processes can never both write.
 */
import { randomUUID } from "node:crypto";
import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { type Clock, systemClock } from "../clock.ts";
import { StoreError } from "../errors.ts";
import type { Addition, JournalLine, Listed, Store } from "../store.ts";
import { leaseTable } from "./sqlite-lease.ts";
import { SCHEMA, SCHEMA_VERSION } from "./sqlite-schema.ts";
import { watchLines } from "./sqlite-watch.ts";

/** Work that waits for the next commit. `run` says why it may not be done; others of its group go on. */
interface Job {
  readonly run: () => StoreError | undefined;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export function sqliteStore(path: string, clock: Clock = systemClock): Store {
  const database = openDatabase(path);
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
      const error = unavailable(cause);
      for (const { reject } of group) reject(error);
      return;
    }
    for (const settle of settled) settle();
    for (const wake of wakeUps) wake();
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
      return statements.read.all(debate, from) as unknown as JournalLine[];
    },

    watch(debate, from, signal) {
      const read = (next: number): JournalLine[] =>
        statements.read.all(debate, next) as unknown as JournalLine[];
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
      const words = (search ?? "").split(/\s+/).filter((word) => word !== "");
      const match = words.map((word) => `"${word.replaceAll('"', '""')}"*`).join(" ");
      const found = statements.list.all({
        match,
        limit,
        status: status ?? null,
        now: clock.nowMs(),
      });
      return (found as { summary: string; held: number }[]).map(({ summary, held }): Listed => ({
        ...(JSON.parse(summary) as Listed),
        held: held === 1,
      }));
    },

    async putBlob(sha256, text) {
      statements.putBlob.run(sha256, text);
    },

    async blob(sha256) {
      return (statements.blob.get(sha256) as { text: string } | undefined)?.text;
    },

    async close() {
      if (waiting.length > 0) commitWaiting();
      if (database.isOpen) database.close();
    },
  };
}

function openDatabase(path: string): DatabaseSync {
  try {
    if (path !== ":memory:") mkdirSync(dirname(path), { recursive: true });
    const fresh = path !== ":memory:" && !existsSync(path);
    const database = new DatabaseSync(path, { timeout: BUSY_MS });
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
    // a debate may quote private documents
    if (fresh) chmodSync(path, 0o600);
    migrate(database);
    return database;
  } catch (cause) {
    if (cause instanceof StoreError) throw cause;
    throw unavailable(cause, path);
  }
}

// long enough for another process's commit, short enough not to look like a hang
const BUSY_MS = 5_000;

function migrate(database: DatabaseSync): void {
  const version = (database.prepare("PRAGMA user_version").get() as { user_version: number })
    .user_version;
  if (version > SCHEMA_VERSION) {
    throw new StoreError(
      "store-corrupt",
      `The database was written by a newer Dissent (format ${version}).`,
      {
        hint: "Update Dissent, or use another directory.",
      },
    );
  }
  if (version === SCHEMA_VERSION) return;
  database.exec(`BEGIN IMMEDIATE; ${SCHEMA} PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT;`);
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
      `SELECT summary, coalesce(leases.until_ms > :now, 0) AS held
       FROM debates LEFT JOIN leases ON leases.debate = debates.id
       WHERE (:match = '' OR debates.rowid IN (SELECT rowid FROM debate_words WHERE debate_words MATCH :match))
         AND (:status IS NULL OR status = :status)
       ORDER BY opened_ms DESC, id DESC LIMIT :limit`,
    ),
    putBlob: database.prepare("INSERT OR IGNORE INTO blobs (sha256, text) VALUES (?, ?)"),
    blob: database.prepare("SELECT text FROM blobs WHERE sha256 = ?"),
  };
}

function unavailable(cause: unknown, path?: string): StoreError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const corrupt = /malformed|not a database|corrupt/i.test(reason);
  const where = path === undefined ? "" : ` ${path}`;
  return new StoreError(
    corrupt ? "store-corrupt" : "store-unavailable",
    `The journal${where} cannot be ${corrupt ? "read" : "written"}: ${reason}.`,
    {
      cause,
      hint: "Free some space or choose a writable directory with -C, then run dissent resume.",
    },
  );
}
