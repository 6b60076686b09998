/** A33b, A38: where a table row or a list item of another draft goes: into the base's table or list that answers its own. */
import { formatUnitKey } from "../../../documents/align/passage-units.ts";
import { measureLikeness } from "../../../documents/align/unit-likeness.ts";
import { formatPartKey } from "../../../documents/apply/part-keys.ts";
import {
  type DocumentBlock,
  type DocumentSection,
  type ParsedDocument,
  type TextSpan,
  readSpanText,
  containsSpan,
} from "../../../documents/document.ts";
import { findRowId } from "../../../documents/markdown/defined-ids.ts";
import { fitTableRow, mapTableColumns } from "../../../documents/markdown/table-columns.ts";
import type { SectionPlacement } from "./document-places.ts";

/** Rows or items of one block of the winner that a point is about. */
export interface TakenParts {
  readonly block: DocumentBlock;
  /** Places in `block.parts`. */
  readonly first: number;
  readonly beyond: number;
  readonly at: TextSpan;
}

/** The whole items or rows that the words touch; null for anything else, and for the head of a table. */
export function findTakenParts(document: ParsedDocument, words: TextSpan): TakenParts | null {
  const block = document.blocks.find((one) => containsSpan(one, words));
  if (block === undefined || (block.kind !== "list" && block.kind !== "table")) return null;
  const hasHead = block.kind === "table" && words.start < (block.parts[0]?.end ?? 0);
  const found = hasHead ? null : findAllParts(document, words);
  // all of its items are the list itself
  const isWhole = found !== null && found.beyond - found.first === block.parts.length;
  return block.kind === "list" && isWhole ? null : found;
}

/** The same, and all items of a list or all rows of a table below its head. */
export function findAllParts(document: ParsedDocument, words: TextSpan): TakenParts | null {
  const block = document.blocks.find((one) => containsSpan(one, words));
  if (block === undefined || (block.kind !== "list" && block.kind !== "table")) return null;
  const least = block.kind === "table" ? 1 : 0;
  const first = Math.max(
    least,
    block.parts.findIndex(({ end }) => words.start < end),
  );
  const beyond = block.parts.findLastIndex(({ start }) => start < words.end) + 1;
  const [from, to] = [block.parts[first], block.parts[beyond - 1]];
  if (!from || !to || first >= beyond) return null;
  return { block, first, beyond, at: { start: from.start, end: to.end } };
}

/** In the table or list of this section that is most like its own; null where there is none. A row that does not fit says why. */
export function placeParts(
  winner: ParsedDocument,
  base: ParsedDocument,
  { parts, home }: { readonly parts: TakenParts; readonly home: DocumentSection },
): SectionPlacement | string | null {
  const own = listKeys(winner, parts.block);
  const countShared = (block: DocumentBlock): number =>
    listKeys(base, block).filter((key) => own.includes(key)).length;
  const candidates = base.blocks
    .slice(home.first, home.beyond)
    .filter((block) => isCounterpart({ winner, base }, parts.block, block))
    .toSorted((a, b) => countShared(a) - countShared(b));
  const answer = candidates.at(-1);
  if (answer === undefined) return null;
  if (answer.kind === "table") {
    const to = { document: base, block: answer };
    const from = { document: winner, block: parts.block };
    for (const row of parts.block.parts.slice(parts.first, parts.beyond)) {
      const fitted = fitTableRow(to, from, { row, replaced: null });
      if (typeof fitted === "string") return fitted;
    }
  }
  const at = findPartOffset([winner, parts], [base, answer]);
  return {
    target: { kind: "offset", at, depth: 1, inside: true },
    section: home.index,
    integration: "insert",
  };
}

/** Why one of the rows cannot stand in the table; undefined where all can, and for lists. */
export function describeUnfitRows(
  [base, table]: readonly [ParsedDocument, DocumentBlock],
  [winner, { block, at }]: readonly [ParsedDocument, { block: DocumentBlock; at: TextSpan }],
): string | undefined {
  if (table.kind !== "table") return undefined;
  return block.parts
    .filter((row) => containsSpan(at, row))
    .map((row) =>
      fitTableRow(
        { document: base, block: table },
        { document: winner, block },
        { row, replaced: null },
      ),
    )
    .find((fitted) => typeof fitted === "string");
}

interface MergedPair {
  readonly winner: ParsedDocument;
  readonly base: ParsedDocument;
}

/** A list of the same kind of marks, or a table with at least two columns, or all, in common. */
export function isCounterpart(
  { winner, base }: MergedPair,
  own: DocumentBlock,
  other: DocumentBlock,
): boolean {
  if (own.kind !== other.kind) return false;
  if (own.kind === "list") return isNumbered(winner, own) === isNumbered(base, other);
  const map = mapTableColumns({ document: base, block: other }, { document: winner, block: own });
  return map.filter((column) => column !== null).length >= Math.min(2, map.length);
}

function isNumbered(document: ParsedDocument, block: DocumentBlock): boolean {
  return /^\s*\d/.test(readSpanText(document, block));
}

function listKeys(document: ParsedDocument, block: DocumentBlock): string[] {
  return block.parts.map((at) => formatUnitKey(document, { kind: block.kind, at }));
}

/** A row that names what is above it. */
const SUM_ROW = /^\s*\|?[\s*_]*(?:total|sum|gesamt|summe|合计|总计)(?![\p{L}\p{N}])/iu;

/**
 * Rows that come in follow those of the base, and stand before its sum: between two of them they would part what
 * belongs together. Rows without ids stay between the neighbours that they have in both drafts.
 */
export function findRowsOffset(
  [winner, { block, first, beyond }]: readonly [ParsedDocument, Omit<TakenParts, "at">],
  [base, table]: readonly [ParsedDocument, DocumentBlock],
): number {
  const { parts } = table;
  const last = parts.at(-1);
  const end = last?.end ?? table.end;
  const findSame = (part: TextSpan | undefined): number => {
    const words = part === undefined ? null : formatRowKey(winner, part);
    return parts.findIndex((own) => words !== null && formatRowKey(base, own) === words);
  };
  const [before, next] = [findSame(block.parts[first - 1]), findSame(block.parts[beyond])];
  const hasIds = block.parts
    .slice(first, beyond)
    .some((row) => findRowId(readSpanText(winner, row)) !== null);
  if (!hasIds && before > 0 && next === before + 1) return parts[next]?.start ?? end;
  const isSum = last !== undefined && parts.length > 1 && SUM_ROW.test(readSpanText(base, last));
  return isSum ? last.start : end;
}

function formatRowKey(document: ParsedDocument, at: TextSpan): string {
  return formatPartKey(document, { kind: "table", at });
}

/** An item: behind what answers the one before it, else before what answers the one after it, else at the end. */
function findPartOffset(
  [winner, { block, first, beyond }]: readonly [ParsedDocument, TakenParts],
  [base, answer]: readonly [ParsedDocument, DocumentBlock],
): number {
  const { kind, parts } = answer;
  if (kind === "table") return findRowsOffset([winner, { block, first, beyond }], [base, answer]);
  const end = parts.at(-1)?.end ?? answer.end;
  const findAnswer = (at: TextSpan): number => {
    const likeness = parts.map((other) =>
      measureLikeness([winner, { kind, at }], [base, { kind, at: other }]),
    );
    const most = Math.max(0, ...likeness);
    return most === 0 ? -1 : likeness.indexOf(most);
  };
  for (const before of block.parts.slice(0, first).toReversed()) {
    const found = findAnswer(before);
    if (found !== -1) return parts[found + 1]?.start ?? end;
  }
  for (const next of block.parts.slice(beyond)) {
    const found = findAnswer(next);
    if (found !== -1) return parts[found]?.start ?? end;
  }
  return end;
}
