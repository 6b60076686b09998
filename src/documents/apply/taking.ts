import type { ParsedDocument, TextSpan } from "../document.ts";
import type { DocumentExcerpt } from "../markdown/document-excerpt.ts";
/** What a change takes from whom, and what of the base gives way to it. */
import type { MergeChange } from "./change-plan.ts";

export interface TakenExcerpt {
  readonly change: MergeChange;
  readonly from: ParsedDocument;
  readonly excerpt: DocumentExcerpt;
}

export interface BlockReplacement extends TakenExcerpt {
  readonly at: DocumentExcerpt;
  readonly span: TextSpan;
}

/** Goes between the blocks `gap - 1` and `gap`. */
export interface BlockInsertion extends TakenExcerpt {
  readonly gap: number;
  /** The level that its headings are to have. */
  readonly depth: number;
}
