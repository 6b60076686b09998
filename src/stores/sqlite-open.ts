/** Opens the embedded store's file, or explains in one line why it cannot be used. */
import { closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { type DebateSummary, parseSummary } from "../domain/journal/summary.ts";
import { StoreError } from "../errors.ts";
import { rebuildSummary } from "./rebuild-summary.ts";

export function openSqliteDatabase(path: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    if (path !== ":memory:") {
      makeDatabaseDirectory(dirname(path));
      refuseLostWal(path);
      createPrivateFile(path);
    }
    database = new DatabaseSync(path, { timeout: BUSY_MS });
    configureSqliteDatabase(database);
    migrateSqliteDatabase(database);
    return database;
  } catch (cause) {
    // left open, it would keep its lock until the garbage is collected
    database?.close();
    if (cause instanceof StoreError) throw cause;
    throw createSqliteError(cause, "opened", path);
  }
}

/** Turning a new file to write-ahead logging fails at once, without waiting, while another process does the same. */
function configureSqliteDatabase(database: DatabaseSync): void {
  for (let tries = 1; ; tries++) {
    try {
      // of a new file: a journal is a few KB, and each page is a call to the system, twice
      database.exec("PRAGMA page_size = 8192");
      database.exec(
        // writers that must know it lasts wait for the disk elsewhere (sqlite-disk-sync.ts)
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON",
      );
      // fewer, larger checkpoints: each one waits for the disk twice
      database.exec("PRAGMA wal_autocheckpoint = 4000");
      return;
    } catch (error) {
      const locked = error instanceof Error && error.message.includes("locked");
      if (!locked || tries * RETRY_MS > BUSY_MS) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    }
  }
}

const RETRY_MS = 20;

/** With its parents. Node's own way tries for ever where nothing can be made, such as under /proc. */
function makeDatabaseDirectory(path: string): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) makeDatabaseDirectory(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // another process may have made it meanwhile
    if (!existsSync(path)) throw error;
  }
}

/**
 * SQLite keeps what was written last in `-wal` and its index in `-shm`, and removes both when the last process is done,
 * the index first. An index without its log means that somebody has removed the log, and what was in it.
 */
function refuseLostWal(path: string): void {
  const isLost = (): boolean =>
    existsSync(path) && existsSync(`${path}-shm`) && !existsSync(`${path}-wal`);
  // looked at twice: another process may have been leaving in between
  if (!isLost() || !isLost()) return;
  throw new StoreError(
    "store-corrupt",
    `${path}-wal was removed, and with it the debates and turns that were written last.`,
    { hint: `Put it back. To go on without them, remove the index as well: ${path}-shm` },
  );
}

/** A debate may quote private documents, so nobody else may ever read the file. */
function createPrivateFile(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    // never opened when it exists: closing it would drop the locks this process has on it
    if (!existsSync(path)) throw error;
  }
}

// long enough for another process's commit, short enough not to look like a hang
const BUSY_MS = 5_000;

function migrateSqliteDatabase(database: DatabaseSync): void {
  if (readUserVersion(database) === SCHEMA_VERSION) return;
  // read again inside the transaction: another process may be creating the tables right now
  database.exec("BEGIN IMMEDIATE");
  const version = readUserVersion(database);
  if (version > SCHEMA_VERSION) {
    throw new StoreError(
      "store-corrupt",
      `The database was written by a newer Dissent (format ${version}).`,
      { hint: "Update Dissent, or use another directory." },
    );
  }
  if (version === 1) {
    database.exec(SCHEMA_FROM_1);
    fillStoredSummaries(database);
  }
  if (version === 0) database.exec(SCHEMA);
  else if (version <= 2) database.exec(SCHEMA_FROM_2);
  else if (version === 3) database.exec(SCHEMA_FROM_3);
  if (version < SCHEMA_VERSION) database.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
  database.exec("COMMIT");
}

function readUserVersion(database: DatabaseSync): number {
  return (database.prepare("PRAGMA user_version").get() as { user_version: number }).user_version;
}

function describeSqliteError(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  // the message may only say which table could not be made, the other what is wrong with the file
  const detail = "errstr" in cause ? String(cause.errstr) : cause.message;
  return cause.message.includes(detail) ? cause.message : `${cause.message}, ${detail}`;
}

export function createSqliteError(
  cause: unknown,
  what: "opened" | "read" | "written",
  path?: string,
): StoreError {
  const reason = describeSqliteError(cause);
  const corrupt = /malformed|not a database|corrupt/i.test(reason);
  const where = path === undefined ? "" : ` ${path}`;
  return new StoreError(
    corrupt ? "store-corrupt" : "store-unavailable",
    `The journal${where} cannot be ${what}: ${reason}.`,
    {
      cause,
      hint: corrupt
        ? "Put the file aside, or choose another directory with -C."
        : findSqliteHint(reason),
    },
  );
}

function findSqliteHint(reason: string): string {
  return reason.endsWith("moved or removed")
    ? "Put it back where it was, then run dissent resume."
    : "Free some space or choose a writable directory with -C, then run dissent resume.";
}

// Brings the summaries of an older database up to date, from the journals themselves.

/** Version 1 kept no options, no gist and no time of the decision beside a journal. */
function fillStoredSummaries(database: DatabaseSync): void {
  const lines = database.prepare("SELECT line FROM events WHERE debate = ? ORDER BY sequence");
  const update = database.prepare("UPDATE debates SET summary = ?, gist = ? WHERE id = ?");
  const rows = database.prepare("SELECT id, summary FROM debates").all();
  for (const { id, summary } of rows as { id: string; summary: string }[]) {
    const journal = (lines.all(id) as { line: string }[]).map(({ line }) => line);
    const rebuilt = rebuildSummary(journal);
    const filled = typeof rebuilt === "string" ? completeStoredSummary(id, summary) : rebuilt;
    if (filled) update.run(JSON.stringify(filled), filled.gist, id);
  }
}

const UNKNOWN = { options: [], decidedMs: null, gist: "" } as const;

/** A journal that cannot be read stays in the list, so that `verify` can say what is wrong with it. */
function completeStoredSummary(id: string, kept: string): DebateSummary | undefined {
  try {
    const filled = { ...UNKNOWN, brief: id, ...(JSON.parse(kept) as object) };
    return parseSummary(JSON.stringify(filled));
  } catch {
    return undefined;
  }
}

// The tables of the embedded store. Raise the version with every change, and migrate.

export const SCHEMA_VERSION = 4;

/** Words are kept without the texts, which are in the table beside it. */
const WORDS = `
  CREATE INDEX debates_unindexed ON debates (id) WHERE indexed = 0;
  CREATE VIRTUAL TABLE debate_words USING fts5 (id, question, gist, content = '', contentless_delete = 1);
`;

/** Signatures are stored beside the journals, so that signing does not change a chain. */
const SIGNATURES = `
  CREATE TABLE signatures (
    debate TEXT NOT NULL,
    signature TEXT NOT NULL,
    UNIQUE (debate, signature)
  );
`;

/** Computed from journals, and computed again where they are missing. */
const FIGURES = `
  CREATE TABLE figures (
    debate TEXT PRIMARY KEY,
    rules TEXT NOT NULL,
    events INTEGER NOT NULL,
    text TEXT NOT NULL
  ) WITHOUT ROWID;
`;

const SCHEMA = `
  CREATE TABLE debates (
    id TEXT PRIMARY KEY,
    question TEXT NOT NULL,
    status TEXT NOT NULL,
    opened_ms INTEGER NOT NULL,
    summary TEXT NOT NULL,
    gist TEXT NOT NULL DEFAULT '',
    indexed INTEGER NOT NULL DEFAULT 0
  );
  CREATE INDEX debates_by_age ON debates (opened_ms DESC, id DESC);
  CREATE TABLE events (
    debate TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    line TEXT NOT NULL,
    UNIQUE (debate, sequence)
  );
  CREATE TABLE blobs (sha256 TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE leases (
    debate TEXT PRIMARY KEY,
    token TEXT NOT NULL,
    holder TEXT NOT NULL,
    until_ms INTEGER NOT NULL
  ) WITHOUT ROWID;
  ${SIGNATURES}
  ${FIGURES}
  ${WORDS}
`;

/** Version 1 found debates by id and question only. */
const SCHEMA_FROM_1 = `
  ALTER TABLE debates ADD COLUMN gist TEXT NOT NULL DEFAULT '';
  ALTER TABLE debates ADD COLUMN indexed INTEGER NOT NULL DEFAULT 0;
  DROP TABLE debate_words;
  ${WORDS}
`;

/** Version 2 kept no signatures. */
const SCHEMA_FROM_2 = `${SIGNATURES}${FIGURES}`;

/** Version 3 kept no figures. */
const SCHEMA_FROM_3 = FIGURES;
