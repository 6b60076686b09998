/** K21: passages that are put together: pieces of several drafts, or all that they say at one place. */
import type { ComparisonPoint, PointSide } from "../../../documents/comparison-point.ts";
import {
  type DocumentBlock,
  type ParsedDocument,
  type TextSpan,
  containsSpan,
} from "../../../documents/document.ts";
import { fitTableRow } from "../../../documents/markdown/table-columns.ts";
import { findHolder, type SectionPlacement, sectionAt } from "./document-places.ts";
import {
  createAddition,
  type ChangeRefusal,
  type DraftChange,
  refuseChange,
  createReplacement,
  findVariantSide,
} from "./draft-change.ts";
import { findAllParts, isCounterpart } from "./part-places.ts";
import { draftRange } from "./passage-changes.ts";

/** The words that were agreed on, in their order: the first takes the place of the base's, the others follow. */
export function combinePassages(
  point: ComparisonPoint,
  base: ParsedDocument,
  pieces: readonly { readonly winner: ParsedDocument; readonly quote: string }[],
): DraftChange[] | ChangeRefusal {
  const mine = findVariantSide(point, base);
  if (!mine) return refuseChange("the base says nothing there, so the words have no place", true);
  const found = pieces.map(({ winner, quote }) => {
    const span = findQuotedSpan(winner, quote, findVariantSide(point, winner));
    return { winner, span, holder: span && findHolder(winner, span) };
  });
  if (found.some(({ span }) => span === null))
    return refuseChange("its pieces are quoted with other marks than they have", true);
  const keeps = found.some(
    ({ winner, span }) => winner === base && span !== null && touchesSpan(span, mine),
  );
  const taken = found.filter(({ winner }) => winner !== base);
  return taken.flatMap(({ winner, span, holder }, place): DraftChange[] => {
    if (span === null) return [];
    const sourceSection = holder?.section ?? 0;
    if (place === 0 && !keeps) {
      const at = { start: mine.start, end: mine.end };
      return [
        createReplacement(point, winner, {
          source: span,
          sourceSection,
          at,
          targetSection: mine.section,
        }),
      ];
    }
    const block = base.blocks.find((one) => one.start < mine.end && mine.end <= one.end);
    const part = block?.parts.find(({ start, end }) => start < mine.end && mine.end <= end);
    const isPart = holder?.kind === "row" || holder?.kind === "item";
    const inside = isPart && part !== undefined ? ({ inside: true } as const) : {};
    const end = inside.inside ? findPartEnd(block, part) : undefined;
    const target = {
      kind: "offset",
      at: end ?? block?.end ?? mine.end,
      depth: 1,
      ...inside,
    } as const;
    const where = { target, section: mine.section, integration: "append" } as const;
    return [createAddition(point, winner, { source: span, sourceSection, place: where })];
  });
}

/** Behind a part: where the next one begins, or the end of the last. */
function findPartEnd(
  block: DocumentBlock | undefined,
  part: TextSpan | undefined,
): number | undefined {
  const next = block?.parts.find(({ start }) => part !== undefined && start >= part.end);
  return next?.start ?? part?.end;
}

function touchesSpan(a: TextSpan, b: TextSpan): boolean {
  return a.start < b.end && b.start < a.end;
}

/** Where a quote stands, within the side first; white space and marks of quotes may be others (K7). */
export function findQuotedSpan(
  { text }: ParsedDocument,
  quote: string,
  side: TextSpan | undefined,
): TextSpan | null {
  const words = quote.trim().split(/\s+/).map(escapeWord);
  const pattern = new RegExp(words.join("\\s+"), "gu");
  const spans = [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
  }));
  return spans.find((span) => side !== undefined && containsSpan(side, span)) ?? spans[0] ?? null;
}

const SINGLE_MARKS = "'\u2018\u2019\u201a\u201b\u2032`\u00b4";
const DOUBLE_MARKS = '"\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb';
const DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212";

/** A word as a pattern that does not mind which marks of quotes and dashes were typed. */
function escapeWord(word: string): string {
  return Array.from(word, (sign) => {
    const alike = [SINGLE_MARKS, DOUBLE_MARKS, DASHES].find((marks) => marks.includes(sign));
    // a dash that comes first in a class stands for itself
    return alike === undefined ? sign.replace(/[\\^$.*+?()[\]{}|/]/, "\\$&") : `[${alike}]`;
  }).join("");
}

/** The base's words stay, those of the others follow: rows and items in its table or list, else behind it. */
export function keepAllPassages(
  point: ComparisonPoint,
  base: ParsedDocument,
  others: readonly ParsedDocument[],
): DraftChange[] | ChangeRefusal {
  const made: DraftChange[] = [];
  for (const winner of others) {
    const side = findVariantSide(point, winner);
    if (!side) continue;
    const change = addPassage(point, { base, winner, side });
    if ("reason" in change) return change;
    made.push(change);
  }
  return made;
}

function addPassage(
  point: ComparisonPoint,
  { base, winner, side }: { base: ParsedDocument; winner: ParsedDocument; side: PointSide },
): DraftChange | ChangeRefusal {
  const mine = findVariantSide(point, base);
  if (!mine)
    return (
      draftRange(point, { base, winner }) ??
      refuseChange("the base says nothing there, so the words have no place", true)
    );
  const sourceSection = side.section;
  const last = base.blocks.findLast(({ start }) => start < mine.end);
  const parts = findAllParts(winner, side);
  if (parts !== null && last !== undefined && isCounterpart({ winner, base }, parts.block, last)) {
    const unfit = findUnfitRow([base, last], [winner, parts]);
    if (unfit !== undefined) return refuseChange(unfit, true);
    const target = {
      kind: "offset",
      at: findPlaceBehind(last, mine),
      depth: 1,
      inside: true,
    } as const;
    const place = { target, section: mine.section, integration: "append" } as const;
    return createAddition(point, winner, { source: parts.at, sourceSection, place });
  }
  const depth = (sectionAt(base, mine.section)?.depth ?? 0) + 1;
  const target = { kind: "offset", at: last?.end ?? mine.end, depth } as const;
  const place: SectionPlacement = { target, section: mine.section, integration: "append" };
  return createAddition(point, winner, {
    source: withoutHeading(winner, side),
    sourceSection,
    place,
  });
}

function findUnfitRow(
  [base, table]: readonly [ParsedDocument, DocumentBlock],
  [winner, { block, first, beyond }]: readonly [
    ParsedDocument,
    { block: DocumentBlock; first: number; beyond: number },
  ],
): string | undefined {
  if (table.kind !== "table") return undefined;
  return block.parts
    .slice(first, beyond)
    .map((row) =>
      fitTableRow(
        { document: base, block: table },
        { document: winner, block },
        { row, replaced: null },
      ),
    )
    .find((fitted) => typeof fitted === "string");
}

function findPlaceBehind(block: DocumentBlock, { end }: TextSpan): number {
  const part = block.parts.findLast(({ start }) => start < end);
  return findPartEnd(block, part) ?? block.end;
}

/** The base has a heading for it already. */
function withoutHeading({ blocks }: ParsedDocument, { start, end }: TextSpan): TextSpan {
  const [first, second] = blocks.filter((block) => start <= block.start && block.start < end);
  return first?.kind === "heading" && second ? { start: second.start, end } : { start, end };
}
