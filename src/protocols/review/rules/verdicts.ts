/**
 * L4-L6: what counts of what reviewers and the author say about a finding. A verdict needs a reason that says something
 * and a quote that is found; else it counts as "cannot tell". Silence is none of these.
 */
import type { Claim } from "../../../domain/claim.ts";
import type { CheckedEvidence } from "../../../domain/evidence/evidence.ts";
import type { Round, Spoken } from "../../../domain/round.ts";
import { findHollowness } from "../../../text/substance.ts";
import type {
  AnswerToFinding,
  DefenceOfFinding,
  VerdictOnFinding,
  VerdictsReply,
} from "../replies.ts";
import type { AuthorAnswer, FindingVerdict, Severity } from "../reply-values.ts";
import type { JoinedFinding } from "./findings.ts";
import type { PartReview } from "./table.ts";

/** One reviewer's word on one finding, as it counts. */
export interface CountedVerdict {
  readonly by: string;
  readonly key: string;
  readonly given: FindingVerdict;
  readonly verdict: FindingVerdict;
  readonly severity: Severity | null;
  readonly reason: string;
  readonly evidence: readonly CheckedEvidence[];
  /** Id of its claim; null for "cannot tell", which claims nothing. */
  readonly claim: string | null;
  /** Why it counts as "cannot tell" although it was given as something else. */
  readonly fault: string | null;
}

interface Entry {
  readonly finding: string;
  readonly reason: string;
}

/** The first entry of every finding that was asked about; the rest is left out. */
export function listAskedEntries<E extends Entry>(
  entries: readonly E[],
  ids: ReadonlySet<string>,
): E[] {
  const seen = new Set<string>();
  return entries.filter(({ finding }) => {
    if (!ids.has(finding) || seen.has(finding)) return false;
    seen.add(finding);
    return true;
  });
}

/** Its claims are in the order of its entries. */
function pairWithClaims<E extends Entry>(
  { claims }: Pick<Spoken<unknown>, "claims">,
  entries: readonly E[],
  hasClaim: (entry: E) => boolean,
): { readonly entry: E; readonly claim: Claim | undefined; readonly others: string[] }[] {
  let next = 0;
  return entries.map((entry) => ({
    entry,
    claim: hasClaim(entry) ? claims[next++] : undefined,
    others: entries.filter((other) => other !== entry).map(({ reason }) => reason),
  }));
}

export function claimsVerdict({ verdict }: VerdictOnFinding): boolean {
  return verdict !== "cannot tell";
}

function isFound(evidence: readonly CheckedEvidence[]): boolean {
  return evidence.some(({ verified }) => verified);
}

/** Who was asked about a finding: every reviewer but those who found it. */
export function isExaminer({ members }: JoinedFinding, reviewer: string): boolean {
  return members.every(({ by }) => by !== reviewer);
}

/** Verdicts by finding, from one round of them. */
export function countVerdicts(
  round: Round<VerdictsReply> | null,
  joined: readonly JoinedFinding[],
): ReadonlyMap<string, readonly CountedVerdict[]> {
  const counted = new Map<string, CountedVerdict[]>();
  for (const turn of round?.spoken ?? []) {
    const ids = new Set(joined.filter((one) => isExaminer(one, turn.by)).map(({ id }) => id));
    const entries = listAskedEntries(turn.reply.verdicts, ids);
    for (const { entry, claim, others } of pairWithClaims(turn, entries, claimsVerdict)) {
      const { finding, verdict: given, severity, reason } = entry;
      const evidence = claim?.evidence ?? [];
      const fault = claimsVerdict(entry) ? findVerdictFault({ reason, evidence, others }) : null;
      const verdict = fault === null ? given : "cannot tell";
      const { by, key } = turn;
      counted.set(finding, [
        ...(counted.get(finding) ?? []),
        { by, key, given, verdict, severity, reason, evidence, claim: claim?.id ?? null, fault },
      ]);
    }
  }
  return counted;
}

function findVerdictFault({
  reason,
  evidence,
  others,
}: {
  readonly reason: string;
  readonly evidence: readonly CheckedEvidence[];
  readonly others: readonly string[];
}): string | null {
  if (!isFound(evidence)) return "no quote of it is found";
  return findHollowness(reason, { mayAgree: true, others });
}

export interface CountedAnswer {
  readonly by: string;
  readonly given: AuthorAnswer;
  /** L5: a reject without a quote or a reason counts as partial. */
  readonly answer: AuthorAnswer;
  readonly reason: string;
  readonly evidence: readonly CheckedEvidence[];
  readonly claim: string | null;
}

export function countAnswers(
  { answers }: PartReview,
  joined: readonly JoinedFinding[],
): ReadonlyMap<string, CountedAnswer> {
  if (answers?.kind !== "spoken") return new Map();
  const ids = new Set(joined.map(({ id }) => id));
  const entries = listAskedEntries<AnswerToFinding>(answers.reply.answers, ids);
  return new Map(
    pairWithClaims(answers, entries, () => true).map(({ entry, claim, others }) => {
      const evidence = claim?.evidence ?? [];
      const isThin =
        entry.answer === "reject" &&
        findVerdictFault({ reason: entry.reason, evidence, others }) !== null;
      const counted: CountedAnswer = {
        by: answers.by,
        given: entry.answer,
        answer: isThin ? "partial" : entry.answer,
        reason: entry.reason,
        evidence,
        claim: claim?.id ?? null,
      };
      return [entry.finding, counted] as const;
    }),
  );
}

export interface CountedDefence {
  readonly by: string;
  /** `silent`: said nothing about it, or nothing with content. */
  readonly choice: DefenceOfFinding["choice"] | "silent";
  readonly reason: string;
  readonly claim: string | null;
}

export function countDefences(
  { defence }: PartReview,
  joined: readonly JoinedFinding[],
): ReadonlyMap<string, readonly CountedDefence[]> {
  const counted = new Map<string, CountedDefence[]>();
  for (const turn of defence?.spoken ?? []) {
    const own = joined.filter((one) => !isExaminer(one, turn.by));
    const entries = listAskedEntries(turn.reply.defences, new Set(own.map(({ id }) => id)));
    for (const { entry, claim, others } of pairWithClaims(turn, entries, () => true)) {
      const { finding, choice, reason } = entry;
      const isHollow = findHollowness(reason, { mayAgree: true, others }) !== null;
      const counts = choice === "maintain" && isHollow ? "silent" : choice;
      counted.set(finding, [
        ...(counted.get(finding) ?? []),
        { by: turn.by, choice: counts, reason, claim: claim?.id ?? null },
      ]);
    }
  }
  return counted;
}

/** K5: a refutation is given up only for something that was said in the defence, or for another quote. */
export function isExplainedMove(
  ruling: CountedVerdict,
  defences: readonly CountedDefence[],
): boolean {
  if (isFound(ruling.evidence)) return true;
  const named = defences.some(
    ({ claim }) =>
      claim !== null && new RegExp(`(?<![\\w-])${claim}(?![\\w-])`).test(ruling.reason),
  );
  return named && findHollowness(ruling.reason, { mayAgree: true }) === null;
}
