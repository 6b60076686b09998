/** Step 3: the score of each variant, from the metrics, the verdicts and the debate. */
import { listNormalizedLines } from "../../../documents/align/line-overlap.ts";
import {
  type ExactFraction,
  compareFractions,
  createFraction,
  subtractFractions,
} from "../../../documents/exact-fraction.ts";
import { CRITERIA } from "./criteria.ts";
import { findDraftDate } from "./draft-dates.ts";
import { isJudged, type CriterionJudgement, judgeCriteria, metBy } from "./evaluation.ts";
import { type LastRound, lastRound, matrixAfter, pointsWon } from "./matrix.ts";
import {
  type BaseChoice,
  type Candidate,
  computeCandidateScore,
  selectBase,
} from "./select-base.ts";
import { type Scored, variantNumbered } from "./table.ts";

const CORRECTNESS = CRITERIA.filter(({ dimension }) => dimension === "correctness").map(
  ({ id }) => id,
);

const known = new WeakMap<Scored["metrics"], readonly CriterionJudgement[]>();

/** The same for every stage once the passes are over, and every page asks for it. */
export function listJudgements(scored: Scored): readonly CriterionJudgement[] {
  const found = known.get(scored.metrics) ?? judgeCriteria(scored);
  known.set(scored.metrics, found);
  return found;
}

/** With the points after a given round, or at the end of the debate. */
export function listCandidates(
  scored: Scored,
  round: LastRound = lastRound(scored),
): { readonly candidates: Candidate[]; readonly decided: number } {
  const rows = matrixAfter(scored, round);
  const heard = isJudged(scored);
  const candidates = scored.metrics.map(({ variant, quant }) => ({
    variant,
    quant,
    met: heard ? metBy(listJudgements(scored), variant) : null,
    correctness: heard ? metBy(listJudgements(scored), variant, CORRECTNESS) : null,
    won: pointsWon(rows, variant),
    preferred: scored.settings.prefer === variant,
    ...describeDraft(scored, variant),
  }));
  return { candidates, decided: rows.filter(({ winner }) => winner !== null).length };
}

function describeDraft(scored: Scored, variant: number): Pick<Candidate, "changedAt" | "lines"> {
  const document = variantNumbered(scored, variant)?.document;
  if (!document) return { changedAt: null, lines: 0 };
  const lines = new Set(listNormalizedLines(document.text)).size;
  return { changedAt: findDraftDate(document, scored.settings), lines };
}

/** A33, A48: by score, unless a person named a base beforehand or at the stop. */
export function computeBase(scored: Scored, chosen: number | null): BaseChoice {
  const { candidates, decided } = listCandidates(scored);
  const selection = selectBase(candidates, decided);
  const variant = chosen ?? selection.variant;
  return { variant, selection, candidates, byPerson: chosen !== null };
}

/** K18: the base that the sealed statements alone would have led to. */
export function baselineBase(scored: Scored): number {
  const { candidates, decided } = listCandidates(scored, 1);
  return selectBase(candidates, decided).variant;
}

/** How far the best is ahead of the second. */
export function computeMargin(candidates: readonly Candidate[]): ExactFraction {
  const [first, second] = candidates
    .map(computeCandidateScore)
    .toSorted((a, b) => compareFractions(b, a));
  return first && second ? subtractFractions(first, second) : createFraction(0);
}
