/** The figures of the rules that nobody can set. */

/** Below it, a participant is in significant disagreement, and a mandatory one can only be overruled by name. */
export const VETO_BELOW = 70;

/** A rise this large has a cause, or it does not count. */
export const RISE = 10;

/** A proposal is at most a page. */
export const PAGE_WORDS = 600;

/** What is agreed stays word for word, so a proposal may outgrow the page up to here; a longer one is sent back. */
export const MOST_PAGE_WORDS = 1_000;
