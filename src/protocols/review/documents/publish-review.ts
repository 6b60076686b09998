/** K20: publishes the review and the suggestions that survived, as far as it could be judged, and returns the outcome. */
import { prependJudgementNotice } from "../../../domain/outcome/judgement.ts";
import type { Outcome } from "../../../domain/outcome/outcome.ts";
import type { Floor } from "../../../protocol.ts";
import { computeReviewOutcome } from "../result.ts";
import { judgeReview } from "../rules/judge-findings.ts";
import type { Review } from "../rules/table.ts";
import { writeReviewDocument } from "./review-document.ts";
import { buildSuggestionPatch, formatPatchName } from "./suggestion-patch.ts";

export async function publishReview(floor: Floor, review: Review): Promise<Outcome> {
  const outcome = floor.weighed(computeReviewOutcome(review));
  await floor.publish(
    "review.md",
    prependJudgementNotice(outcome, writeReviewDocument(review, outcome)),
  );
  for (const finding of judgeReview(review).findings) {
    const isOffered = finding.fate === "confirmed" || finding.fate === "disputed";
    const patch = isOffered ? buildSuggestionPatch(finding) : null;
    if (patch !== null) await floor.publish(formatPatchName(finding), patch);
  }
  return outcome;
}
