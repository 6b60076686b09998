/** A34, A36: what was agreed on, and cannot take the place of what the base says instead: it is put where it belongs. */
import type { ComparisonPoint } from "../../../documents/comparison-point.ts";
import { type ParsedDocument, type TextSpan, containsSpan } from "../../../documents/document.ts";
import { listRowCells } from "../../../documents/markdown/table-columns.ts";
import {
  createRemoval,
  type ChangeRefusal,
  type DraftChange,
  type DraftChangeContext,
  refuseChange,
  findVariantSide,
} from "./draft-change.ts";
import { draftContribution } from "./draft-changes.ts";
import { cutIntoPieces } from "./passage-pieces.ts";
import type { Fate } from "./point-fates.ts";

/** A part of a point that nothing is done about, and why. */
export interface PartRefusal {
  readonly part: ComparisonPoint;
  readonly refusal: ChangeRefusal;
}

/** Why nothing has to be done. */
export const BY_OTHERS = "by other changes";
const DONE_ELSEWHERE = `the base's words give way, and the winner's come, ${BY_OTHERS}`;

const KEPT_ELSEWHERE = `what stays of the base's words is decided, and the winner's come, ${BY_OTHERS}`;

/** The base's words go, and the winner's come where its own section is answered; what other changes do is done. */
export function placeElsewhere(
  part: ComparisonPoint,
  { base, winner, pairs }: DraftChangeContext,
  { refusal, sure }: { readonly refusal: ChangeRefusal; readonly sure: readonly DraftChange[] },
): readonly DraftChange[] | ChangeRefusal {
  const [mine, theirs] = [findVariantSide(part, base), findVariantSide(part, winner)];
  if (!mine || !theirs) return refusal;
  const isGone = sure.some(({ target }) => target.kind === "span" && containsSpan(target.at, mine));
  const isComing = sure.some(
    ({ from, source }) =>
      from === winner.variant && source !== null && containsSpan(source, theirs),
  );
  if (isGone && isComing) return refuseChange(DONE_ELSEWHERE);
  const found = isGone ? undefined : findLeavingWords(base, mine);
  if (found === null) return refusal;
  // what another decision keeps of them stays
  const leaving = found && sure.some((one) => changesWithin(one, found)) ? undefined : found;
  if (leaving === undefined && isComing) return refuseChange(KEPT_ELSEWHERE);
  const coming = isComing
    ? undefined
    : draftContribution({ ...part, sides: [theirs] }, { base, winner, pairs });
  if (coming !== undefined && "reason" in coming) return refusal;
  const { section } = mine;
  return [
    ...(leaving === undefined ? [] : [createRemoval(part, base, { at: leaving, section })]),
    ...(coming === undefined ? [] : [coming]),
  ];
}

/** A combination of words that has some of these among it. */
function changesWithin({ target }: DraftChange, { start, end }: TextSpan): boolean {
  if (target.kind === "span")
    return containsSpan({ start, end }, target.at) && !containsSpan(target.at, { start, end });
  return target.kind === "offset" && target.words === true && start < target.at && target.at < end;
}

/** Whole sentences or a whole paragraph, item or row; null where what is left would say nothing. */
function findLeavingWords(base: ParsedDocument, words: TextSpan): TextSpan | null {
  const isHeading = base.blocks.some(
    ({ kind, start }) => kind === "heading" && words.start <= start && start < words.end,
  );
  if (isHeading) return null;
  const [piece, other] = cutIntoPieces(base, words);
  if (piece === undefined || other !== undefined || piece.kind === "other") return null;
  if (piece.isWhole) return piece.unit;
  const { text } = base;
  const cells = piece.kind === "row" ? listRowCells(base, piece.unit) : [piece.unit];
  const around = cells.find((cell) => containsSpan(cell, piece.words));
  if (around === undefined) return null;
  const before = text.slice(around.start, piece.words.start);
  const after = text.slice(piece.words.end, around.end);
  const isSentence =
    /(?:^|[.!?]["')\]]*\s+)$/.test(before) && /[.!?]["')\]]*$/.test(text.slice(0, piece.words.end));
  return isSentence && `${before}${after}`.trim() !== "" ? piece.words : null;
}

/** The winner's words come with a section of their own, too: then the base's go, and they stand once. */
export function dropTwin(
  fate: Fate,
  drafting: DraftChangeContext | null,
  coming: readonly DraftChange[],
): Fate {
  const { point } = fate;
  if (drafting === null || point.category !== "contradiction") return fate;
  const others = coming.filter((draft) => draft.point.id !== point.id);
  const isTwin = ({ from, source }: DraftChange): boolean =>
    source !== null &&
    others.some(
      (other) => other.from === from && other.source !== null && containsSpan(other.source, source),
    );
  if (!fate.drafts.some(isTwin)) return fate;
  const unsure = refuseChange("it stands twice", true);
  const made = placeElsewhere(point, drafting, { refusal: unsure, sure: others });
  if ("reason" in made) {
    // what both changes replace is settled when they are applied
    if (made.reason !== KEPT_ELSEWHERE) return fate;
    const refusals = [{ part: point, refusal: made }];
    return { ...fate, drafts: [], refusals, variant: fate.drafts[0]?.from ?? null };
  }
  return { ...fate, drafts: made.map((draft) => ({ ...draft, point })) };
}
