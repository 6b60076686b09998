/**
 * Figures of finished debates in the embedded store.
 *
 * SQ5. Figures are returned only while their journal has as many events as it had when they were computed, and only to
 *      the rules that computed them.
 */
import type { DatabaseSync } from "node:sqlite";

import type { FigureCache, JournalFigures } from "../store.ts";
import type { SqliteCommitQueue } from "./sqlite-commit-queue.ts";
import { createSqliteError } from "./sqlite-open.ts";

export function createFigureCache(database: DatabaseSync, commits: SqliteCommitQueue): FigureCache {
  const read = database.prepare(
    `SELECT debate, text FROM figures
     WHERE rules = ? AND events = (SELECT max(sequence) + 1 FROM events WHERE debate = figures.debate)`,
  );
  const keep = database.prepare(
    `INSERT INTO figures (debate, rules, events, text) VALUES (?, ?, ?, ?)
     ON CONFLICT (debate) DO UPDATE SET rules = excluded.rules, events = excluded.events,
       text = excluded.text`,
  );
  return {
    async read(rules) {
      try {
        const rows = read.all(rules) as unknown as Pick<JournalFigures, "debate" | "text">[];
        return new Map(rows.map(({ debate, text }) => [debate, text]));
      } catch (cause) {
        throw createSqliteError(cause, "read");
      }
    },
    keep: (rules, computed) =>
      // computed again where they are lost, so nobody waits for the disk
      commits.submit("passes", () => {
        for (const { debate, events, text } of computed) keep.run(debate, rules, events, text);
        return undefined;
      }),
  };
}
