/**
 * A31, A32: combines two passes into one verdict per variant and criterion. A quote that does not occur proves
 * nothing (r).
 */
import { listOutlineFlaws } from "../../../documents/apply/merge-flaws.ts";
import type { VariantMetrics } from "../../../documents/metrics/variant-metrics.ts";
import type { Turn } from "../../../domain/round.ts";
import {
  type Appraisal,
  type CriterionVerdict,
  type Dispute,
  variantSource,
} from "../prompts/prompt-input.ts";
import type { EvaluationReply } from "../replies.ts";
import { ABSENCES, CODE_CHECKED, CRITERIA, NESTED } from "./criteria.ts";
import { listDocuments, type Gathered, isQuoted, type Scored } from "./table.ts";

/** One pass's word on a criterion, and what is left of it after its quote was looked up. */
interface Heard extends Appraisal {
  readonly counted: CriterionVerdict;
}

export interface CriterionJudgement {
  readonly variant: number;
  readonly criterion: string;
  /** Null if that pass has no answer. */
  readonly forward: Heard | null;
  readonly reverse: Heard | null;
  /** The third look at a criterion that the passes disagreed on. */
  readonly again: Heard | null;
  readonly verdict: CriterionVerdict;
  /** Why code overruled the evaluator. */
  readonly remark: string | null;
}

export function judgeCriteria(
  scored: Omit<Scored, "metrics"> & { metrics: readonly VariantMetrics[] },
): CriterionJudgement[] {
  return listDocuments(scored).flatMap(({ variant }) =>
    CRITERIA.map(({ id }) => judgeCriterion(scored, variant, id)),
  );
}

function judgeCriterion(scored: Scored, variant: number, criterion: string): CriterionJudgement {
  const look = (turn: Turn<EvaluationReply> | null): Heard | null =>
    heardIn(scored, turn, { variant, criterion });
  const [forward, reverse, again] = [scored.forward, scored.reverse, scored.again].map(look);
  const one = {
    variant,
    criterion,
    forward: forward ?? null,
    reverse: reverse ?? null,
    again: again ?? null,
  };
  const verdict = decideVerdict(one);
  const [flaw] = criterion === NESTED && verdict === "MET" ? findOutlineFlaws(scored, variant) : [];
  if (flaw !== undefined) return { ...one, verdict: "NOT MET", remark: `code found: ${flaw}` };
  const unproven = [one.forward, one.reverse, one.again].find(
    (heard) => heard?.verdict === "MET" && heard.counted === "NOT MET",
  );
  const remark = unproven && verdict === "NOT MET" ? describeMissingProof(unproven) : null;
  return { ...one, verdict, remark };
}

function describeMissingProof({ criterion, searched = null }: Appraisal): string {
  if (!ABSENCES.has(criterion)) return "no quote that occurs in the variant";
  if (searched === null) return "no search shows that nothing of it occurs in the variant";
  return "what was looked for occurs in the variant";
}

function findOutlineFlaws(scored: Gathered, variant: number): string[] {
  const document = listDocuments(scored).find((one) => one.variant === variant);
  return document ? listOutlineFlaws(document).map(({ problem }) => problem) : [];
}

/** Where the passes agree, their verdict; else the third look; without one, a criterion in doubt is not met. */
function decideVerdict({
  forward,
  reverse,
  again,
}: Pick<CriterionJudgement, "forward" | "reverse" | "again">): CriterionVerdict {
  if (!forward || !reverse) return (forward ?? reverse)?.counted ?? "NOT MET";
  if (forward.counted === reverse.counted) return forward.counted;
  return again?.counted ?? "NOT MET";
}

function heardIn(
  gathered: Gathered,
  turn: Turn<EvaluationReply> | null,
  { variant, criterion }: { variant: number; criterion: string },
): Heard | null {
  if (turn?.kind !== "spoken") return null;
  const found = turn.reply.appraisals.find(
    (one) => one.variant === variant && one.criterion === criterion,
  );
  if (!found) return null;
  return {
    ...found,
    counted: found.verdict === "MET" && isProven(gathered, found) ? "MET" : "NOT MET",
  };
}

/** A31, K7: by a quote; what is absent, by a search that found nothing, or by code alone. */
function isProven(
  gathered: Gathered,
  { variant, criterion, quote, searched = null }: Appraisal,
): boolean {
  if (CODE_CHECKED.has(criterion)) return true;
  const source = variantSource(variant);
  return ABSENCES.has(criterion)
    ? searched !== null && isQuoted(gathered, { kind: "silence", source, quote: searched })
    : quote !== null && isQuoted(gathered, { source, quote });
}

/** Criteria on which the two passes differ once their quotes are looked up. */
export function disputesIn(scored: Pick<Scored, "forward" | "reverse"> & Gathered): Dispute[] {
  return listDocuments(scored).flatMap(({ variant }) =>
    CRITERIA.flatMap(({ id }) => {
      const place = { variant, criterion: id };
      const forward = heardIn(scored, scored.forward, place);
      const reverse = heardIn(scored, scored.reverse, place);
      if (!forward || !reverse || forward.counted === reverse.counted) return [];
      return [{ ...place, forward: createAppraisal(forward), reverse: createAppraisal(reverse) }];
    }),
  );
}

function createAppraisal({
  variant,
  criterion,
  claim,
  quote,
  searched = null,
  verdict,
}: Heard): Appraisal {
  return { variant, criterion, claim, quote, searched, verdict };
}

/** K4: nobody judged; the score is then the metrics alone. */
export function isJudged({ forward, reverse }: Pick<Scored, "forward" | "reverse">): boolean {
  return forward?.kind === "spoken" || reverse?.kind === "spoken";
}

export function metBy(
  judgements: readonly CriterionJudgement[],
  variant: number,
  criteria: readonly string[] = CRITERIA.map(({ id }) => id),
): number {
  return judgements.filter(
    (one) => one.variant === variant && one.verdict === "MET" && criteria.includes(one.criterion),
  ).length;
}
