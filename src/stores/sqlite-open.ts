/** Opens the embedded store's file, and says in one line why it cannot be used. */
import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { StoreError } from "../errors.ts";
import { SCHEMA, SCHEMA_VERSION } from "./sqlite-schema.ts";

export function openDatabase(path: string): DatabaseSync {
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
    throw unavailable(cause, "opened", path);
  }
}

// long enough for another process's commit, short enough not to look like a hang
const BUSY_MS = 5_000;

function migrate(database: DatabaseSync): void {
  if (versionOf(database) === SCHEMA_VERSION) return;
  // read again inside the transaction: another process may be making the tables at this moment
  database.exec("BEGIN IMMEDIATE");
  const version = versionOf(database);
  if (version > SCHEMA_VERSION) {
    throw new StoreError(
      "store-corrupt",
      `The database was written by a newer Dissent (format ${version}).`,
      { hint: "Update Dissent, or use another directory." },
    );
  }
  if (version < SCHEMA_VERSION) {
    database.exec(`${SCHEMA} PRAGMA user_version = ${SCHEMA_VERSION};`);
  }
  database.exec("COMMIT");
}

function versionOf(database: DatabaseSync): number {
  return (database.prepare("PRAGMA user_version").get() as { user_version: number }).user_version;
}

export function unavailable(
  cause: unknown,
  what: "opened" | "read" | "written",
  path?: string,
): StoreError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const corrupt = /malformed|not a database|corrupt/i.test(reason);
  const where = path === undefined ? "" : ` ${path}`;
  return new StoreError(
    corrupt ? "store-corrupt" : "store-unavailable",
    `The journal${where} cannot be ${what}: ${reason}.`,
    {
      cause,
      hint: corrupt
        ? "Put the file aside, or choose another directory with -C."
        : "Free some space or choose a writable directory with -C, then run dissent resume.",
    },
  );
}
