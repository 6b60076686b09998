/** K21: agreed pieces that follow each other in their draft come in as one passage. */
import type { ParsedDocument, TextSpan } from "../../../documents/document.ts";
import { describeUnfitRows } from "./part-places.ts";
import type { PassagePiece } from "./passage-pieces.ts";

/** Whole passages of one draft that follow each other there. */
export interface PieceGroup extends Pick<PassagePiece, "document" | "kind" | "block" | "section"> {
  readonly at: TextSpan;
  readonly words: TextSpan;
  readonly isWhole: boolean;
  readonly size: number;
}

export function groupPieces(pieces: readonly PassagePiece[]): PieceGroup[] {
  const groups: PieceGroup[] = [];
  for (const { document, kind, block, section, isWhole, unit, words } of pieces) {
    const last = groups.at(-1);
    const isNext =
      last?.document === document &&
      last.at.end <= unit.start &&
      document.text.slice(last.at.end, unit.start).trim() === "";
    const isSame =
      isNext && (last.block === block || (isWholeBlock(last) && isWholeBlock({ kind, block })));
    if (last === undefined || !(isSame && isWhole && last.isWhole)) {
      const at = { start: unit.start, end: unit.end };
      groups.push({ document, kind, block, section, at, words, isWhole, size: 1 });
    } else {
      const at = { start: last.at.start, end: unit.end };
      const joined = { start: last.words.start, end: words.end };
      groups.splice(-1, 1, { ...last, kind, at, words: joined, size: last.size + 1 });
    }
  }
  return groups;
}

function isWholeBlock({ kind, block }: Pick<PassagePiece, "kind" | "block">): boolean {
  return kind === "other" || (kind === "paragraph" && block.parts.length === 0);
}

/** Whether a group can take the place of these rows, items or blocks of the base. */
export function fitsRun(
  base: ParsedDocument,
  [first]: readonly PassagePiece[],
  group: PieceGroup,
): boolean {
  if (first === undefined) return false;
  if (first.kind === "row" || group.kind === "row")
    return (
      first.kind === group.kind &&
      describeUnfitRows([base, first.block], [group.document, group]) === undefined
    );
  return first.kind !== "item" || group.kind === "item" || group.kind === "paragraph";
}
