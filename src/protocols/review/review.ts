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
import type { Brief } from "../../domain/brief.ts";
import type { Outcome } from "../../domain/outcome/outcome.ts";
import type { Floor } from "../../protocol.ts";
import { publishReview } from "./documents/publish-review.ts";
import { gatherReviewEvidence } from "./gather-review-evidence.ts";
import { reviewPart } from "./review-part.ts";
import { createReviewTable, type Review } from "./rules/table.ts";
import { isReviewOver } from "./rules/unread-parts.ts";
import { type ReviewSettings } from "./settings.ts";

export async function holdReviewDebate(
  floor: Floor,
  given: Brief,
  settings: ReviewSettings,
): Promise<Outcome> {
  const { brief, askAgain } = await gatherReviewEvidence(floor, given, settings);
  const table = createReviewTable(floor.participants, brief, settings);
  let review: Review = { ...table, reviewed: [] };
  for (const part of table.parts) {
    const { known, one } = await reviewPart(floor, review, { part, askAgain });
    review = { ...review, brief: known, reviewed: [...review.reviewed, one] };
    if (isReviewOver(review)) break;
  }
  return publishReview(floor, review);
}
