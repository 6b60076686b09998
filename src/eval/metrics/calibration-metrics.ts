/** What stated confidence, margins and labels are worth: scored against what was right. */
import {
  type CalibrationBin,
  computeBrierScore,
  computeCalibrationError,
  computeLogLoss,
  computeReliabilityBins,
  type Forecast,
} from "../../audit/statistics/statistics.ts";
import type { EvalCell } from "../cells/read-cell.ts";
import { scoreAnswer } from "../cells/score-cell.ts";
import type { EvalItem } from "../items/eval-item.ts";
import { type CountedShare, measureShare } from "./rates.ts";

export interface CalibrationMetrics {
  readonly forecasts: number;
  readonly brier: number;
  readonly logLoss: number;
  /** Expected calibration error, with what chance alone would give taken off. */
  readonly error: number;
  readonly auroc: number | null;
  readonly bins: readonly CalibrationBin[];
}

export interface LabelledAccuracy {
  readonly name: string;
  readonly right: CountedShare;
}

export function computeCalibration(forecasts: readonly Forecast[]): CalibrationMetrics | null {
  if (forecasts.length === 0) return null;
  const kept = forecasts.map(({ stated, right }) => ({
    stated: Math.min(0.999, Math.max(0.001, stated)),
    right,
  }));
  const bins = computeReliabilityBins(kept);
  return {
    forecasts: kept.length,
    brier: computeBrierScore(kept),
    logLoss: computeLogLoss(kept),
    error: debiasCalibrationError(computeCalibrationError(kept), bins, kept.length),
    auroc: computeAuroc(kept),
    bins,
  };
}

/** A bin of few cases is off by chance even where all is well; its expected distance is taken off, down to 0. */
function debiasCalibrationError(
  error: number,
  bins: readonly CalibrationBin[],
  total: number,
): number {
  const noise = bins.reduce((sum, { cases, observed }) => {
    const spread = Math.sqrt((observed * (1 - observed)) / cases);
    return sum + (cases / total) * spread * Math.sqrt(2 / Math.PI);
  }, 0);
  return Math.max(0, Math.sqrt(Math.max(0, error * error - noise * noise)));
}

/** Chance that a right answer was given with more confidence than a wrong one; ties count half. */
export function computeAuroc(forecasts: readonly Forecast[]): number | null {
  const sorted = [...forecasts].sort((a, b) => a.stated - b.stated);
  const right = sorted.filter((one) => one.right).length;
  const wrong = sorted.length - right;
  if (right === 0 || wrong === 0) return null;
  let ranks = 0;
  for (let start = 0; start < sorted.length;) {
    let end = start;
    while (sorted[end + 1]?.stated === sorted[start]?.stated && end + 1 < sorted.length) end += 1;
    const hits = sorted.slice(start, end + 1).filter((one) => one.right).length;
    ranks += hits * ((start + end) / 2 + 1);
    start = end + 1;
  }
  return (ranks - (right * (right + 1)) / 2) / (right * wrong);
}

interface ScoredCell {
  readonly cell: EvalCell;
  readonly item: EvalItem;
}

/** One forecast per seat of the last round. */
export function listForecasts(cells: readonly ScoredCell[]): Forecast[] {
  return cells.flatMap(({ cell, item }) => {
    const last = Math.max(1, ...cell.turns.map(({ round }) => round));
    return cell.turns.flatMap(({ round, position, confidence }) => {
      const score = scoreAnswer(item, position);
      if (round !== last || confidence === null || score === null) return [];
      return [{ stated: confidence / 100, right: score === 1 }];
    });
  });
}

export function computeAccuracyBy(
  cells: readonly ScoredCell[],
  getGroupName: (cell: EvalCell) => string,
): LabelledAccuracy[] {
  const known = cells.filter(({ item }) => item.kind === "choice" || item.kind === "text");
  return [...Map.groupBy(known, ({ cell }) => getGroupName(cell))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, all]) => ({
      name,
      right: measureShare(all, ({ cell, item }) => scoreAnswer(item, cell.final) === 1),
    }));
}

/** Area under risk by coverage: errors among the surest, averaged over every share of items answered. */
export function computeRiskCoverage(cells: readonly ScoredCell[]): number | null {
  const known = cells.filter(({ item }) => item.kind === "choice" || item.kind === "text");
  if (known.length === 0) return null;
  const sorted = known.toSorted((a, b) => b.cell.margin - a.cell.margin);
  let wrong = 0;
  let area = 0;
  for (const [index, { cell, item }] of sorted.entries()) {
    wrong += Number(scoreAnswer(item, cell.final) !== 1);
    area += wrong / (index + 1);
  }
  return area / sorted.length;
}
