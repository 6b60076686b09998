/** Each variant's score and how it was computed, what made the base, and how far the advocates agreed. */
import { formatFraction, createFraction } from "../../../documents/exact-fraction.ts";
import type { MetricName } from "../../../documents/metrics/variant-metrics.ts";
import { DIMENSIONS } from "../prompts/prompt-input.ts";
import { CRITERIA } from "../rules/criteria.ts";
import { isJudged, metBy } from "../rules/evaluation.ts";
import { computeAgreement } from "../rules/matrix.ts";
import { listJudgements } from "../rules/scoring.ts";
import { type TiebreakLevel, computeCandidateScore } from "../rules/select-base.ts";
import type { Based, Debated } from "../rules/table.ts";
import type { MergedConvergence, MergedScore } from "./merged-view-shape.ts";

const NAMES: Readonly<Record<MetricName, string>> = {
  rc: "Requirement coverage",
  ic: "Internal consistency",
  sr: "Specificity",
  dc: "Dependency completeness",
  sc: "Section coverage",
};

const METRICS = Object.keys(NAMES) as MetricName[];

export function buildMergedScores(based: Based): MergedScore[] {
  const heard = isJudged(based);
  return based.base.candidates.map((candidate) => {
    const { variant, quant, met, won } = candidate;
    const metrics = based.metrics.find((one) => one.variant === variant);
    const counted = metrics
      ? METRICS.map((name) => {
          const { value, num, den, basis, note } = metrics[name];
          const how = note ?? `${num} of ${den}: ${basis}`;
          return { name: NAMES[name], value: formatFraction(value, 4), counted: how };
        })
      : [];
    const criteria = heard ? listCriteriaParts(based, variant) : [];
    const judgedBy = met === null ? "nobody judged them" : `${met} of ${CRITERIA.length} met`;
    return {
      variant,
      total: formatFraction(computeCandidateScore(candidate), 4),
      parts: [
        ...counted,
        {
          name: "Metrics together",
          value: formatFraction(quant, 4),
          counted: heard ? "weighted, half the score" : "weighted, the whole score",
        },
        ...criteria,
        {
          name: "Criteria together",
          value: met === null ? "" : formatMetShare(met, CRITERIA.length),
          counted: judgedBy,
        },
      ],
      pointsWon: won,
    };
  });
}

function listCriteriaParts(based: Based, variant: number): MergedScore["parts"][number][] {
  return DIMENSIONS.map((dimension) => {
    const ids = CRITERIA.filter((one) => one.dimension === dimension).map(({ id }) => id);
    const met = metBy(listJudgements(based), variant, ids);
    const name = `Criteria of ${dimension}`;
    return { name, value: formatMetShare(met, ids.length), counted: `${met} of ${ids.length} met` };
  });
}

function formatMetShare(met: number, of: number): string {
  return formatFraction(createFraction(met, of), 4);
}

const LEVELS: Readonly<Record<TiebreakLevel, string>> = {
  score: "highest score",
  points: "scores within 0.05 of each other, most points won",
  correctness: "scores and points close to each other, most criteria of correctness met",
  order: "all else close to each other, first in the order of input",
  preference: "the scores are close and a person prefers it",
  recency: "it was changed last",
  length: "it says most",
};

export function describeBaseChoice({ base, settings, overrides }: Based): string {
  const answer = overrides.find(({ stop }) => stop === "after-base");
  if (base.byPerson) {
    return answer && settings.base !== base.variant
      ? `chosen by ${answer.by}: ${answer.reason}`
      : "chosen by a person beforehand";
  }
  return base.selection === null
    ? "the variants are substantially identical, so the first is kept"
    : LEVELS[base.selection.level];
}

/** Null where there was nothing to debate. */
export function computeMergedConvergence(debated: Debated): MergedConvergence | null {
  if (debated.statements === null) return null;
  const { agreed, points, converged, overruled } = computeAgreement(debated);
  const threshold = debated.settings.convergence;
  return { agreed, points, threshold, reached: converged, overruled };
}
