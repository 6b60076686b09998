/** Step 4 of a merge: what to take from where, and where it goes. Offsets refer to the original documents. */
import type { PointSeverity } from "../comparison-point.ts";
import type { TextSpan } from "../document.ts";

export const INTEGRATIONS = ["replace", "append", "insert", "restructure"] as const;
export type IntegrationKind = (typeof INTEGRATIONS)[number];

/** What a change does to the base. */
export type ChangeTarget =
  /** These characters of the base give way to the source's. */
  | {
      readonly kind: "span";
      readonly at: TextSpan;
      /** What is taken is not fitted to the place: the levels of headings, or whole lines, are part of the change. */
      readonly kept?: "levels" | "lines";
    }
  /**
   * The source is put in at this offset of the base: between blocks, with `inside` between items or rows, with `words`
   * between words of one block.
   */
  | {
      readonly kind: "offset";
      readonly at: number;
      readonly depth: number;
      readonly inside?: true;
      readonly words?: true;
    }
  /** The base's sections of one parent take this order; indices of base sections. */
  | { readonly kind: "order"; readonly sections: readonly number[] };

export interface MergeChange {
  /** Counted from 1; its name in plan, log, comments and `--revert`. */
  readonly number: number;
  /** The point that it follows from (A34). */
  readonly point: string;
  /** The variant whose words are taken; for a new order, the one whose order it is. */
  readonly from: number;
  /** The characters that are taken; null for a new order, and where words of the base are left out. */
  readonly source: TextSpan | null;
  readonly sourceSection: number;
  /** Section of the base where it lands. */
  readonly targetSection: number;
  readonly target: ChangeTarget;
  readonly integration: IntegrationKind;
  /** Low adds, Medium modifies, High restructures. */
  readonly risk: PointSeverity;
  readonly rationale: string;
  /** Ids of what is taken that mean something else in the base, and the free ones they get. */
  readonly renames?: readonly IdRename[];
  /** The base's weakness that it mends, where the debate named one (A35). */
  readonly mends: string | null;
  /** False when a person struck it out; it is then listed and not applied. */
  readonly approved: boolean;
}

export interface IdRename {
  readonly id: string;
  readonly as: string;
}

/** A difference that changes nothing, and why (A36). */
export interface OmittedDifference {
  readonly point: string;
  readonly variant: number | null;
  readonly reason: string;
}

export interface RefactorPlan {
  /** The variant that everything is merged into. */
  readonly into: number;
  readonly changes: readonly MergeChange[];
  readonly unmade: readonly OmittedDifference[];
}
