/** What a change takes from whom, and what of the base gives way to it. */
import type { PlannedChange } from "./change.ts";
import type { Document, Span } from "./document.ts";
import type { Excerpt } from "./excerpt.ts";

export interface Taking {
  readonly change: PlannedChange;
  readonly from: Document;
  readonly excerpt: Excerpt;
}

export interface Replacement extends Taking {
  readonly at: Excerpt;
  readonly span: Span;
}

/** Goes between the blocks `gap - 1` and `gap`. */
export interface Insertion extends Taking {
  readonly gap: number;
  /** The level that its headings are to have. */
  readonly depth: number;
}
