/** A0: the alignment as people and models are shown it: one row per topic, one title per document. */
import type { ParsedDocument } from "../document.ts";
import { alignSections, findTitleSection } from "./align-sections.ts";

export interface SectionRow {
  /** Level in the outline, 1 at the top. */
  readonly level: number;
  /** In the order of the documents; null where one has no such section. */
  readonly titles: readonly (string | null)[];
}

/** In the order of the first document, then of those after it. An unpaired section stands for all below it. */
export function listSectionPairs(documents: readonly ParsedDocument[]): SectionRow[] {
  const rows: { level: number; titles: (string | null)[] }[] = [];
  const homes = documents.map(() => new Map<number, (string | null)[]>());
  for (const [place, document] of documents.entries()) {
    const title = findTitleSection(document);
    const lone = new Set<number>();
    for (const { index, parent, depth, title: words } of document.sections) {
      if (index === 0 || index === title?.index) continue;
      const home = documents
        .slice(0, place)
        .map((earlier, at) => homes[at]?.get(alignSections(document, earlier).get(index) ?? -1))
        .find((row) => row !== undefined && row[place] === null);
      if (home) {
        home[place] = words;
        homes[place]?.set(index, home);
        continue;
      }
      const row = documents.map((_, at) => (at === place ? words : null));
      homes[place]?.set(index, row);
      const isBelow = place > 0 && parent !== null && lone.has(parent);
      if (place > 0) lone.add(index);
      if (!isBelow) rows.push({ level: Math.max(1, depth - (title ? 1 : 0)), titles: row });
    }
  }
  return rows;
}
