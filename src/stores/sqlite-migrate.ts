/** Brings the summaries of an older database up to date, from the journals themselves. */
import type { DatabaseSync } from "node:sqlite";

import type { Event } from "../domain/event.ts";
import { type DebateSummary, summaryOf } from "../domain/summary.ts";

/** Version 1 kept no options, no gist and no time of the decision beside a journal. */
export function fillSummaries(database: DatabaseSync): void {
  const lines = database.prepare("SELECT line FROM events WHERE debate = ? ORDER BY sequence");
  const update = database.prepare("UPDATE debates SET summary = ?, gist = ? WHERE id = ?");
  const rows = database.prepare("SELECT id, summary FROM debates").all();
  for (const { id, summary } of rows as { id: string; summary: string }[]) {
    const kept = JSON.parse(summary) as Omit<DebateSummary, keyof typeof UNKNOWN | "brief">;
    const filled = readSummary(lines.all(id) as { line: string }[]) ?? {
      ...UNKNOWN,
      brief: id,
      ...kept,
    };
    update.run(JSON.stringify(filled), filled.gist, id);
  }
}

const UNKNOWN = { options: [], decidedMs: null, gist: "" } as const;

/** Null for a journal that cannot be read: it stays in the list, so that `verify` can say what is wrong with it. */
function readSummary(rows: readonly { readonly line: string }[]): DebateSummary | null {
  try {
    return summaryOf(rows.map(({ line }) => JSON.parse(line) as Event));
  } catch {
    return null;
  }
}
