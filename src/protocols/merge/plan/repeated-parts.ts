/** A38: the same row or item, voted in twice or there already, stands once. */
import { formatPartKey } from "../../../documents/apply/part-keys.ts";
import {
  type DocumentBlock,
  type ParsedDocument,
  type TextSpan,
  containsSpan,
} from "../../../documents/document.ts";
import { type Based, variantNumbered } from "../rules/table.ts";
import { type DraftChange, refuseChange } from "./draft-change.ts";
import { findAllParts } from "./part-places.ts";
import type { Fate } from "./point-fates.ts";

const STANDS_THERE = "the base has it already";

/** What the base has stays out; what comes with several changes is a change of its own, so that one of them is made. */
export function dropRepeatedParts(
  based: Based,
  into: ParsedDocument,
  fates: readonly Fate[],
): readonly Fate[] {
  const coming = fates.flatMap(({ drafts }) => drafts);
  return fates.map((fate) => {
    const drafts = fate.drafts.flatMap((draft) => splitDraft(based, into, { draft, coming }));
    if (drafts.length === fate.drafts.length && drafts.every((one, at) => one === fate.drafts[at]))
      return fate;
    if (drafts.length > 0) return { ...fate, drafts };
    const refusals = [{ part: fate.point, refusal: refuseChange(STANDS_THERE) }];
    return { ...fate, drafts, refusals, variant: fate.drafts[0]?.from ?? null };
  });
}

function splitDraft(
  based: Based,
  into: ParsedDocument,
  { draft, coming }: { readonly draft: DraftChange; readonly coming: readonly DraftChange[] },
): DraftChange[] {
  const { source, from, point } = draft;
  const table = findTargetBlock(into, draft);
  const winner = variantNumbered(based, from)?.document;
  if (source === null || table === null || !winner || point.settled !== undefined) return [draft];
  const parts = findAllParts(winner, source);
  if (parts === null || !containsSpan(parts.at, source)) return [draft];
  const { block, first, beyond } = parts;
  const { kind } = block;
  const gone = coming.flatMap(({ target }) => (target.kind === "span" ? [target.at] : []));
  const standing = new Set(
    table.parts
      .filter((at) => !gone.some((span) => containsSpan(span, at)))
      .map((at) => formatPartKey(into, { kind, at })),
  );
  const others = coming.filter(
    (other) => other !== draft && other.from === from && other.source !== null,
  );
  const runs: TextSpan[] = [];
  let isOpen = false;
  for (const at of block.parts.slice(first, beyond)) {
    const last = runs.at(-1);
    const isThere = standing.has(formatPartKey(winner, { kind, at }));
    const isShared = others.some(
      ({ source: other }) => other !== null && cutsAt(other, source, at),
    );
    if (isThere) isOpen = false;
    else if (last !== undefined && isOpen && !isShared)
      runs.splice(-1, 1, { start: last.start, end: at.end });
    else runs.push(at);
    if (!isThere) isOpen = !isShared;
  }
  if (runs.length === 1 && runs[0] && containsSpan(runs[0], parts.at)) return [draft];
  return runs.map((run) => ({ ...draft, source: run }));
}

/** Two changes that bring this part, each with others that the other does not bring. */
function cutsAt(other: TextSpan, source: TextSpan, part: TextSpan): boolean {
  return containsSpan(other, part) && !containsSpan(other, source) && !containsSpan(source, other);
}

function findTargetBlock(
  { blocks }: ParsedDocument,
  { target }: DraftChange,
): DocumentBlock | null {
  if (target.kind !== "offset" || !target.inside || target.words) return null;
  const { at } = target;
  return (
    blocks.find(({ start, end, parts }) => parts.length > 0 && start <= at && at <= end) ?? null
  );
}
