import { readDocumentStatements } from "../claims/document-statements.ts";
import { findContradictionsWithin } from "../contradictions/find-contradictions.ts";
import type { ParsedDocument } from "../document.ts";
/** IC: the share of a variant's claims that nothing else in it contradicts, as far as code can tell (004.7 d, k). */
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import { createMetric, type VariantMetric } from "./variant-metric.ts";

export async function measureConsistency(
  document: ParsedDocument,
  breathe: YieldToEventLoop,
): Promise<VariantMetric> {
  const { claims } = await readDocumentStatements(document, breathe);
  const found = await findContradictionsWithin(document, breathe);
  return createMetric({
    num: Math.max(0, claims.length - found.length),
    den: claims.length,
    basis: "claims that nothing in the document contradicts, of all that could be wrong",
    items: found.map(({ summary, sides }) => ({
      text: summary,
      line: sides[0]?.line ?? null,
      counted: false,
      why: sides.map(({ line, quote }) => `line ${line}: ${quote}`).join(" / "),
    })),
    empty: { value: 1, note: "The document makes no claim that could be wrong" },
  });
}
