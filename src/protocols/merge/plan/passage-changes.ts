/** A0b, A33b: changes of single passages: by their place, combined, or folded into a section. */
import { normalizeLine } from "../../../documents/align/line-overlap.ts";
import { type PassageRange, findRangeSpan } from "../../../documents/align/passage-units.ts";
import type { ComparisonPoint, PointSide } from "../../../documents/comparison-point.ts";
import {
  type DocumentBlock,
  type DocumentSection,
  type ParsedDocument,
  type TextSpan,
  readSpanText,
} from "../../../documents/document.ts";
import { foldTitle } from "../rules/vote-choice.ts";
import { type SectionPlacement, alignDocuments, findHolder, sectionAt } from "./document-places.ts";
import {
  createAddition,
  type ChangeRefusal,
  type DraftChange,
  type DraftChangeContext,
  refuseChange,
  createReplacement,
  findVariantSide,
} from "./draft-change.ts";
import { findTakenParts, placeParts } from "./part-places.ts";

/** A0b: a passage that is known by its place in every variant, also where it is missing. */
export function draftRange(
  point: ComparisonPoint,
  { base, winner }: Pick<DraftChangeContext, "base" | "winner">,
): DraftChange | ChangeRefusal | null {
  const rangeIn = ({ variant }: ParsedDocument): PassageRange | undefined =>
    point.ranges?.find((range) => range.variant === variant);
  const [mine, theirs] = [rangeIn(base), rangeIn(winner)];
  if (!mine || !theirs) return null;
  const [target, source] = [findRangeSpan(base, mine), findRangeSpan(winner, theirs)];
  if (target === null && source === null) return refuseChange("neither has anything there");
  const sourceSection = sectionOfRange(winner, theirs);
  const targetSection = sectionOfRange(base, mine);
  if (target !== null) {
    if (!mine.words && source !== null && readPlain(base, target) === readPlain(winner, source))
      return refuseChange("the base says it in the same words already");
    const place = { kind: "span", at: target, ...findKeptForm(point, base, mine) } as const;
    const change = { from: winner.variant, source, sourceSection, target: place, targetSection };
    return { ...change, point, integration: "replace", risk: "Medium" };
  }
  const spans = mine.inside === null ? base.blocks : (base.blocks[mine.inside]?.parts ?? []);
  const at = spans[mine.first]?.start ?? spans.at(-1)?.end ?? base.text.length;
  const levels = winner.blocks
    .slice(theirs.inside ?? theirs.first, theirs.inside ?? theirs.beyond)
    .flatMap(({ kind, depth }) => (kind === "heading" ? [depth] : []));
  const moved = point.settled === undefined ? 0 : findLevelShift(base, winner, theirs);
  const depth = levels.length > 0 ? Math.min(...levels) + moved : 1;
  const inside = mine.inside === null ? {} : ({ inside: true } as const);
  return {
    point,
    from: winner.variant,
    source,
    sourceSection,
    target: { kind: "offset", at, depth, ...inside },
    targetSection,
    integration: "insert",
    risk: "Low",
  };
}

/** Lines are taken as lines; what only one side changed keeps the levels of its headings. */
function findKeptForm(
  { settled }: ComparisonPoint,
  { blocks }: ParsedDocument,
  { inside, words }: PassageRange,
): { readonly kept?: "levels" | "lines" } {
  if (words !== undefined && inside !== null && blocks[inside]?.kind !== "paragraph")
    return { kept: "lines" };
  return settled === undefined ? {} : { kept: "levels" };
}

/** By how many levels the base moved the sections around a passage; 0 where none of them has an answer there. */
function findLevelShift(
  base: ParsedDocument,
  winner: ParsedDocument,
  { first }: PassageRange,
): number {
  const answers = alignDocuments(winner, base);
  let section = sectionAt(winner, winner.blocks[first]?.section ?? 0);
  while (section !== undefined && section.index !== 0) {
    const answer = sectionAt(base, answers.get(section.index) ?? 0);
    if (answer !== undefined && answer.index !== 0) return answer.depth - section.depth;
    section = section.parent === null ? undefined : sectionAt(winner, section.parent);
  }
  return 0;
}

function sectionOfRange({ blocks }: ParsedDocument, range: PassageRange): number {
  const empty = range.beyond <= range.first;
  return blocks[range.inside ?? Math.max(0, range.first - (empty ? 1 : 0))]?.section ?? 0;
}

function readPlain(document: ParsedDocument, span: TextSpan): string {
  return normalizeLine(readSpanText(document, span));
}

/** U: at the end of the section that it was voted into. */
export function foldedInto(
  point: ComparisonPoint,
  { base, winner }: Pick<DraftChangeContext, "base" | "winner">,
  title: string,
): DraftChange | ChangeRefusal {
  const side = findVariantSide(point, winner);
  const ranged = draftRange(point, { base, winner });
  const named = (document: ParsedDocument): DocumentSection | undefined =>
    document.sections.find((one) => one.title !== "" && foldTitle(one.title) === title);
  const other = named(winner);
  const answer = other && alignDocuments(winner, base).get(other.index);
  const home = named(base) ?? (answer === undefined ? undefined : sectionAt(base, answer));
  if (!side || !home)
    return refuseChange("the base has no section like the one it should go into", true);
  // it has its place there already
  if (ranged !== null && "target" in ranged && ranged.targetSection === home.index) return ranged;
  const place = placeAtEnd(base, home);
  const source = { start: side.start, end: side.end };
  return (
    draftParts(point, { base, winner }, { side, home }) ??
    createAddition(point, winner, { source, sourceSection: side.section, place })
  );
}

function placeAtEnd(base: ParsedDocument, home: DocumentSection): SectionPlacement {
  const at = base.blocks[home.beyond - 1]?.end ?? home.ownEnd;
  const target = { kind: "offset", at, depth: home.depth + 1 } as const;
  return { target, section: home.index, integration: "append" };
}

/**
 * Rows and items go into the base's table or list. A row whose table has no counterpart there brings the whole table:
 * it cannot stand outside of one. Null where the side is neither.
 */
export function draftParts(
  point: ComparisonPoint,
  { base, winner }: Pick<DraftChangeContext, "base" | "winner">,
  { side, home }: { readonly side: PointSide; readonly home: DocumentSection },
): DraftChange | ChangeRefusal | null {
  const parts = findTakenParts(winner, side);
  if (parts === null) return null;
  const place = placeParts(winner, base, { parts, home });
  if (typeof place === "string") return refuseChange(place, true);
  const sourceSection = side.section;
  if (place !== null)
    return createAddition(point, winner, { source: parts.at, sourceSection, place });
  if (parts.block.kind === "list") return null;
  const { start, end } = parts.block;
  const whole = { source: { start, end }, sourceSection, place: placeAtEnd(base, home) };
  return createAddition(point, winner, whole);
}

/** The words that were agreed on, in their order: the first takes the place of the base's, the others follow. */
export function combinePassages(
  point: ComparisonPoint,
  base: ParsedDocument,
  pieces: readonly { readonly winner: ParsedDocument; readonly quote: string }[],
): DraftChange[] | ChangeRefusal {
  const mine = findVariantSide(point, base);
  if (!mine) return refuseChange("the base says nothing there, so the words have no place", true);
  const found = pieces.map(({ winner, quote }) => {
    const start = winner.text.indexOf(quote);
    const span = start === -1 ? null : { start, end: start + quote.length };
    return { winner, span, holder: span && findHolder(winner, span) };
  });
  if (found.some(({ span }) => span === null))
    return refuseChange("its pieces are quoted with other white space than they have", true);
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
