/** Lines and summaries for stores under test. */
import type { DebateSummary } from "../../src/domain/journal/summary.ts";
import type { JournalAddition } from "../../src/store.ts";

export function createTestSummary(id: string, changes: Partial<DebateSummary> = {}): DebateSummary {
  return {
    id,
    brief: id,
    question: "Should field-app v2 ship with offline sync?",
    options: [],
    protocol: "judges",
    status: "running",
    label: null,
    ending: null,
    choice: null,
    degraded: false,
    decided: null,
    decidedMs: null,
    gist: "",
    openedMs: 1_000,
    updatedMs: 1_000,
    calls: 0,
    costUsd: 0,
    ...changes,
  };
}

/** Lines `first`, `first + 1`… of a debate, one per word. */
export function adds(debate: string, expected: number, ...words: string[]): JournalAddition {
  return { debate, expected, lines: words, summary: createTestSummary(debate) };
}
