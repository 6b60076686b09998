import type { ParsedDocument } from "../document.ts";
import {
  createFraction,
  type ExactFraction,
  addFractions,
  multiplyFractions,
} from "../exact-fraction.ts";
/** Step 3's quantitative half: five metrics of each variant, counted by code and equal on every run (A31). */
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import { measureConsistency } from "./consistency.ts";
import { measureDependencyCompleteness } from "./dependency-completeness.ts";
import { measureRequirementCoverage } from "./requirement-coverage.ts";
import { measureSectionCoverage } from "./section-coverage.ts";
import { measureSpecificity } from "./specificity.ts";
import type { VariantMetric } from "./variant-metric.ts";

export interface VariantMetrics {
  readonly variant: number;
  /** Requirement coverage. */
  readonly rc: VariantMetric;
  /** Internal consistency. */
  readonly ic: VariantMetric;
  /** Specificity. */
  readonly sr: VariantMetric;
  /** Dependency completeness. */
  readonly dc: VariantMetric;
  /** Section coverage. */
  readonly sc: VariantMetric;
  readonly quant: ExactFraction;
}

export type MetricName = "rc" | "ic" | "sr" | "dc" | "sc";

/** Hundredths; together one. */
export const METRIC_WEIGHTS: Readonly<Record<MetricName, number>> = {
  rc: 30,
  ic: 25,
  sr: 15,
  dc: 15,
  sc: 15,
};

/** In the order of the documents. `source` is what the variants were to cover; without one they are each other's. */
export async function computeVariantMetrics(
  documents: readonly ParsedDocument[],
  source: ParsedDocument | null,
  breathe: YieldToEventLoop,
): Promise<VariantMetrics[]> {
  const rc = await measureRequirementCoverage(documents, source, breathe);
  const sc = measureSectionCoverage(documents);
  const found: VariantMetrics[] = [];
  for (const [index, document] of documents.entries()) {
    const [covered, sections] = [rc[index], sc[index]];
    if (covered === undefined || sections === undefined) continue;
    const five = {
      rc: covered,
      ic: await measureConsistency(document, breathe),
      sr: await measureSpecificity(document, breathe),
      dc: await measureDependencyCompleteness(document, breathe),
      sc: sections,
    };
    found.push({ variant: document.variant, ...five, quant: computeQuantScore(five) });
  }
  return found;
}

/** 0.30 RC + 0.25 IC + 0.15 SR + 0.15 DC + 0.15 SC, exactly (K2). */
export function computeQuantScore(
  five: Readonly<Record<MetricName, { readonly value: ExactFraction }>>,
): ExactFraction {
  const terms = (Object.keys(METRIC_WEIGHTS) as MetricName[]).map((name) =>
    multiplyFractions(createFraction(METRIC_WEIGHTS[name], 100), five[name].value),
  );
  return addFractions(terms);
}
