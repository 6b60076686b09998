/** J17, K5: a changed vote has a cause that bears on it, and a changed confidence has a reason. */
import type { Claim } from "../../../domain/claim.ts";
import type { Evidence } from "../../../domain/evidence/evidence.ts";
import { findCauseProblems } from "../../../domain/outcome/change-cause.ts";
import { meetsCondition } from "../../../text/met-condition.ts";
import { findHollowness } from "../../../text/substance.ts";
import type { JudgeResponse, Recommendation } from "../replies.ts";

export interface ChangeDutyContext {
  readonly by: string;
  readonly before: Pick<Recommendation, "option" | "confidence" | "would_change_my_mind">;
  /** Every point of round 1. */
  readonly visible: readonly Claim[];
  readonly isVerified: (evidence: Evidence) => boolean;
}

/** What is wrong with the cause of a changed vote; empty where it did not change. */
export function findChangeProblems(
  { option, changed_because }: Pick<JudgeResponse, "option" | "changed_because">,
  { by, before, visible, isVerified }: ChangeDutyContext,
): string[] {
  if (option === before.option) return [];
  const cause = changed_because && {
    claims: changed_because.claims,
    evidence: changed_because.evidence.map((one) => ({ ...one, verified: isVerified(one) })),
  };
  const problems = findCauseProblems(cause, {
    by,
    visible,
    seenBefore: NOTHING,
    move: {
      left: before.option,
      taken: option,
      bears: ({ text, detail }) =>
        meetsCondition(before.would_change_my_mind, `${text} ${detail ?? ""}`),
    },
  });
  if (problems.length > 0 || !changed_because) return problems;
  const named = visible.filter(({ id }) => changed_because.claims.includes(id));
  const judged = [
    ...named.flatMap(({ text, detail }) => [text, detail ?? ""]),
    ...changed_because.evidence.map(({ quote }) => quote),
  ].join(" ");
  const hollow = findHollowness(changed_because.explanation, { judged, mayAgree: true });
  return hollow === null ? [] : [`the explanation does not say what convinced you (${hollow})`];
}

/** Round 1 is blind, so nothing shown in round 2 was known before. */
const NOTHING: ReadonlySet<string> = new Set();

export const CONFIDENCE_STEP = 10;

/** J16: a confidence that moved by 10 or more has a reason; what changed the vote is one. */
export function findConfidenceProblem(
  { option, confidence, changed_because, confidence_because }: JudgeResponse,
  before: Pick<Recommendation, "option" | "confidence">,
): string | null {
  if (Math.abs(confidence - before.confidence) < CONFIDENCE_STEP) return null;
  if (option !== before.option && changed_because !== null) return null;
  const reason = confidence_because ?? "";
  const hollow = findHollowness(reason, { mayAgree: true, rule: { minimumWords: 4 } });
  if (hollow === null) return null;
  return `the confidence changed from ${before.confidence} to ${confidence}, and confidence_because does not say why`;
}
