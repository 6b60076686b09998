/** Drafts by their names, points by what differs, criteria by their words. */
import { CRITERIA } from "../../../src/protocols/merge/rules/criteria.ts";
import type { DebateTimeline } from "../../../src/timeline/debate-timeline.ts";
import type { FieldReference } from "../../act/form/references.ts";
import { truncateText } from "../../kit/format-text.ts";
import { debateFindings } from "../../state/debate-state.ts";

const MOST_LABEL = 140;

export function listMergeReferences(
  { lanes }: DebateTimeline,
  name: string,
  note: string,
): readonly FieldReference[] {
  if (name === "variant") {
    const drafts = lanes.map(({ letter, label }, index) => ({
      id: String(index + 1),
      label: `${letter}: ${label}`,
    }));
    return /\b0:/.test(note) ? [...drafts, { id: "0", label: "none of them alone" }] : drafts;
  }
  if (name === "criterion") return CRITERIA.map(({ id, text }) => ({ id, label: text }));
  if (name !== "point" && name !== "points") return [];
  return (debateFindings.value?.document?.points ?? []).map(({ id, summary }) => ({
    id,
    label: truncateText(`${id}: ${summary}`, MOST_LABEL),
  }));
}
