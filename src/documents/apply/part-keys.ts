/** A38: a row or an item by its words alone, so that the same one is known again in another table or list. */
import { foldText } from "../../domain/evidence/evidence.ts";
import { type ParsedDocument, type TextSpan, readSpanText } from "../document.ts";
import { type DocumentExcerpt, findPartGap } from "../markdown/document-excerpt.ts";
import { listRowCells } from "../markdown/table-columns.ts";
import { splitItemMark } from "./item-marks.ts";
import type { BlockReplacement, TakenExcerpt } from "./taken-blocks.ts";

export function formatPartKey(
  document: ParsedDocument,
  { kind, at }: { readonly kind: string; readonly at: TextSpan },
): string {
  if (kind !== "table")
    return foldText(splitItemMark(readSpanText(document, at), "list").content).toLowerCase();
  return listRowCells(document, at)
    .map((cell) => foldText(readSpanText(document, cell)).toLowerCase())
    .join("|");
}

/** Items or rows are put in, and none gives way. */
export function isPartGap(at: DocumentExcerpt): boolean {
  return at.kind === "parts" && at.first === at.beyond;
}

/** The earlier change that put the same rows or items of another draft into the same table or list. */
export function findSameParts(
  { change: { target }, from, excerpt }: TakenExcerpt,
  base: ParsedDocument,
  earlier: readonly BlockReplacement[],
): number | null {
  if (target.kind !== "offset" || !target.inside || target.words) return null;
  const block = findPartGap(base, target.at)?.block;
  const key = formatPartsKey(from, excerpt);
  if (block === undefined || key === null) return null;
  const same = earlier.find(
    ({ at, ...other }) =>
      isPartGap(at) &&
      at.kind === "parts" &&
      at.block === block &&
      other.from !== from &&
      formatPartsKey(other.from, other.excerpt) === key,
  );
  return same?.change.number ?? null;
}

function formatPartsKey(from: ParsedDocument, excerpt: DocumentExcerpt): string | null {
  if (excerpt.kind !== "parts") return null;
  const { kind, parts } = excerpt.block;
  return parts
    .slice(excerpt.first, excerpt.beyond)
    .map((at) => formatPartKey(from, { kind, at }))
    .join("\n");
}
