/** SC: sections of the second level, of the most that any variant has. It rewards padding; that is known (004.7 g). */
import type { ParsedDocument } from "../document.ts";
import { createMetric, type VariantMetric } from "./variant-metric.ts";

export function measureSectionCoverage(documents: readonly ParsedDocument[]): VariantMetric[] {
  const chapters = documents.map(({ sections }) => sections.filter(({ depth }) => depth === 2));
  const most = Math.max(0, ...chapters.map((own) => own.length));
  return documents.map((document, at) =>
    createMetric({
      num: chapters[at]?.length ?? 0,
      den: most,
      basis: "sections of the second level, of the most in any variant",
      items: (chapters[at] ?? []).map(({ title, first }) => ({
        text: title,
        line: document.blocks[first]?.line ?? null,
        counted: true,
        why: "a section of the second level",
      })),
      empty: { value: 1, note: "No variant has sections of the second level" },
    }),
  );
}
