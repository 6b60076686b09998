/** A finding of step 1 of a merge: one difference, contradiction or contribution, with every side quoted. */
import type { PassageRange } from "./align/passage-units.ts";
import type { TextSpan } from "./document.ts";

export const CATEGORIES = ["structural", "content", "contradiction", "unique"] as const;
export type PointCategory = (typeof CATEGORIES)[number];

export const SEVERITIES = ["Low", "Medium", "High"] as const;
export type PointSeverity = (typeof SEVERITIES)[number];

/** What one variant says on a point. A variant that says nothing has no side. */
export interface PointSide extends TextSpan {
  readonly variant: number;
  /** Index of its section. */
  readonly section: number;
  readonly line: number;
  /** The variant's own words, cut to a bounded length. */
  readonly quote: string;
}

export type PointKind =
  | "order"
  | "depth"
  | "headings"
  | "approach"
  | "coverage"
  | "detail"
  | "negation"
  | "number"
  | "date"
  | "obligation"
  | "constraint"
  | "sequence"
  | "contribution"
  /** Changed by one side only, against the common ancestor. */
  | "one-sided"
  /** Found by a model; what kind it is, its summary says. */
  | "reported";

export interface ComparisonPoint {
  /** S-001, C-001, X-001, U-001…: contiguous within a category (A15). */
  readonly id: string;
  readonly category: PointCategory;
  readonly kind: PointKind;
  /** Severity of a difference, value of a unique contribution. */
  readonly severity: PointSeverity;
  readonly summary: string;
  /** What it is about, in the words of the headings or the key that was compared; null for the whole document. */
  readonly topic: string | null;
  readonly sides: readonly PointSide[];
  /** A contradiction inside one variant: listed apart (A11), counted in IC, never voted on. */
  readonly within: number | null;
  /** Where it is in each variant, also in those that have nothing there; absent where whole sections are compared. */
  readonly ranges?: readonly PassageRange[];
  /** The variant whose words are taken without a vote: nobody else changed them (A0b). */
  readonly settled?: number;
  /** The points that were joined into this one: what is decided on it is done at each of their places. */
  readonly parts?: readonly ComparisonPoint[];
  /** `code`, or the id of the participant who reported it; its quotes were checked (K7). */
  readonly origin: string;
}

/** How deep headings go and how many there are follows from what is taken. */
const UNVOTED_KINDS: ReadonlySet<PointKind> = new Set(["depth", "headings"]);

/** Not voted: what is inside one variant, what only one side changed, and how headings are counted. */
export function isVotedPoint({ kind, within, settled }: ComparisonPoint): boolean {
  return within === null && settled === undefined && !UNVOTED_KINDS.has(kind);
}
