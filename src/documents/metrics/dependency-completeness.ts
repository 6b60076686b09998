import type { ParsedDocument } from "../document.ts";
import { findReferences } from "../markdown/document-references.ts";
/** DC: internal references that lead somewhere, of all there are. Links to other documents do not count. */
import type { YieldToEventLoop } from "../yield-to-event-loop.ts";
import { createMetric, type VariantMetric } from "./variant-metric.ts";

export async function measureDependencyCompleteness(
  document: ParsedDocument,
  breathe: YieldToEventLoop,
): Promise<VariantMetric> {
  const references = await findReferences(document, breathe);
  return createMetric({
    num: references.filter(({ resolved }) => resolved).length,
    den: references.length,
    basis: "internal references that lead somewhere, of all",
    items: references
      .map(({ text, line, resolved }) => ({
        text,
        line,
        counted: resolved,
        why: resolved ? "leads to a part of the document" : "leads nowhere",
      }))
      .toSorted((a, b) => Number(a.counted) - Number(b.counted)),
    empty: { value: 1, note: "There are no internal references" },
  });
}
