/** A0b, A33b: changes of single passages: by their place, combined, or folded into a section. */
import { normalizeLine } from "../../../documents/align/line-overlap.ts";
import { type PassageRange, findRangeSpan } from "../../../documents/align/passage-units.ts";
import type { ComparisonPoint, PointSide } from "../../../documents/comparison-point.ts";
import {
  type DocumentSection,
  type ParsedDocument,
  type TextSpan,
  readSpanText,
} from "../../../documents/document.ts";
import { chooseNamedSection } from "../rules/named-sections.ts";
import { type SectionPlacement, alignDocuments, sectionAt, trimRules } from "./document-places.ts";
import {
  createAddition,
  type ChangeRefusal,
  type DraftChange,
  type DraftChangeContext,
  refuseChange,
  findVariantSide,
} from "./draft-change.ts";
import { findRowsOffset, findTakenParts, placeParts, type TakenParts } from "./part-places.ts";

/** A0b: a passage that is known by its place in every variant, also where it is missing. */
export function draftRange(
  point: ComparisonPoint,
  { base, winner }: Pick<DraftChangeContext, "base" | "winner">,
): DraftChange | ChangeRefusal | null {
  const rangeIn = ({ variant }: ParsedDocument): PassageRange | undefined =>
    point.ranges?.find((range) => range.variant === variant);
  const [mine, theirs] = [rangeIn(base), rangeIn(winner)];
  if (!mine || !theirs) return null;
  const isFree = point.settled === undefined;
  const findSpan = (document: ParsedDocument, range: PassageRange): TextSpan | null => {
    const span = findRangeSpan(document, range);
    return span === null || !isFree || range.words ? span : trimRules(document, span);
  };
  const [target, source] = [findSpan(base, mine), findSpan(winner, theirs)];
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
  const at = findRangeStart(base, mine, isFree ? findTakenRows(winner, theirs) : null);
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

/** Where something is missing; rows that nobody settled follow those of the table. */
function findRangeStart(
  base: ParsedDocument,
  { inside, first }: PassageRange,
  rows: readonly [ParsedDocument, Omit<TakenParts, "at">] | null,
): number {
  const table = inside === null ? undefined : base.blocks[inside];
  if (rows !== null && table?.kind === "table") return findRowsOffset(rows, [base, table]);
  const spans = inside === null ? base.blocks : (table?.parts ?? []);
  return spans[first]?.start ?? spans.at(-1)?.end ?? base.text.length;
}

function findTakenRows(
  winner: ParsedDocument,
  { inside, first, beyond }: PassageRange,
): readonly [ParsedDocument, Omit<TakenParts, "at">] | null {
  const block = inside === null ? undefined : winner.blocks[inside];
  return block?.kind === "table" ? [winner, { block, first, beyond }] : null;
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
  const answers = alignDocuments(winner, base);
  const near = side && answers.get(side.section);
  const other = chooseNamedSection(winner, title, side?.section);
  const answer = other === null ? undefined : answers.get(other.index);
  const home =
    chooseNamedSection(base, title, near) ??
    (answer === undefined ? undefined : sectionAt(base, answer));
  if (!side || !home)
    return refuseChange("the base has no section like the one it should go into", true);
  // it has its place there already
  if (ranged !== null && "target" in ranged && ranged.targetSection === home.index) return ranged;
  const place = placeAtEnd(base, home);
  const source = trimRules(winner, side);
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
