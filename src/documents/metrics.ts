/** Step 3's quantitative half: five metrics of each variant, counted by code and equal on every run (A31). */
import type { Breath } from "./breath.ts";
import { consistencyOf } from "./consistency.ts";
import { dependencyCompletenessOf } from "./dependency-completeness.ts";
import type { Document } from "./document.ts";
import { fraction, type Fraction, sum, times } from "./fraction.ts";
import type { Metric } from "./metric.ts";
import { requirementCoverageOf } from "./requirement-coverage.ts";
import { sectionCoverageOf } from "./section-coverage.ts";
import { specificityOf } from "./specificity.ts";

export interface Metrics {
  readonly variant: number;
  /** Requirement coverage. */
  readonly rc: Metric;
  /** Internal consistency. */
  readonly ic: Metric;
  /** Specificity. */
  readonly sr: Metric;
  /** Dependency completeness. */
  readonly dc: Metric;
  /** Section coverage. */
  readonly sc: Metric;
  readonly quant: Fraction;
}

export type MetricName = "rc" | "ic" | "sr" | "dc" | "sc";

/** Hundredths; together one. */
export const WEIGHTS: Readonly<Record<MetricName, number>> = {
  rc: 30,
  ic: 25,
  sr: 15,
  dc: 15,
  sc: 15,
};

/** In the order of the documents. `source` is what the variants were to cover; without one they are each other's. */
export async function metricsOf(
  documents: readonly Document[],
  source: Document | null,
  breathe: Breath,
): Promise<Metrics[]> {
  const rc = await requirementCoverageOf(documents, source, breathe);
  const sc = sectionCoverageOf(documents);
  const found: Metrics[] = [];
  for (const [index, document] of documents.entries()) {
    const [covered, sections] = [rc[index], sc[index]];
    if (covered === undefined || sections === undefined) continue;
    const five = {
      rc: covered,
      ic: await consistencyOf(document, breathe),
      sr: await specificityOf(document, breathe),
      dc: await dependencyCompletenessOf(document, breathe),
      sc: sections,
    };
    found.push({ variant: document.variant, ...five, quant: quantOf(five) });
  }
  return found;
}

/** 0.30 RC + 0.25 IC + 0.15 SR + 0.15 DC + 0.15 SC, exactly (K2). */
export function quantOf(
  five: Readonly<Record<MetricName, { readonly value: Fraction }>>,
): Fraction {
  const terms = (Object.keys(WEIGHTS) as MetricName[]).map((name) =>
    times(fraction(WEIGHTS[name], 100), five[name].value),
  );
  return sum(terms);
}
