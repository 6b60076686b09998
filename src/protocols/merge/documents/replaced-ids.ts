/** A38: ids whose row, item or section of the base went, and that the merged document still names. */
import { formatIdPattern } from "../../../documents/apply/renamed-ids.ts";
import { containsSpan } from "../../../documents/document.ts";
import { listIdDefinitions } from "../plan/defined-ids.ts";
import { type Finished, variantNumbered } from "../rules/table.ts";

const MOST_LINES = 3;

/** One line for each of them, with where it still stands. */
export function describeReplacedIds(finished: Finished): string[] {
  const { merged, plan } = finished;
  const base = variantNumbered(finished, plan.into)?.document;
  if (base === undefined) return [];
  const records = new Map(merged.records.map((record) => [record.number, record]));
  const told = new Set<string>();
  return plan.changes.flatMap(({ number, target }) => {
    const record = records.get(number);
    if (target.kind !== "span" || record?.status !== "applied") return [];
    return listIdDefinitions(base).flatMap(({ id, at }) => {
      const pattern = new RegExp(formatIdPattern(id), "u");
      if (!containsSpan(target.at, at) || told.has(id) || pattern.test(record.after)) return [];
      told.add(id);
      const lines = listMatchingLines(merged.text, pattern);
      if (lines.length === 0) return [];
      const shown = lines.slice(0, MOST_LINES).join(", ");
      const where = `${lines.length === 1 ? "line" : "lines"} ${shown}`;
      const more = lines.length > MOST_LINES ? ` and ${lines.length - MOST_LINES} more` : "";
      return [
        `Change #${number} replaced what the base calls ${id}, which ${where}${more} still ${lines.length === 1 ? "names" : "name"}`,
      ];
    });
  });
}

/** Comments about sources are none of the document's words. */
function listMatchingLines(text: string, pattern: RegExp): number[] {
  return text
    .split("\n")
    .flatMap((line, at) => (pattern.test(line) && !line.startsWith("<!--") ? [at + 1] : []));
}
