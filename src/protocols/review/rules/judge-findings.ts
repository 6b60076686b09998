/**
 * L7: what came of every finding, computed. Its supporters are those who found it, those who confirm it and an author who
 * accepts it; against it are those who refute it and an author who rejects it with a quote.
 */
import { SEVERITIES, type FindingFate, type Severity } from "../reply-values.ts";
import { type DroppedFinding, type JoinedFinding, placeFindings } from "./findings.ts";
import type { PartReview, Review, ReviewTable } from "./table.ts";
import {
  type CountedAnswer,
  type CountedDefence,
  type CountedVerdict,
  countAnswers,
  countDefences,
  countVerdicts,
  isExaminer,
  isExplainedMove,
} from "./verdicts.ts";

export interface JudgedFinding extends JoinedFinding {
  readonly part: number;
  readonly fate: FindingFate;
  readonly severity: Severity;
  /** Beside those who found it. */
  readonly confirmed: readonly CountedVerdict[];
  readonly refuted: readonly CountedVerdict[];
  readonly untold: readonly CountedVerdict[];
  /** Reviewers who should have said something about it and did not. */
  readonly silent: readonly string[];
  readonly answer: CountedAnswer | null;
  readonly defences: readonly CountedDefence[];
  /** Refutations that were given up after the defence, and whether something explains that (K5). */
  readonly moves: readonly {
    readonly from: CountedVerdict;
    readonly to: CountedVerdict;
    readonly isExplained: boolean;
  }[];
}

export interface JudgedReview {
  readonly findings: readonly JudgedFinding[];
  readonly dropped: readonly DroppedFinding[];
}

export function judgeReview(review: Review): JudgedReview {
  const parts = review.reviewed.map((one) => judgePart(review, one));
  return {
    findings: parts.flatMap(({ findings }) => findings),
    dropped: parts.flatMap(({ dropped }) => dropped),
  };
}

export function judgePart(table: ReviewTable, one: PartReview): JudgedReview {
  const { joined, dropped } = placeFindings(table, one);
  const open = joined.filter(({ earlier }) => earlier === null);
  const verdicts = countVerdicts(one.cross, open);
  const rulings = countVerdicts(one.rulings, open);
  const answers = countAnswers(one, open);
  const defences = countDefences(one, open);
  const findings = joined.map((finding) =>
    judgeFinding(table, finding, {
      part: one.part.number,
      verdicts: verdicts.get(finding.id) ?? [],
      rulings: rulings.get(finding.id) ?? [],
      answer: answers.get(finding.id) ?? null,
      defences: defences.get(finding.id) ?? [],
      isCrossed: one.cross !== null,
    }),
  );
  return { findings, dropped };
}

interface SaidOfFinding {
  readonly part: number;
  readonly verdicts: readonly CountedVerdict[];
  readonly rulings: readonly CountedVerdict[];
  readonly answer: CountedAnswer | null;
  readonly defences: readonly CountedDefence[];
  readonly isCrossed: boolean;
}

function judgeFinding(
  { reviewers }: ReviewTable,
  finding: JoinedFinding,
  said: SaidOfFinding,
): JudgedFinding {
  const { part, verdicts, rulings, answer, defences, isCrossed } = said;
  const moves = verdicts.flatMap((from) => {
    const to = rulings.find(({ by }) => by === from.by);
    if (from.verdict !== "refute" || !to || to.given === "refute") return [];
    return [{ from, to, isExplained: isExplainedMove(to, defences) }];
  });
  const final = verdicts.map((one) => {
    const move = moves.find(({ from }) => from === one);
    return move?.isExplained ? { ...move.to, verdict: move.to.given } : one;
  });
  const confirmed = final.filter(({ verdict }) => verdict === "confirm");
  const refuted = final.filter(({ verdict }) => verdict === "refute");
  const untold = final.filter(({ verdict }) => verdict === "cannot tell");
  const examiners = reviewers.filter(({ id }) => isExaminer(finding, id));
  const silent = isCrossed
    ? examiners.filter(({ id }) => !verdicts.some(({ by }) => by === id)).map(({ id }) => id)
    : [];
  const counted = { ...finding, part, confirmed, refuted, untold, silent, answer, defences, moves };
  return { ...counted, fate: findFate(counted), severity: rateSeverity(counted) };
}

type Counted = Omit<JudgedFinding, "fate" | "severity">;

function findFate(counted: Counted): FindingFate {
  const { members, earlier, confirmed, refuted, silent, answer, defences } = counted;
  if (earlier !== null) return "settled before";
  if (answer?.answer === "accept") return "confirmed";
  const left = members.filter(
    ({ by }) => !defences.some((one) => one.by === by && one.choice === "withdraw"),
  );
  const supporters = left.length + confirmed.length;
  if (supporters === 0) return "withdrawn";
  const support = supporters - 1;
  const against = refuted.length + (answer?.answer === "reject" ? 1 : 0);
  if (support > against) return "confirmed";
  // L11: had the silent confirmed it, it would not be refuted
  if (against > support + silent.length) return "refuted";
  return against === 0 ? "unconfirmed" : "disputed";
}

/** At least half of those who stand behind it rate it this severe or worse. */
function rateSeverity({ members, confirmed }: Counted): Severity {
  const ratings = [
    ...members.map(({ severity }) => severity),
    ...confirmed.flatMap(({ severity }) => severity ?? []),
  ];
  const ranks = ratings.map((one) => SEVERITIES.indexOf(one)).sort((a, b) => a - b);
  return SEVERITIES[ranks[Math.floor((ranks.length - 1) / 2)] ?? 0] ?? "minor";
}

/** Findings that a reviewer has to judge. */
export function listForExaminer(
  table: ReviewTable,
  one: PartReview,
  reviewer: string,
): readonly JoinedFinding[] {
  return listOpenFindings(table, one).filter((finding) => isExaminer(finding, reviewer));
}

export function listOpenFindings(table: ReviewTable, one: PartReview): readonly JoinedFinding[] {
  return placeFindings(table, one).joined.filter(({ earlier }) => earlier === null);
}

/** L6: findings that were refuted or rejected and not accepted: their authors may defend them once. */
export function listForDefence(
  table: ReviewTable,
  one: PartReview,
  reviewer: string,
): readonly JudgedFinding[] {
  return judgePart(table, one).findings.filter(
    (finding) => isAttacked(finding) && !isExaminer(finding, reviewer),
  );
}

function isAttacked({ earlier, refuted, answer }: JudgedFinding): boolean {
  if (earlier !== null || answer?.answer === "accept") return false;
  return refuted.length > 0 || answer?.answer === "reject";
}

/** Defended findings that a reviewer has refuted. */
export function listForRuling(
  table: ReviewTable,
  one: PartReview,
  reviewer: string,
): readonly JudgedFinding[] {
  return judgePart(table, one).findings.filter(
    ({ refuted, defences }) =>
      refuted.some(({ by }) => by === reviewer) &&
      defences.some(({ choice }) => choice === "maintain"),
  );
}
