/** What was counted: how many findings were filed, moved, dropped, joined, and what came of them. */
import type { RecordedAbsence } from "../../../domain/outcome/outcome.ts";
import { FINDING_FATES, type FindingFate, isAtLeast } from "../reply-values.ts";
import type { JudgedFinding, JudgedReview } from "./judge-findings.ts";
import { listReviewTurns, type Review } from "./table.ts";

export interface ReviewCounts {
  /** As reviewers wrote them. */
  readonly filed: number;
  readonly dropped: number;
  readonly moved: number;
  /** Findings that are part of another by somebody else. */
  readonly joined: number;
  readonly fates: Readonly<Record<FindingFate, number>>;
  /** Verdicts that were given without a quote that is found, or without a reason. */
  readonly discounted: number;
  readonly repairs: number;
}

export function countReview(review: Review, { findings, dropped }: JudgedReview): ReviewCounts {
  const members = findings.flatMap((one) => one.members);
  const fates = Object.fromEntries(
    FINDING_FATES.map((fate) => [fate, findings.filter((one) => one.fate === fate).length]),
  ) as Record<FindingFate, number>;
  const verdicts = findings.flatMap(({ confirmed, refuted, untold }) => [
    ...confirmed,
    ...refuted,
    ...untold,
  ]);
  return {
    filed: members.length + dropped.length,
    dropped: dropped.length,
    moved: members.filter(({ place }) => place.isMoved).length,
    joined: members.length - findings.length,
    fates,
    discounted: verdicts.filter(({ fault }) => fault !== null).length,
    repairs: listReviewTurns(review).filter(({ repaired }) => repaired).length,
  };
}

export function listReviewAbsences(review: Review): RecordedAbsence[] {
  return listReviewTurns(review).flatMap((turn) =>
    turn.kind === "absent"
      ? [
          {
            by: turn.by,
            step: turn.key.split("/", 1)[0] ?? "",
            reason: turn.reason,
            detail: turn.detail,
          },
        ]
      : [],
  );
}

/** Reviewers, and the author where one is seated, who answered at least once. */
export function countVoices(review: Review): {
  readonly present: number;
  readonly expected: number;
} {
  const heard = new Set(
    listReviewTurns(review).flatMap((turn) => (turn.kind === "spoken" ? [turn.by] : [])),
  );
  const asked = new Set(listReviewTurns(review).map(({ by }) => by));
  const seats = new Set([...review.reviewers.map(({ id }) => id), ...asked]);
  return { present: heard.size, expected: seats.size };
}

/** L8: findings for which the change must be changed, and those that leave it open. */
export function listBlocking(
  { settings }: Pick<Review, "settings">,
  { findings }: JudgedReview,
): JudgedFinding[] {
  return findings.filter(
    ({ fate, severity }) => fate === "confirmed" && isAtLeast(severity, settings.changes_from),
  );
}

export function listContested(
  { settings }: Pick<Review, "settings">,
  { findings }: JudgedReview,
): JudgedFinding[] {
  const { contested_from: contested, unconfirmed_from: unconfirmed } = settings;
  return findings.filter(({ fate, severity, silent }) => {
    if (fate === "disputed") return isAtLeast(severity, contested);
    if (fate !== "unconfirmed") return false;
    // L11: where somebody was silent, their silence makes nothing better
    return isAtLeast(severity, silent.length > 0 ? contested : unconfirmed);
  });
}

/** Reviewers whose every verdict is the same, over at least this many findings. */
const MANY_VERDICTS = 4;

export function listUniformVerdicts(
  review: Review,
): { readonly by: string; readonly verdict: string; readonly count: number }[] {
  const given = new Map<string, string[]>();
  for (const one of review.reviewed) {
    for (const { by, reply } of one.cross?.spoken ?? []) {
      const verdicts = reply.verdicts.map(({ verdict }) => verdict);
      given.set(by, [...(given.get(by) ?? []), ...verdicts]);
    }
  }
  return [...given].flatMap(([by, verdicts]) => {
    const [verdict = ""] = verdicts;
    const isUniform = verdicts.length >= MANY_VERDICTS && new Set(verdicts).size === 1;
    return isUniform && verdict !== "cannot tell" ? [{ by, verdict, count: verdicts.length }] : [];
  });
}
