/** IC: the share of a variant's claims that nothing else in it contradicts, as far as code can tell (004.7 d, k). */
import type { Breath } from "./breath.ts";
import { contradictionsWithin } from "./contradictions.ts";
import type { Document } from "./document.ts";
import { metric, type Metric } from "./metric.ts";
import { readingOf } from "./reading.ts";

export async function consistencyOf(document: Document, breathe: Breath): Promise<Metric> {
  const { claims } = await readingOf(document, breathe);
  const found = await contradictionsWithin(document, breathe);
  return metric({
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
