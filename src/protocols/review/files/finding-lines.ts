/** Where the findings of a review stand in the files as they are after the change. */
import { readOpening } from "../../../domain/journal/event.ts";
import type { DebateRecord } from "../../../domain/journal/record.ts";
import type { ReportedFinding } from "../../../domain/outcome/reported-finding.ts";
import { CHANGE_SOURCE } from "../change/change.ts";
import { findLineAfterRemoval } from "../change/removed-lines.ts";

export type FindFindingLines = (finding: ReportedFinding) => {
  readonly first: number;
  readonly last: number;
};

export async function loadReviewLines(record: DebateRecord): Promise<FindFindingLines> {
  const source = readOpening(record.events).brief.sources.find(({ id }) => id === CHANGE_SOURCE);
  const diff = (source && (await record.text(source.sha256))) ?? "";
  return ({ path, side, firstLine, lastLine }) => {
    if (side !== "old") return { first: firstLine, last: lastLine };
    const now = findLineAfterRemoval(diff, { path, line: lastLine }) ?? 1;
    return { first: now, last: now };
  };
}
