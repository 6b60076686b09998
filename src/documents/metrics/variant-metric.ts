/** One metric of one variant: two counts, the counted things, and their ratio. */
import { createFraction, type ExactFraction } from "../exact-fraction.ts";

export interface VariantMetric {
  readonly num: number;
  /** Zero where there was nothing to count; `value` is then what the rules say and `note` says so. */
  readonly den: number;
  readonly value: ExactFraction;
  /** What was counted against what, for people: "requirements of the source". */
  readonly basis: string;
  readonly note: string | null;
  readonly items: readonly CountedItem[];
}

export interface CountedItem {
  /** As written, cut to a bounded length. */
  readonly text: string;
  /** Line of the document; null if it is in none. */
  readonly line: number | null;
  /** True where it adds to `num`. */
  readonly counted: boolean;
  /** What decided it: the word, the reference, the contradiction. */
  readonly why: string;
}

/** Longer lists are counted in full and shown in part. */
const MOST_ITEMS = 200;

interface MetricCounts {
  readonly num: number;
  readonly den: number;
  readonly basis: string;
  readonly items: readonly CountedItem[];
  /** The value where nothing was counted, and what to say about it. */
  readonly empty: { readonly value: 0 | 1; readonly note: string };
}

export function createMetric({ num, den, basis, items, empty }: MetricCounts): VariantMetric {
  return {
    num,
    den,
    value: den === 0 ? createFraction(empty.value) : createFraction(num, den),
    basis,
    note: den === 0 ? empty.note : null,
    items: items.slice(0, MOST_ITEMS),
  };
}
