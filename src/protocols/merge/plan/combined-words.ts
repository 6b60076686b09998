/** K21: words of several drafts in one paragraph or item, and what stays of a row. */
import type { ComparisonPoint } from "../../../documents/comparison-point.ts";
import { type ParsedDocument, type TextSpan, readSpanText } from "../../../documents/document.ts";
import { listRowCells } from "../../../documents/markdown/table-columns.ts";
import { foldText } from "../../../domain/evidence/evidence.ts";
import {
  createAddition,
  createRemoval,
  type DraftChange,
  createReplacement,
} from "./draft-change.ts";
import type { PassagePiece } from "./passage-pieces.ts";

interface JoinedPassage {
  readonly point: ComparisonPoint;
  readonly base: ParsedDocument;
  readonly section: number;
}

interface SlotWords {
  readonly document: ParsedDocument;
  readonly at: TextSpan;
  readonly section: number;
}

/** The pieces of one passage of the base, and the words of others that join it. */
export function joinWords(
  joining: JoinedPassage,
  place: PassagePiece,
  pieces: readonly PassagePiece[],
): DraftChange[] {
  const { base } = joining;
  if (place.kind !== "row") {
    const mark = ITEM_MARK.exec(readSpanText(base, place.unit))?.[0].length ?? 0;
    const start = Math.max(place.words.start, place.unit.start + mark);
    const own = pieces.map(({ document, words: at, section }) => ({ document, at, section }));
    return fillSlot(joining, { start, end: place.words.end }, own);
  }
  // only whole rows come in from others: of a row, nothing but its own words stays
  return listRowCells(base, place.unit).flatMap((slot) => {
    const own = pieces.flatMap(({ words, section }): SlotWords[] => {
      const at = { start: Math.max(slot.start, words.start), end: Math.min(slot.end, words.end) };
      return at.start < at.end ? [{ document: base, at, section }] : [];
    });
    return own.length === 0 ? [] : fillSlot(joining, slot, own);
  });
}

const ITEM_MARK = /^[ \t]*(?:[-+*]|\d{1,9}[.)])[ \t]+/;

/** Only these words stand there: what the base says in between goes, and what others say comes in. */
function fillSlot(
  { point, base, section }: JoinedPassage,
  slot: TextSpan,
  words: readonly SlotWords[],
): DraftChange[] {
  const made: DraftChange[] = [];
  const said = new Set<string>();
  let [cursor, coming]: [number, SlotWords[]] = [slot.start, []];
  const fill = (end: number): void => {
    const gap = trimGap(base, { start: cursor, end });
    const [first, ...rest] = coming;
    if (gap !== null && first !== undefined) {
      const { document, at: source, section: sourceSection } = first;
      const change = { source, sourceSection, at: gap, targetSection: section };
      made.push(createReplacement(point, document, change));
    } else if (gap !== null) made.push(createRemoval(point, base, { at: gap, section }));
    for (const { document, at: source, section: sourceSection } of gap === null ? coming : rest) {
      const at = gap?.end ?? cursor;
      const target = { kind: "offset", at, depth: 1, inside: true, words: true } as const;
      const place = { target, section, integration: "append" } as const;
      made.push(createAddition(point, document, { source, sourceSection, place }));
    }
    coming = [];
  };
  const isSaid = (one: SlotWords): boolean => {
    const text = foldText(readSpanText(one.document, one.at));
    const is = said.has(text);
    said.add(text);
    return is;
  };
  const isOwn = words.some(({ document }) => document === base);
  if (!isOwn && words.length === 1 && words[0] && isSameText([base, slot], words[0])) return [];
  for (const one of words) {
    if (isSaid(one)) continue;
    if (one.document !== base) coming.push(one);
    else if (one.at.end > cursor) {
      fill(Math.max(cursor, one.at.start));
      cursor = one.at.end;
    }
  }
  fill(slot.end);
  return made;
}

function isSameText([base, slot]: readonly [ParsedDocument, TextSpan], one: SlotWords): boolean {
  return foldText(readSpanText(base, slot)) === foldText(readSpanText(one.document, one.at));
}

/** Null where nothing but marks and white space lies between. */
function trimGap({ text }: ParsedDocument, { start, end }: TextSpan): TextSpan | null {
  const words = text.slice(start, end);
  if (/^[\s|.,;*_`"'”’]*$/.test(words)) return null;
  const from = start + (words.length - words.replace(/^[\s.,;]+/, "").length);
  return { start: from, end: start + words.trimEnd().length };
}
