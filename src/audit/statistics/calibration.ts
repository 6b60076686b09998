/** Measures how far stated probabilities are from what came true. */

export interface Forecast {
  /** Stated chance, 0 to 1. */
  readonly stated: number;
  readonly right: boolean;
}

export interface CalibrationBin {
  readonly cases: number;
  /** Mean of what was stated. */
  readonly stated: number;
  /** Share that was right. */
  readonly observed: number;
}

export function computeBrierScore(forecasts: readonly Forecast[]): number {
  return computeMean(forecasts.map(({ stated, right }) => (stated - (right ? 1 : 0)) ** 2));
}

export function computeLogLoss(forecasts: readonly Forecast[]): number {
  return computeMean(forecasts.map(({ stated, right }) => -Math.log(right ? stated : 1 - stated)));
}

const BINS = 15;

/** Bins of equal size; cases with the same statement are never split over two. */
export function computeReliabilityBins(
  forecasts: readonly Forecast[],
  bins = BINS,
): CalibrationBin[] {
  const sorted = [...forecasts].sort((a, b) => a.stated - b.stated);
  const size = Math.max(1, Math.ceil(sorted.length / bins));
  const groups: Forecast[][] = [];
  for (const forecast of sorted) {
    const last = groups.at(-1);
    const full = last === undefined || last.length >= size;
    if (full && last?.at(-1)?.stated !== forecast.stated) groups.push([forecast]);
    else last?.push(forecast);
  }
  return groups.map((group) => ({
    cases: group.length,
    stated: computeMean(group.map(({ stated }) => stated)),
    observed: computeMean(group.map(({ right }) => (right ? 1 : 0))),
  }));
}

/** Expected calibration error: the mean distance of the bins, weighed by their cases. */
export function computeCalibrationError(forecasts: readonly Forecast[], bins = BINS): number {
  if (forecasts.length === 0) return 0;
  return computeReliabilityBins(forecasts, bins).reduce(
    (sum, { cases, stated, observed }) =>
      sum + (cases / forecasts.length) * Math.abs(stated - observed),
    0,
  );
}

function computeMean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
