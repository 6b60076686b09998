/** A38: an id that means something else in the base gets a free number where it comes in, or stays out. */
import type { IdRename } from "../../../documents/apply/change-plan.ts";
import { formatIdPattern } from "../../../documents/apply/renamed-ids.ts";
import { type ParsedDocument, readSpanText } from "../../../documents/document.ts";
import { type Based, listDocuments } from "../rules/table.ts";
import { getVariantDocument } from "./change-reasons.ts";
import { findCollidingIds, findFreeId } from "./defined-ids.ts";
import type { DraftChange } from "./draft-change.ts";

/** What becomes of the ids of each change: free ones, or the id that cannot have another number. */
export function keepIdsApart(
  based: Based,
  into: ParsedDocument,
  drafts: readonly DraftChange[],
): ReadonlyMap<DraftChange, readonly IdRename[] | string> {
  const gone = drafts.flatMap(({ target }) => (target.kind === "span" ? [target.at] : []));
  const documents = listDocuments(based);
  const taken = new Set<string>();
  const names = new Map<number, Map<string, string>>();
  const stuck = new Map<DraftChange, string>();
  const coming = drafts.filter(
    ({ point, from }) => point.settled === undefined && from !== into.variant,
  );
  for (const draft of coming) {
    const { from, source } = draft;
    if (source === null) continue;
    const own = names.get(from) ?? new Map<string, string>();
    names.set(from, own);
    for (const { id, isPart } of findCollidingIds(into, getVariantDocument(based, from), {
      source,
      gone,
    })) {
      if (!isPart) stuck.set(draft, id);
      else if (!own.has(id)) own.set(id, findFreeId(id, documents, taken));
      taken.add(own.get(id) ?? id);
    }
  }
  return new Map(
    coming.map((draft) => {
      const { from, source } = draft;
      const words = source === null ? "" : readSpanText(getVariantDocument(based, from), source);
      const renames = [...(names.get(from) ?? [])]
        .filter(([id]) => new RegExp(formatIdPattern(id), "u").test(words))
        .map(([id, as]) => ({ id, as }));
      return [draft, stuck.get(draft) ?? renames];
    }),
  );
}
