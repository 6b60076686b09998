/** A34, A36: what one point means for the base: a change, or the reason why there is none. */
import { normalizeLine } from "../../../documents/align/line-overlap.ts";
import type { ComparisonPoint, PointSide } from "../../../documents/comparison-point.ts";
import {
  type ParsedDocument,
  type DocumentSection,
  readSpanText,
} from "../../../documents/document.ts";
import {
  alignDocuments,
  describeUnfitRow,
  listDescendants,
  canReplace,
  findHolder,
  placeBeside,
  placeFor,
  sectionAt,
  sectionSpan,
  trimRules,
} from "./document-places.ts";
import {
  createAddition,
  type ChangeRefusal,
  type DraftChange,
  type DraftChangeContext,
  refuseChange,
  createReplacement,
  findVariantSide,
} from "./draft-change.ts";
import { draftParts, draftRange } from "./passage-changes.ts";

/** S, C and X that were agreed for another variant than the base. */
export function draftFor(
  point: ComparisonPoint,
  drafting: DraftChangeContext,
): DraftChange | ChangeRefusal {
  const ranged = draftRange(point, drafting);
  if (ranged !== null) return ranged;
  switch (point.kind) {
    case "order":
      return newOrder(point, drafting);
    case "depth":
    case "headings":
      return refuseChange("headings follow the content that is taken");
    default:
      return isTopic(point, drafting.winner)
        ? draftSection(point, drafting)
        : draftPassage(point, drafting);
  }
}

/** U: a section or a passage that only one variant has. */
export function draftContribution(
  point: ComparisonPoint,
  drafting: DraftChangeContext,
): DraftChange | ChangeRefusal {
  const ranged = draftRange(point, drafting);
  if (ranged !== null) return ranged;
  const { winner } = drafting;
  const side = findVariantSide(point, winner);
  if (!side) return refuseChange("nothing of it is quoted, so nothing can be taken", true);
  const from = sectionAt(winner, side.section);
  return from && isTopic(point, winner)
    ? addedSection(point, drafting, from)
    : addedPassage(point, drafting, side);
}

/** A side that begins with its heading is about the section; any other is about the passage itself. */
function isTopic(point: ComparisonPoint, document: ParsedDocument): boolean {
  const side = findVariantSide(point, document);
  return document.blocks.some(({ kind, start }) => kind === "heading" && start === side?.start);
}

function draftSection(
  point: ComparisonPoint,
  drafting: DraftChangeContext,
): DraftChange | ChangeRefusal {
  const { base, winner } = drafting;
  const [mine, theirs] = [findVariantSide(point, base), findVariantSide(point, winner)];
  const from = theirs && sectionAt(winner, theirs.section);
  if (!theirs || !from) return refuseChange("the winner has nothing on it that could be taken");
  if (!mine) return addedSection(point, drafting, from);
  // a side ends where the next topic begins, which has a point of its own
  return createReplacement(point, winner, {
    source: trimRules(winner, theirs),
    sourceSection: theirs.section,
    at: trimRules(base, mine),
    targetSection: mine.section,
  });
}

/** With its subsections, unless the base has sections that answer them. */
function addedSection(
  point: ComparisonPoint,
  { base, winner }: DraftChangeContext,
  from: DocumentSection,
): DraftChange | ChangeRefusal {
  const answers = alignDocuments(winner, base);
  const whole = listDescendants(winner, from).every((one) => !answers.has(one.index));
  const source = sectionSpan(winner, from, whole);
  if (!source) return refuseChange("the section is empty");
  const place = placeFor(winner, base, from);
  return createAddition(point, winner, { source, sourceSection: from.index, place });
}

/** A passage goes behind the one that answers its neighbour, in the section that answers its own. */
function addedPassage(
  point: ComparisonPoint,
  drafting: DraftChangeContext,
  side: PointSide,
): DraftChange | ChangeRefusal {
  const { base, winner, pairs } = drafting;
  const holder = findHolder(winner, side);
  const answer = alignDocuments(winner, base).get(side.section);
  const home = answer === undefined ? undefined : sectionAt(base, answer);
  if (!holder || holder.kind === "other" || !home) {
    return refuseChange("there is no place in the base for a passage like this", true);
  }
  const parts = draftParts(point, drafting, { side, home });
  if (parts !== null) return parts;
  const place = placeBeside(winner, base, { start: side.start, home, pairs });
  return createAddition(point, winner, { source: holder.at, sourceSection: side.section, place });
}

/** X, and what the analyst found: the paragraph, item or row that says it gives way to the winner's. */
function draftPassage(
  point: ComparisonPoint,
  drafting: DraftChangeContext,
): DraftChange | ChangeRefusal {
  const { base, winner } = drafting;
  const [mine, theirs] = [findVariantSide(point, base), findVariantSide(point, winner)];
  if (!theirs) return refuseChange("the winner has nothing on it that could be taken");
  if (!mine) return addedPassage(point, drafting, theirs);
  const [target, source] = [findHolder(base, mine), findHolder(winner, theirs)];
  const row = target && source && describeUnfitRow([base, target], [winner, source]);
  if (row) return refuseChange(`${row}, so it has to be done by hand`, true);
  if (!target || !source || !canReplace(source, target)) {
    return refuseChange(
      "the two passages are of kinds that cannot stand for each other, so it has to be done by hand",
      true,
    );
  }
  if (
    normalizeLine(readSpanText(base, target.at)) === normalizeLine(readSpanText(winner, source.at))
  ) {
    return refuseChange("the base says it in the same words already");
  }
  return createReplacement(point, winner, {
    source: source.at,
    sourceSection: source.section,
    at: target.at,
    targetSection: target.section,
  });
}

/** Sections of the base that answer the winner's take the winner's order; the others stay behind their neighbours. */
function newOrder(
  point: ComparisonPoint,
  { base, winner }: DraftChangeContext,
): DraftChange | ChangeRefusal {
  const answers = alignDocuments(winner, base);
  const siblings = listOutline(base);
  const wanted = listOutline(winner)
    .flatMap((index) => answers.get(index) ?? [])
    .filter((index) => siblings.includes(index));
  const groups = groupSiblings(siblings, new Set(wanted));
  const heads = groups.flatMap(([head]) =>
    head !== undefined && wanted.includes(head) ? [head] : [],
  );
  if (wanted.length < 2 || wanted.join() === heads.join()) {
    return refuseChange("the base's sections are in that order already");
  }
  const led = new Map(groups.map((group) => [group[0], group]));
  const rest = groups.filter(([head]) => head === undefined || !wanted.includes(head));
  const sections = [...rest.flat(), ...wanted.flatMap((index) => led.get(index) ?? [])];
  return {
    point,
    from: winner.variant,
    source: null,
    sourceSection: 0,
    targetSection: siblings[0] ?? 0,
    target: { kind: "order", sections },
    integration: "restructure",
    risk: "High",
  };
}

/** The sections that structure the document: those under its one title, else its top level. */
function listOutline({ sections }: ParsedDocument): readonly number[] {
  const tops = sections.filter(({ parent, index }) => parent === null && index !== 0);
  const [only, second] = tops;
  return only && !second && only.depth === 1 ? only.children : tops.map(({ index }) => index);
}

/** Each wanted section with those behind it that nobody moves. */
function groupSiblings(siblings: readonly number[], wanted: ReadonlySet<number>): number[][] {
  const groups: number[][] = [];
  for (const index of siblings) {
    const last = groups.at(-1);
    if (last === undefined || wanted.has(index)) groups.push([index]);
    else last.push(index);
  }
  return groups;
}
