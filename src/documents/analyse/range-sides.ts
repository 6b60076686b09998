/** A range of passages as a side of a point: its words, its line and the heading it stands under. */
import { type PassageRange, findRangeSpan, isEmptyRange } from "../align/passage-units.ts";
import type { PointSide } from "../comparison-point.ts";
import { createPointSide } from "../contradictions/found-contradiction.ts";
import type { ParsedDocument } from "../document.ts";

/** None where the document has nothing at this place. */
export function createRangeSide(document: ParsedDocument, range: PassageRange): PointSide[] {
  const span = findRangeSpan(document, range);
  if (span === null) return [];
  const block = document.blocks[range.inside ?? range.first];
  const before = document.text.slice(block?.start ?? 0, span.start);
  const line = (block?.line ?? 1) + before.split("\n").length - 1;
  return [createPointSide(document, { ...span, line, section: block?.section ?? 0 })];
}

/** The heading it stands under; null above the first one. */
export function findRangeTopic(document: ParsedDocument, range: PassageRange): string | null {
  const block =
    document.blocks[
      range.inside ?? Math.max(0, isEmptyRange(range) ? range.first - 1 : range.first)
    ];
  const title = document.sections[block?.section ?? 0]?.title ?? "";
  return title === "" ? null : title;
}
