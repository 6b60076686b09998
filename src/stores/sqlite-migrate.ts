/** Brings the summaries of an older database up to date, from the journals themselves. */
import type { DatabaseSync } from "node:sqlite";

import { parseSummary } from "../domain/summary-shape.ts";
import type { DebateSummary } from "../domain/summary.ts";
import { rebuildSummary } from "./rebuild-summary.ts";

/** Version 1 kept no options, no gist and no time of the decision beside a journal. */
export function fillStoredSummaries(database: DatabaseSync): void {
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
