/** A38: a passage that comes with an agreed change, and that the base says in the same words elsewhere, is moved. */
import {
  type ParsedDocument,
  type TextSpan,
  containsSpan,
  readSpanText,
} from "../../../documents/document.ts";
import type { Based } from "../rules/table.ts";
import { getVariantDocument } from "./change-reasons.ts";
import { createRemoval, type DraftChange } from "./draft-change.ts";
import { type PassagePiece, cutIntoPieces } from "./passage-pieces.ts";

/** Shorter passages, in characters, are repeated by chance. */
const SHORTEST_MOVED = 60;

/** The base's copies that go, each for the change that brings it to its new place. */
export function listMovedCopies(
  based: Based,
  into: ParsedDocument,
  drafts: readonly DraftChange[],
): ReadonlyMap<DraftChange, readonly DraftChange[]> {
  const gone = drafts.flatMap(({ target }) => (target.kind === "span" ? [target.at] : []));
  const leaving = drafts.flatMap(({ target, source }) =>
    target.kind === "span" && source === null ? [target.at] : [],
  );
  const copies = findPassages(into);
  const left = new Map<DraftChange, DraftChange[]>();
  const taken = new Set<PassagePiece>();
  for (const draft of drafts) {
    const { source, from, point } = draft;
    if (source === null || point.settled !== undefined || from === into.variant) continue;
    const winner = getVariantDocument(based, from);
    const once = findPassages(winner);
    for (const piece of cutIntoPieces(winner, source)) {
      const key = formatKey(winner, piece.unit);
      const [copy, other] = copies.get(key) ?? [];
      if (!copy || other !== undefined || once.get(key)?.length !== 1 || taken.has(copy)) continue;
      if (!piece.isWhole || gone.some((span) => containsSpan(span, copy.unit))) continue;
      if (isLast(into, copy, [...leaving, ...[...taken].map(({ unit }) => unit)])) continue;
      taken.add(copy);
      const removal = createRemoval(point, into, { at: copy.unit, section: copy.section });
      left.set(draft, [...(left.get(draft) ?? []), removal]);
    }
  }
  return left;
}

const passagesCache = new WeakMap<ParsedDocument, ReadonlyMap<string, PassagePiece[]>>();

function findPassages(document: ParsedDocument): ReadonlyMap<string, PassagePiece[]> {
  const known = passagesCache.get(document);
  if (known !== undefined) return known;
  const whole = { start: 0, end: document.text.length };
  const pieces = cutIntoPieces(document, whole).filter(
    ({ kind, unit }) =>
      (kind === "paragraph" || kind === "item") &&
      formatKey(document, unit).length >= SHORTEST_MOVED,
  );
  const found = Map.groupBy(pieces, ({ unit }) => formatKey(document, unit));
  passagesCache.set(document, found);
  return found;
}

function formatKey(document: ParsedDocument, unit: TextSpan): string {
  const words = readSpanText(document, unit).replace(/^\s*(?:[-+*]|\d{1,9}[.)])\s+/, "");
  return words
    .replace(/[\s>]+/g, " ")
    .trim()
    .toLowerCase();
}

/** A heading or a list with nothing left under it would be worse than a copy. */
function isLast(
  { blocks }: ParsedDocument,
  { unit, block, section }: PassagePiece,
  leaving: readonly TextSpan[],
): boolean {
  const isGone = (span: TextSpan): boolean =>
    [...leaving, unit].some((one) => containsSpan(one, span));
  if (block.parts.length > 0) return block.parts.every(isGone);
  return blocks
    .filter((one) => one.section === section && one.kind !== "heading")
    .every((one) => isGone(one));
}
