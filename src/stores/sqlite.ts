/**
 * Journals in one SQLite file: the embedded default. Its declarations need no types of the driver (docs/library.md).
 */
import { type Clock, systemClock } from "../clock.ts";
import type { Store } from "../store.ts";
import { createStoreOnDatabase } from "./sqlite-journals.ts";
import { openSqliteDatabase, createSqliteError } from "./sqlite-open.ts";

export function sqliteStore(path: string, clock: Clock = systemClock): Store {
  const database = openSqliteDatabase(path);
  try {
    return createStoreOnDatabase(database, clock);
  } catch (cause) {
    database.close();
    throw createSqliteError(cause, "opened", path);
  }
}
