import type { ParsedDocument } from "../document.ts";
import { isNoteBlock } from "../markdown/document-excerpt.ts";
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
/** Which figures, dates, thresholds and requirement ids of accepted content the output lacks, and why (A38). */
import { type ContentAnchor, listAnchors } from "./anchors.ts";
import { findBaseDocument, type MergeInput } from "./apply-change-plan.ts";
import type { MergeChange } from "./change-plan.ts";
import type { ChangeRecord, DroppedAnchor } from "./merge-result.ts";

interface MergeOutput {
  readonly output: ParsedDocument;
  readonly records: readonly ChangeRecord[];
}

/** Accepted is what the base says and what an approved change takes. Each lost anchor once per reason. */
export async function findDroppedAnchors(
  merging: MergeInput,
  { output, records }: MergeOutput,
  breathe: YieldToEventLoop,
): Promise<DroppedAnchor[]> {
  const kept = new Set<string>();
  for (const { key, figure } of listAnchors(output)) {
    kept.add(key).add(figure);
    await breathe();
  }
  const dropped = new Map<string, DroppedAnchor>();
  const base = findBaseDocument(merging);
  const lose = (
    { variant }: ParsedDocument,
    anchor: ContentAnchor,
    reason: string | null,
  ): void => {
    const id = [variant, anchor.kind, anchor.key, reason].join("\n");
    if (dropped.has(id)) return;
    const { kind, text, line } = anchor;
    dropped.set(id, { anchor: text, kind, variant, line, reason });
  };
  const statuses = new Map(records.map((record) => [record.number, record]));
  const applied = merging.plan.changes.filter(
    ({ number }) => statuses.get(number)?.status === "applied",
  );
  for (const anchor of listAnchors(base)) {
    await breathe();
    if (!kept.has(anchor.key)) lose(base, anchor, describeReplacingChange(applied, anchor));
  }
  for (const change of merging.plan.changes) {
    const from = merging.documents.find(({ variant }) => variant === change.from);
    if (!change.approved || from === undefined || change.source === null) continue;
    for (const anchor of listAnchors(from, change.source)) {
      await breathe();
      if (kept.has(anchor.key)) continue;
      const record = statuses.get(change.number);
      lose(
        from,
        anchor,
        record?.status === "applied"
          ? describeUnusedNote(from, anchor)
          : describeUnappliedChange(record),
      );
    }
  }
  return [...dropped.values()];
}

function describeReplacingChange(
  applied: readonly MergeChange[],
  { start, end }: ContentAnchor,
): string | null {
  const by = applied.find(
    ({ target }) => target.kind === "span" && target.at.start < end && start < target.at.end,
  );
  return by ? `Change #${by.number} (${by.point}) put other words in its place` : null;
}

/** Notes come along only where they are used. */
function describeUnusedNote({ blocks }: ParsedDocument, { start }: ContentAnchor): string | null {
  const block = blocks.find((one) => one.start <= start && start < one.end);
  return isNoteBlock(block) ? "nothing that was taken refers to this note" : null;
}

function describeUnappliedChange(record: ChangeRecord | undefined): string | null {
  if (record === undefined) return null;
  return `Change #${record.number} was not made: ${record.remarks.join("; ")}`;
}
