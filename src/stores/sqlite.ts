/** Journals in one SQLite file: the embedded default. Its declarations need no types of the driver (docs/library.md). */
import { type Clock, systemClock } from "../clock.ts";
import type { Store } from "../store.ts";
import { storeOn } from "./sqlite-journals.ts";
import { openDatabase, unavailable } from "./sqlite-open.ts";

export function sqliteStore(path: string, clock: Clock = systemClock): Store {
  const database = openDatabase(path);
  try {
    return storeOn(database, clock);
  } catch (cause) {
    database.close();
    throw unavailable(cause, "opened", path);
  }
}
