/** A39: what was agreed on and is missing from the merged document, so that a person has to look. */
import type { MergeChange } from "../../../documents/apply/change-plan.ts";
import { containsSpan } from "../../../documents/document.ts";
import type { Finished } from "./table.ts";

/** Ids of points: code has no place for them, or words of another variant took the place. */
export function leftOver({ plan, byHand, merged }: Finished): string[] {
  const findChangeStatus = ({ number }: MergeChange): string | undefined =>
    merged.records.find((record) => record.number === number)?.status;
  const made = plan.changes.filter((change) => findChangeStatus(change) === "applied");
  const overruled = plan.changes.filter(
    (change) =>
      change.approved &&
      findChangeStatus(change) === "skipped" &&
      made.some((other) => other.from !== change.from && coversTarget(other, change)),
  );
  return [...new Set([...byHand, ...overruled.map(({ point }) => point)])];
}

function coversTarget({ target: outer }: MergeChange, { target: inner }: MergeChange): boolean {
  return outer.kind === "span" && inner.kind === "span" && containsSpan(outer.at, inner.at);
}
