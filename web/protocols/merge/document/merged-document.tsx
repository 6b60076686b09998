/** A merged document: its text with sources, where the chosen paragraph came from, and everything that was settled. */
import "./merged.css";
import { computed } from "@preact/signals";
import { useMemo } from "preact/hooks";

import type { MergedView } from "../../../../src/page/payload.ts";
import type { DebateTimeline } from "../../../../src/timeline/story.ts";
import { useNarrowLayout } from "../../../document/use-narrow.ts";
import { Card } from "../../../kit/card.tsx";
import { UntrustedText } from "../../../kit/said.tsx";
import { useHotkey } from "../../../kit/use-key.ts";
import { formatPlural } from "../../../kit/words.ts";
import { buildViewAddress, navigateTo, currentRoute } from "../../../state/route.ts";
import { ProvenancePanel } from "./came-from.tsx";
import { PlannedChangesCard } from "./changes.tsx";
import { MergeChecksCard } from "./checks.tsx";
import { readDocumentSelection, findAdjacentPiece } from "./chosen.ts";
import { DifferencesCard } from "./differences.tsx";
import { MergedDocumentHead } from "./document-head.tsx";
import { LeftOutCard } from "./left-out.tsx";
import { MergedTextView } from "./merged-text.tsx";
import { VariantScoresCard } from "./scores.tsx";
import { createVariantLanes } from "./variants.ts";

/** Does not itself look at what is chosen: a step through a long text touches two paragraphs, not all of them. */
export function MergedDocument({ story, view }: { story: DebateTimeline; view: MergedView }) {
  const lanes = useMemo(() => createVariantLanes(story, view), [story.lanes, view]);
  const chosen = useMemo(
    () => computed(() => readDocumentSelection(view, currentRoute.value.parameters)),
    [view],
  );
  const isNarrow = useNarrowLayout();
  const step = (by: 1 | -1): void => {
    const next = findAdjacentPiece(view, chosen.value.piece, by);
    if (next !== null) navigateToPiece(next, 0);
  };
  useHotkey("j", () => step(1));
  useHotkey("k", () => step(-1));
  const shown = { story, view, lanes, chosen };
  return (
    <div class="document">
      <MergedDocumentHead story={story} view={view} lanes={lanes} />
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
