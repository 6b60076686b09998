/** K21: all that several drafts say at one place, one after the other. */
import type { ComparisonPoint, PointSide } from "../../../documents/comparison-point.ts";
import {
  type DocumentBlock,
  type ParsedDocument,
  type TextSpan,
} from "../../../documents/document.ts";
import { findPartEnd, type SectionPlacement, sectionAt, trimRules } from "./document-places.ts";
import {
  createAddition,
  type ChangeRefusal,
  type DraftChange,
  refuseChange,
  findVariantSide,
} from "./draft-change.ts";
import { describeUnfitRows, findAllParts, findRowsOffset, isCounterpart } from "./part-places.ts";
import { draftRange } from "./passage-changes.ts";

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
  const last = base.blocks.findLast(({ start, kind }) => start < mine.end && kind !== "rule");
  const parts = findAllParts(winner, side);
  if (parts !== null && last !== undefined && isCounterpart({ winner, base }, parts.block, last)) {
    const unfit = describeUnfitRows([base, last], [winner, parts]);
    if (unfit !== undefined) return refuseChange(unfit, true);
    const target = {
      kind: "offset",
      at:
        last.kind === "table"
          ? findRowsOffset([winner, parts], [base, last])
          : findPlaceBehind(last, mine),
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
    source: trimRules(winner, withoutHeading(winner, side)),
    sourceSection,
    place,
  });
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
