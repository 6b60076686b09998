/** A merged document: its text with sources, the origin of the selected paragraph, and every decided difference. */
import { computed } from "@preact/signals";

import "./merged.css";
import { useMemo } from "preact/hooks";

import type { MergedView } from "../../../../src/protocols/merge/view/merged-view-shape.ts";
import type { DebateTimeline } from "../../../../src/timeline/debate-timeline.ts";
import { Card } from "../../../kit/card.tsx";
import { formatPlural } from "../../../kit/format-text.ts";
import { useHotkey } from "../../../kit/hotkeys.ts";
import { UntrustedText } from "../../../kit/untrusted-text.tsx";
import { useMediaQuery } from "../../../kit/use-layout.ts";
import { buildViewAddress, currentRoute, navigateTo } from "../../../state/page-route.ts";
import { DifferencesCard } from "./differences.tsx";
import { findAdjacentPiece, readDocumentSelection } from "./document-selection.ts";
import { LeftOutCard, MergeChecksCard, VariantScoresCard } from "./merge-result-cards.tsx";
import { MergedDocumentHead } from "./merged-document-head.tsx";
import { MergedTextView } from "./merged-text.tsx";
import { PlannedChangesCard } from "./planned-changes.tsx";
import { ProvenancePanel } from "./provenance-panel.tsx";
import { createVariantLanes } from "./variant-lanes.ts";

/** Does not itself look at what is chosen: a step through a long text touches two paragraphs, not all of them. */
export function MergedDocument({
  timeline: debateTimeline,
  view,
}: {
  timeline: DebateTimeline;
  view: MergedView;
}) {
  const lanes = useMemo(
    () => createVariantLanes(debateTimeline, view),
    [debateTimeline.lanes, view],
  );
  const chosen = useMemo(
    () => computed(() => readDocumentSelection(view, currentRoute.value.parameters)),
    [view],
  );
  const isNarrow = useMediaQuery("(max-width: 1080px)");
  const step = (by: 1 | -1): void => {
    const next = findAdjacentPiece(view, chosen.value.piece, by);
    if (next !== null) navigateToPiece(next, 0);
  };
  useHotkey("j", () => step(1));
  useHotkey("k", () => step(-1));
  const shown = { timeline: debateTimeline, view, lanes, chosen };
  return (
    <div class="document">
      <MergedDocumentHead timeline={debateTimeline} view={view} lanes={lanes} />
      <div class="document-grid">
        <div class="document-main">
          {view.pieces.length > 0 && (
            <MergedTextView
              view={view}
              lanes={lanes}
              chosen={chosen}
              onChoose={navigateToPiece}
              beside={isNarrow ? () => <ProvenancePanel {...shown} where="text" /> : null}
            />
          )}
          <PlannedChangesCard {...shown} />
          {isNarrow && <ProvenancePanel {...shown} where="below" />}
          <DifferencesCard {...shown} />
          <VariantScoresCard view={view} lanes={lanes} />
        </div>
        <div class="document-side">
          {!isNarrow && <ProvenancePanel {...shown} where="side" />}
          <LeftOutCard view={view} lanes={lanes} />
          <MergeChecksCard view={view} />
          <PersonOverridesCard view={view} />
        </div>
      </div>
    </div>
  );
}

function navigateToPiece(piece: number, part: number): void {
  const changes = { piece: `${piece}`, part: part === 0 ? null : `${part}`, change: null };
  navigateTo(buildViewAddress("document", changes), { replace: true });
}

function PersonOverridesCard({ view: { overrides } }: { view: MergedView }) {
  if (overrides.length === 0) return null;
  return (
    <Card title="Decided by a person" note={formatPlural(overrides.length, "stop")}>
      <ul class="doc-left pad">
        {overrides.map(({ stop, by, effect, reason }) => (
          <li key={stop} class="plain">
            <span>
              <UntrustedText text={`${by}: ${effect}`} most={200} />
              <small>
                <UntrustedText text={reason} most={300} />
              </small>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
