/** DC: internal references that lead somewhere, of all there are. Links to other documents do not count. */
import type { Breath } from "./breath.ts";
import type { Document } from "./document.ts";
import { metric, type Metric } from "./metric.ts";
import { referencesIn } from "./references.ts";

export async function dependencyCompletenessOf(
  document: Document,
  breathe: Breath,
): Promise<Metric> {
  const references = await referencesIn(document, breathe);
  return metric({
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
