/** What the analyst of a merge answers: corrections of what code found, and findings of its own. */
import type { Grade } from "./prompt-input.ts";

export const FINDING_CATEGORIES = ["content", "contradiction", "unique"] as const;
export type FindingCategory = (typeof FINDING_CATEGORIES)[number];

/** A difference that code did not find, with the words of each side. */
export interface MergeFinding {
  readonly category: FindingCategory;
  readonly severity: Grade;
  readonly summary: string;
  readonly topic: string | null;
  /** Two or more; one for a unique contribution. A contradiction inside one variant has both sides from it. */
  readonly sides: readonly { readonly variant: number; readonly quote: string }[];
}

export const CORRECTION_ACTIONS = ["drop", "join", "correct", "pair", "part"] as const;

/** A listed point or pair of sections that the analyst sets right. */
export interface MergeCorrection {
  /**
   * drop: the points are no difference. join: they are one point, the first stays. correct: the first one's summary.
   * pair, part: two sections are about the same, or are not; both are named and quoted in `sides`.
   */
  readonly action: (typeof CORRECTION_ACTIONS)[number];
  readonly points: readonly string[];
  readonly summary: string | null;
  readonly sides: readonly { readonly variant: number; readonly quote: string }[];
  readonly because: string;
}

/** Answers `merge.find`. */
export interface MergeFindings {
  readonly findings: readonly MergeFinding[];
  readonly corrections?: readonly MergeCorrection[];
}
