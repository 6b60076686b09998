/** One part of the benchmark: a table, the bars it is held against, and the figures behind it. */

export interface Section {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  readonly bars: readonly Bar[];
  readonly notes?: readonly string[];
}

/** Text, a figure, or a ratio to what the column names. */
export type Cell = string | number | { readonly ratio: number };

/** Met when `measured` is not above `limit`. */
export interface Bar {
  readonly text: string;
  readonly measured: number;
  readonly limit: number;
}

/** How long to measure: everything, or enough to see the order of things. */
export type Pace = "full" | "quick";

export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
