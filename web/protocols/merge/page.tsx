/** The page of a `merge` debate. */
import type { DebateSnapshot, DebateTimeline } from "../../../src/timeline/debate-timeline.ts";
import { formatPercent, formatPlural } from "../../kit/format-text.ts";
import { DebatePage } from "../../pages/debate-page.tsx";
import { startPage } from "../../pages/start-page.tsx";
import { debateFindings } from "../../state/debate-state.ts";
import { registerProtocolParts } from "../protocol-parts.tsx";
import { describeMergeChoice } from "./choice-notes.tsx";
import { listMergedTexts } from "./document/merge-summary.ts";
import { MergedDocument } from "./document/merged-document.tsx";
import { listMergeReferences } from "./form-references.ts";
import { MergePlanApproval } from "./merge-plan-approval.tsx";
import { isPlanApprovalQuestion } from "./merge-plan-choices.ts";
import { MergePanels } from "./panels.tsx";

registerProtocolParts({
  Panels: MergePanels,
  summarizeSeat,
  OwnDocument: MergedDocument,
  listMainTexts: listMergedTexts,
  lanesHeading: "Variants",
  questionForm: { Form: MergePlanApproval, fits: isPlanApprovalQuestion },
  describeChoice: describeMergeChoice,
  listReferences: listMergeReferences,
});
startPage(DebatePage);

/** Whose draft an advocate argued for and how much of it stayed; what the others did. */
function summarizeSeat({ lanes, seats }: DebateTimeline, _: DebateSnapshot, seat: string) {
  const view = debateFindings.value?.document ?? null;
  if (view === null) return null;
  const own = view.variants.find(({ advocate }) => advocate === seat);
  if (own === undefined) {
    const isAnalyst = seats.find(({ id }) => id === seat)?.role === "analyst";
    return isAnalyst
      ? `Compared the drafts: ${formatPlural(view.points.length, "difference")}.`
      : null;
  }
  const all = view.variants.reduce((sum, { characters }) => sum + characters, 0);
  const label = lanes[own.variant - 1]?.label ?? `variant ${own.label}`;
  const share = all === 0 ? 0 : own.characters / all;
  const taken = view.changes.filter(({ variant }) => variant === own.variant).length;
  const role =
    view.base === own.variant ? "it is the base" : `${formatPlural(taken, "change")} made`;
  return `Argued for ${label}: ${formatPercent(share * 100)} of the text is from it, ${role}.`;
}
