/**
 * Journals in one SQLite file: the embedded default.
 *
 * Q1. Write-ahead log with synchronous FULL: what `append` resolves has survived a power cut.
 * Q2. Group commit: all appends and leases of one turn of the event loop go into one transaction, up to a bound.
 *     Debates under way go first, so that of many at once some already wait for their models while others begin.
 *     A group of nothing but leases does not wait for the disk: after a power cut nobody holds anything.
 * Q3. An append checks its place and its lease inside that transaction, so two processes can never both write.
 */
import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";

import { type Clock, systemClock } from "../clock.ts";
import type { DebateSummary } from "../domain/summary.ts";
import { StoreError } from "../errors.ts";
import type { Addition, JournalLine, Listed, Store } from "../store.ts";
import { isGone } from "./holder.ts";
import { journalEnds } from "./sqlite-ends.ts";
import { leaseTable } from "./sqlite-lease.ts";
import { openDatabase, unavailable } from "./sqlite-open.ts";
import { watchLines } from "./sqlite-watch.ts";

/** Work that waits for the next commit. What may not be done says why; others of its group go on. */
interface Job {
  readonly work: Addition | (() => StoreError | undefined);
  /** Whether it must survive a power cut. */
  readonly lasts: boolean;
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
  const ends = journalEnds(database);
  const leases = leaseTable(database, clock, ends);
  const summaries = new Map<string, DebateSummary>();
  const keptTexts = new Set<string>();
  const wakeUps = new Set<() => void>();
  const underWay: Job[] = [];
  const openings: Job[] = [];
  let scheduled = false;
  let synced = true;

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      commit([...underWay.splice(0, MOST_UNDER_WAY), ...openings.splice(0, MOST_OPENINGS)]);
      if (underWay.length + openings.length > 0) schedule();
    });
  }

  function commitAll(): void {
    commit([...underWay.splice(0), ...openings.splice(0)]);
  }

  function commit(group: readonly Job[]): void {
    if (group.length === 0) return;
    const settled: (() => void)[] = [];
    try {
      sync(group.some(({ lasts }) => lasts));
      statements.begin.run();
      ends.refresh();
      for (const job of group) {
        const fault = typeof job.work === "function" ? job.work() : write(job.work);
        settled.push(fault ? () => job.reject(fault) : job.resolve);
      }
      summarise();
      statements.commit.run();
    } catch (cause) {
      ends.forget();
      keptTexts.clear();
      summaries.clear();
      if (database.isOpen && database.isTransaction) database.exec("ROLLBACK");
      const error = unavailable(cause, "written");
      for (const { reject } of group) reject(error);
      return;
    }
    for (const settle of settled) settle();
    for (const wake of wakeUps) wake();
  }

  function sync(wanted: boolean): void {
    if (wanted !== synced) database.exec(`PRAGMA synchronous = ${wanted ? "FULL" : "NORMAL"}`);
    synced = wanted;
  }

  /** A document that many debates share is handed to the database once. */
  function putText(sha256: string, text: string): void {
    if (keptTexts.has(sha256)) return;
    statements.putBlob.run(sha256, text);
    if (keptTexts.size < MOST_TEXTS) keptTexts.add(sha256);
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

  /** Words are indexed when someone searches, not while debates are under way. */
  function indexWords(): undefined {
    statements.indexWords.run();
    statements.indexed.run();
    return undefined;
  }

  function grouped(work: Job["work"], lasts = true): Promise<void> {
    return new Promise((resolve, reject) => {
      const opens = typeof work === "object" && !work.lease;
      (opens ? openings : underWay).push({ work, lasts, resolve, reject });
      schedule();
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
    const next = ends.next(debate);
    if (next !== expected) {
      return new StoreError("store-conflict", `${debate} has moved on to event ${next}.`);
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
      // only what has ended has one, so that a turn under way does not touch what is indexed
      if (gist === "") statements.summarise.run(debate, question, status, openedMs, text);
      else statements.conclude.run(debate, question, status, openedMs, text, gist);
    }
    summaries.clear();
  }

  return {
    append: (addition) => grouped(addition),

    async read(debate, from = 0) {
      return linesFrom(debate, from);
    },

    watch(debate, from, signal) {
      const read = (next: number): readonly JournalLine[] => linesFrom(debate, next);
      return watchLines({ database, read, from, signal, wakeUps, clock });
    },

    async lease(debate, ttlMs) {
      const lease = { debate, token: randomUUID() };
      await grouped(() => leases.take(lease, ttlMs), false);
      return lease;
    },

    renew: (lease, ttlMs) => grouped(() => leases.renew(lease, ttlMs), false),
    async release(lease) {
      // nobody waits for the disk: until the next commit it is held by a process that does nothing with it
      grouped(() => leases.release(lease), false).catch(() => {});
    },

    async list({ limit = 1_000_000, search, status } = {}) {
      if (search) await grouped(indexWords);
      // a lease that was let go is not shown any more
      else commitAll();
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
        putText(sha256, text);
        return undefined;
      }),

    async blob(sha256) {
      const row = found(() => statements.blob.get(sha256)) as { text: string } | undefined;
      return row?.text;
    },

    async close() {
      commitAll();
      if (database.isOpen) database.close();
    },
  };
}

// enough to share one wait for the disk, few enough not to hold up the event loop
const MOST_UNDER_WAY = 1_024;
const MOST_OPENINGS = 256;

// hashes only; forgetting one costs a statement, nothing more
const MOST_TEXTS = 10_000;

function prepare(database: DatabaseSync) {
  return {
    begin: database.prepare("BEGIN IMMEDIATE"),
    commit: database.prepare("COMMIT"),
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
      `SELECT summary, iif(leases.until_ms > :now, leases.holder, NULL) AS holder
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
  };
}
