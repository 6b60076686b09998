/**
 * Reviewers look for defects in a change, each with another lens; only what the others cannot refute is reported.
 *
 *   PREFLIGHT  the change cannot be read, is empty or too large ──▶ no debate
 *   evidence   reviewers ask for files beyond the change, at once and blind (with repo; from a checkout)
 *   for each part of the change:
 *     findings   all reviewers at once, blind ─ fewer than two answer ──▶ ABORTED, or the part is named and the next one read
 *        │       quotes checked: moved, or dropped; the same finding of several is joined; settled ones set aside
 *        ├─ nothing found ──▶ next part
 *     (files)    those who examine may ask for files once more (with repo_again)
 *     cross      every other reviewer confirms, refutes or cannot tell, with a quote
 *     answers    the author accepts, in part, or rejects (only where somebody answers for the change)
 *     defence    findings that were refuted or rejected are maintained or withdrawn, once
 *     rulings    those who refuted say whether they still do
 *   computed:
 *     a finding that was confirmed and is bad enough ──▶ CHANGES_NEEDED
 *     one that is disputed, or that nobody could judge, or a part that too few read ──▶ CONTESTED, a person decides
 *     else ──▶ APPROVED
 */
import { defineProtocol } from "../../protocol.ts";
import { CHANGE_SOURCE, isChangeSource } from "./change/change.ts";
import { publishReview } from "./documents/publish-review.ts";
import { gatherReviewEvidence } from "./gather-review-evidence.ts";
import { preflight } from "./preflight.ts";
import { reviewPart } from "./review-part.ts";
import { countCalls, FLAGS } from "./rules/steps.ts";
import { createReviewTable, type Review } from "./rules/table.ts";
import { isReviewOver } from "./rules/unread-parts.ts";
import { AUTHOR_SEAT, REVIEWERS } from "./seats.ts";
import { ReviewSettings } from "./settings.ts";
import { titles } from "./titles.ts";

export const review = defineProtocol({
  id: "review",
  version: 3,
  summary:
    "Reviewers look for defects in a change; only what the others cannot refute is reported.",
  input: "change",
  settings: ReviewSettings,
  seats: REVIEWERS.slice(0, 3),
  seating: (_brief, { reviewers, author }) => [
    ...REVIEWERS.slice(0, reviewers),
    ...(author ? [AUTHOR_SEAT] : []),
  ],
  // of the files that are quoted, prompts show the changed lines
  isShown: (source) => !isChangeSource(source) || source.id === CHANGE_SOURCE,
  flags: FLAGS,
  titles,
  preflight,
  deadlineMs: ({ timeout_per_reply }) => timeout_per_reply * 1000,
  calls: countCalls,

  async run(floor, given, settings) {
    const { brief, askAgain } = await gatherReviewEvidence(floor, given, settings);
    const table = createReviewTable(floor.participants, brief, settings);
    let review: Review = { ...table, reviewed: [] };
    for (const part of table.parts) {
      const { known, one } = await reviewPart(floor, review, { part, askAgain });
      review = { ...review, brief: known, reviewed: [...review.reviewed, one] };
      if (isReviewOver(review)) break;
    }
    return publishReview(floor, review);
  },
});
