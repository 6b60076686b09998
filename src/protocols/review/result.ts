/** L8: the outcome of a review, computed from the turns and nothing else. */
import type { Json } from "../../domain/json.ts";
import {
  type Confidence,
  type DissentingOpinion,
  outcome,
  type Outcome,
  type PositionChange,
} from "../../domain/outcome/outcome.ts";
import { describeAbsenceReason } from "../../domain/round.ts";
import { listDroppedRows, listFindingRows, listPartRows } from "./documents/finding-rows.ts";
import { describeOmission } from "./prompts/shown-change.ts";
import { isAtLeast } from "./reply-values.ts";
import {
  countReview,
  countVoices,
  listBlocking,
  listContested,
  listReviewAbsences,
  listUniformVerdicts,
  type ReviewCounts,
} from "./rules/counts.ts";
import { type JudgedFinding, type JudgedReview, judgeReview } from "./rules/judge-findings.ts";
import { findReviewerName, type Review } from "./rules/table.ts";
import { findAbortingPart, listUnreadParts } from "./rules/unread-parts.ts";

export function computeReviewOutcome(review: Review): Outcome {
  const judged = judgeReview(review);
  const aborting = findAbortingPart(review);
  if (aborting !== null) return abortReview(review, judged, aborting);
  const unread = listUnreadParts(review);
  const blocking = listBlocking(review, judged);
  const contested = listContested(review, judged);
  const around = describeReview(review, judged);
  if (blocking.length > 0) {
    return outcome({
      ...around,
      label: "CHANGES_NEEDED",
      ending: "decided",
      refuted: true,
      confidence: rateConfidence(review, judged, blocking),
      summary: `${countWords(blocking.length, "confirmed finding")} must be dealt with before this is merged.`,
      dissents: listDissents(blocking, "refuted", "approve"),
      result: { outcome: "CHANGES_NEEDED", ...around.result },
    });
  }
  if (contested.length > 0 || unread.length > 0) {
    return outcome({
      ...around,
      label: "CONTESTED",
      ending: "open",
      confidence: "MEDIUM",
      summary: describeContest(review, contested.length),
      dissents: [
        ...listDissents(contested, "found", "change it"),
        ...listDissents(contested, "refuted", "merge it"),
      ],
      choices: CHOICES,
      result: { outcome: "CONTESTED", ...around.result },
    });
  }
  const kept = judged.findings.filter(
    ({ fate, severity }) => fate === "refuted" && isAtLeast(severity, review.settings.changes_from),
  );
  return outcome({
    ...around,
    label: "APPROVED",
    ending: "decided",
    confidence: rateConfidence(review, judged, []),
    summary: describeApproval(judged),
    dissents: listDissents(kept.filter(isMaintained), "found", "change it"),
    result: { outcome: "APPROVED", ...around.result },
  });
}

const CHOICES: NonNullable<Outcome["choices"]> = [
  { id: "merge", label: "merge the change as it is" },
  { id: "change", label: "change it first" },
  { id: "defer", label: "decide later" },
];

function countWords(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

function describeContest(review: Review, findings: number): string {
  const unread = listUnreadParts(review);
  const open = [
    ...(findings > 0 || unread.length === 0
      ? [`${countWords(findings, "finding")} could not be settled`]
      : []),
    ...(unread.length > 0 ? [describeUnread(review, unread)] : []),
  ];
  return `No finding that blocks is confirmed, and ${open.join(", and ")}.`;
}

/** L11: nobody approves what too few have read. */
function describeUnread({ parts, settings }: Review, unread: readonly number[]): string {
  const [which, were] = unread.length === 1 ? ["part", "was"] : ["parts", "were"];
  return `${which} ${unread.join(", ")} of ${parts.length} ${were} read by fewer than ${settings.least_reviewers} reviewers`;
}

function describeApproval({ findings }: JudgedReview): string {
  const minor = findings.filter(({ fate }) => fate === "confirmed").length;
  if (findings.length === 0) return "The reviewers found nothing.";
  const rest = minor === 0 ? "" : ` ${countWords(minor, "smaller finding")} confirmed.`;
  return `No finding that blocks survived the other reviewers.${rest}`;
}

/** L11: too few read a part of it, so nothing is said of the whole. */
function abortReview(review: Review, judged: JudgedReview, part: number): Outcome {
  const reasons = [
    ...new Set(
      listReviewAbsences(review).map(
        ({ reason, detail }) => detail || describeAbsenceReason(reason),
      ),
    ),
  ];
  const where = review.parts.length === 1 ? "the change" : `part ${part} of the change`;
  const around = describeReview(review, judged);
  return outcome({
    ...around,
    label: "ABORTED",
    ending: "failed",
    summary: `Fewer than ${review.settings.least_reviewers} reviewers read ${where}: ${reasons.join("; ")}.`,
    result: { outcome: "ABORTED", ...around.result },
  });
}

/** K19: sure only if everyone was heard and nothing that matters is open. */
function rateConfidence(
  review: Review,
  { findings }: JudgedReview,
  blocking: readonly JudgedFinding[],
): Confidence {
  if (listReviewAbsences(review).length > 0) return "MEDIUM";
  if (findings.some(({ moves }) => moves.some(({ isExplained }) => !isExplained))) return "MEDIUM";
  // one that several found or confirmed, and none refuted, is enough
  const isPlain = blocking.some(
    ({ refuted, answer }) => refuted.length === 0 && answer?.answer !== "reject",
  );
  if (blocking.length > 0) return isPlain ? "HIGH" : "MEDIUM";
  const isOpen = findings.some(
    ({ fate, severity }) => fate !== "refuted" && fate !== "withdrawn" && severity !== "minor",
  );
  return review.reviewers.length > 2 && !isOpen ? "HIGH" : "MEDIUM";
}

function describeReview(review: Review, judged: JudgedReview) {
  const counts = countReview(review, judged);
  const { settings, change } = review;
  return {
    ...countVoices(review),
    absences: listReviewAbsences(review),
    changes: listMoves(judged),
    notes: listNotes(review, counts),
    rounds: 1,
    baseline: {
      distribution: listFirstWords(review),
      choice: null,
      changed: judged.findings.some(({ fate }) => fate !== "confirmed"),
    },
    result: {
      what: settings.what,
      base: settings.base,
      head: settings.head,
      follows: settings.follows,
      counts: { ...counts, fates: { ...counts.fates } },
      findings: listFindingRows(review, judged),
      dropped: listDroppedRows(judged),
      parts: listPartRows(review),
      not_shown: change.files.filter(({ hidden }) => hidden !== null).map(describeOmission),
    } satisfies Record<string, Json>,
  };
}

/** K18: what each reviewer would have said alone. */
function listFirstWords({ reviewed, reviewers, settings }: Review): Record<string, string[]> {
  const said = new Map<string, string[]>();
  for (const { id } of reviewers) {
    const spoken = reviewed.flatMap(({ findings }) =>
      findings.spoken.filter(({ by }) => by === id),
    );
    if (spoken.length === 0) continue;
    const isBlocking = spoken.some(({ reply }) =>
      reply.findings.some(({ severity }) => isAtLeast(severity, settings.changes_from)),
    );
    const word = isBlocking ? "change it" : "approve";
    said.set(word, [...(said.get(word) ?? []), id]);
  }
  return Object.fromEntries(said);
}

/** K5: refutations that were given up. */
function listMoves({ findings }: JudgedReview): PositionChange[] {
  return findings.flatMap(({ id, moves, defences }) =>
    moves.map(({ from, to, isExplained }) => ({
      by: from.by,
      round: 1,
      from: `refute ${id}`,
      to: `${to.given} ${id}`,
      reason: to.reason,
      causes: isExplained ? defences.flatMap(({ claim }) => claim ?? []) : [],
      standing: isExplained ? ("explained" as const) : ("reverted" as const),
    })),
  );
}

function isMaintained({ defences }: JudgedFinding): boolean {
  return defences.some(({ choice }) => choice === "maintain");
}

/** K6: in their own words, each person once. */
function listDissents(
  findings: readonly JudgedFinding[],
  whose: "found" | "refuted",
  holds: string,
): DissentingOpinion[] {
  const said = findings.flatMap(({ id, members, refuted, defences }) => {
    if (whose === "refuted")
      return refuted.map(({ by, reason, claim }) => ({
        by,
        words: reason,
        id: claim ?? id,
        text: reason,
      }));
    return members.map(({ by, claim, scenario, ...member }) => {
      const defence = defences.find((one) => one.by === by && one.choice === "maintain");
      const words = [claim, scenario, ...(defence ? [defence.reason] : [])].join("\n");
      return { by, words, id: member.id, text: claim };
    });
  });
  return [...Map.groupBy(said, ({ by }) => by)].map(([by, own]) => ({
    by,
    holds,
    words: own.map(({ words }) => words).join("\n\n"),
    grounds: own.map(({ id, text }) => ({ id, text })),
    stage: null,
  }));
}

function listNotes(review: Review, counts: ReviewCounts): string[] {
  const { dropped, moved, joined, discounted, fates } = counts;
  // a review that ends at such a part says so in its summary
  const unread = review.settings.unread_parts === "name" ? listUnreadParts(review) : [];
  return [
    ...(unread.length > 0 ? [describeUnread(review, unread)] : []),
    ...(dropped > 0
      ? [`${countWords(dropped, "finding")} dropped: the quote does not occur in the file`]
      : []),
    ...(moved > 0
      ? [`${countWords(moved, "finding")} moved to the lines that the quote stands at`]
      : []),
    ...(joined > 0
      ? [`${countWords(joined, "finding")} joined with the same finding of another reviewer`]
      : []),
    ...(discounted > 0
      ? [
          `${countWords(discounted, "verdict")} counted as "cannot tell": no quote was found, or no reason given`,
        ]
      : []),
    ...(fates["settled before"] > 0
      ? [
          `${countWords(fates["settled before"], "finding")} left out: settled by an earlier review, and the lines are the same`,
        ]
      : []),
    ...listUniformVerdicts(review).map(
      ({ by, verdict, count }) =>
        `${findReviewerName(review, by)} said ${verdict} to all ${count} findings of the others`,
    ),
  ];
}
