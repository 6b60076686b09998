/** The result of step 5 of a merge: the document, the source of each piece, and what happened to every change. */
import type { ComparisonPoint } from "../comparison-point.ts";
import type { TextSpan } from "../document.ts";

/** A run of the output that comes from one place. */
export interface OutputPiece extends TextSpan {
  /** Null for glue and comments of our own: blank lines, provenance. */
  readonly from: {
    readonly variant: number;
    readonly section: number;
    readonly at: TextSpan;
  } | null;
  /** Number of the change that brought it; null for the base's own words. */
  readonly change: number | null;
}

export interface ChangeRecord {
  readonly number: number;
  readonly status: "applied" | "skipped" | "failed";
  /** Why it was not applied, or what was adjusted when it was (heading levels, labels). */
  readonly remarks: readonly string[];
  readonly before: string;
  readonly after: string;
}

/** A number, date, threshold or requirement id of accepted content that the output lacks. */
export interface DroppedAnchor {
  readonly anchor: string;
  readonly kind: "requirement" | "number" | "date" | "threshold";
  readonly variant: number;
  readonly line: number;
  /** Null fails the validation. */
  readonly reason: string | null;
}

export interface MergeCheck {
  readonly name:
    | "structure"
    | "references"
    | "contradictions"
    | "anchors"
    | "topics"
    | "headings"
    | "ids"
    | "front-matter";
  readonly passed: boolean;
  /** What the merge brought in. */
  readonly problems: readonly string[];
  /** What a variant already had: it fails nothing. */
  readonly notes: readonly string[];
}

export interface MergeResult {
  readonly text: string;
  readonly pieces: readonly OutputPiece[];
  readonly records: readonly ChangeRecord[];
  readonly dropped: readonly DroppedAnchor[];
  readonly checks: readonly MergeCheck[];
  /** Contradictions the base did not have (A41). */
  readonly newContradictions: readonly ComparisonPoint[];
}

/** Pieces follow each other without a gap. */
export function findPieceAt(
  pieces: readonly OutputPiece[],
  offset: number,
): OutputPiece | undefined {
  let [low, high] = [0, pieces.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pieces[middle]?.end ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return pieces[low];
}
