/**
 * Who keeps a project's PostgreSQL running: one process, until it ends.
 *
 * LP3. The system itself lets go of the lock when the process is gone, so none is ever left behind; and a lock that
 *      another process holds cannot be taken for a stale one.
 */
import { DatabaseSync } from "node:sqlite";

import { createNoPostgresError } from "./local-postgres-errors.ts";

export interface ProcessLock {
  /** May be called again. */
  release(): void;
}

/** Undefined while another holds it. */
export function acquireProcessLock(path: string): ProcessLock | undefined {
  let file: DatabaseSync | undefined;
  try {
    // nothing is ever written: SQLite is what Node has that locks files by the system
    file = new DatabaseSync(path, { timeout: 0 });
    file.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    const held = file;
    return { release: () => void (held.isOpen && held.close()) };
  } catch (cause) {
    file?.close();
    const reason = cause instanceof Error ? cause.message : String(cause);
    if (reason.includes("locked")) return undefined;
    throw createNoPostgresError(`${path} cannot be used: ${reason}`, "Remove it, or set");
  }
}
