/** Where a protocol's findings stand in the files as they are now. */
import { readOpening } from "../domain/journal/event.ts";
import type { DebateRecord } from "../domain/journal/record.ts";
import { type FindFindingLines, loadReviewLines } from "./review/files/finding-lines.ts";

const LINES: Readonly<Record<string, (record: DebateRecord) => Promise<FindFindingLines>>> = {
  review: loadReviewLines,
};

export async function loadFindingLines(record: DebateRecord): Promise<FindFindingLines> {
  const { protocol } = readOpening(record.events);
  const load = Object.hasOwn(LINES, protocol) ? LINES[protocol] : undefined;
  return (
    (await load?.(record)) ?? (({ firstLine, lastLine }) => ({ first: firstLine, last: lastLine }))
  );
}
