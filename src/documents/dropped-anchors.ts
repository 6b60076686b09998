/** Which figures, dates, thresholds and requirement ids of accepted content the output lacks, and why (A38). */
import { type Anchor, anchorsOf } from "./anchors.ts";
import { baseOf, type Merging } from "./apply-plan.ts";
import type { Breath } from "./breath.ts";
import type { PlannedChange } from "./change.ts";
import type { Document } from "./document.ts";
import { isNote } from "./excerpt.ts";
import type { ChangeRecord, Dropped } from "./merged.ts";

interface Outcome {
  readonly output: Document;
  readonly records: readonly ChangeRecord[];
}

/** Accepted is what the base says and what an approved change takes. Each lost anchor once per reason. */
export async function droppedAnchors(
  merging: Merging,
  { output, records }: Outcome,
  breathe: Breath,
): Promise<Dropped[]> {
  const kept = new Set<string>();
  for (const { key, figure } of anchorsOf(output)) {
    kept.add(key).add(figure);
    await breathe();
  }
  const dropped = new Map<string, Dropped>();
  const base = baseOf(merging);
  const lose = ({ variant }: Document, anchor: Anchor, reason: string | null): void => {
    const id = [variant, anchor.kind, anchor.key, reason].join("\n");
    if (dropped.has(id)) return;
    const { kind, text, line } = anchor;
    dropped.set(id, { anchor: text, kind, variant, line, reason });
  };
  const statuses = new Map(records.map((record) => [record.number, record]));
  const applied = merging.plan.changes.filter(
    ({ number }) => statuses.get(number)?.status === "applied",
  );
  for (const anchor of anchorsOf(base)) {
    await breathe();
    if (!kept.has(anchor.key)) lose(base, anchor, replacedBy(applied, anchor));
  }
  for (const change of merging.plan.changes) {
    const from = merging.documents.find(({ variant }) => variant === change.from);
    if (!change.approved || from === undefined || change.source === null) continue;
    for (const anchor of anchorsOf(from, change.source)) {
      await breathe();
      if (kept.has(anchor.key)) continue;
      const record = statuses.get(change.number);
      lose(from, anchor, record?.status === "applied" ? unused(from, anchor) : whyNot(record));
    }
  }
  return [...dropped.values()];
}

function replacedBy(applied: readonly PlannedChange[], { start, end }: Anchor): string | null {
  const by = applied.find(
    ({ target }) => target.kind === "span" && target.at.start < end && start < target.at.end,
  );
  return by ? `Change #${by.number} (${by.point}) put other words in its place` : null;
}

/** Notes come along only where they are used. */
function unused({ blocks }: Document, { start }: Anchor): string | null {
  const block = blocks.find((one) => one.start <= start && start < one.end);
  return isNote(block) ? "nothing that was taken refers to this note" : null;
}

function whyNot(record: ChangeRecord | undefined): string | null {
  if (record === undefined) return null;
  return `Change #${record.number} was not made: ${record.remarks.join("; ")}`;
}
