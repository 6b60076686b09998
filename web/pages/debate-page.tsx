/** A debate: the selected view, and the timeline under it. */
import { BlindDecision } from "../act/blind-decision.tsx";
import { isBlindStageActive } from "../act/blind-stage.ts";
import { useDecisionHotkeys } from "../act/decision-hotkeys.ts";
import { ChallengesView } from "../challenges/challenges-view.tsx";
import { DocumentView } from "../document/document-view.tsx";
import { FloorView } from "../floor/floor-view.tsx";
import { TimelineScrubber } from "../floor/timeline-scrubber.tsx";
import { RecordView } from "../record/record-view.tsx";
import { debateTimeline, pageProblem } from "../state/debate-state.ts";
import { currentRoute, type DebateView, VIEWS } from "../state/page-route.ts";
import { TranscriptView } from "../transcript/transcript-view.tsx";
import { PageFrame } from "./page-frame.tsx";

const VIEW_COMPONENTS: Readonly<Record<DebateView, () => preact.JSX.Element | null>> = {
  floor: FloorView,
  transcript: TranscriptView,
  challenges: ChallengesView,
  document: DocumentView,
  record: RecordView,
};

export function DebatePage() {
  useDecisionHotkeys();
  return (
    <PageFrame foot={!isBlindStageActive.value && <TimelineScrubber />}>
      <CurrentView />
    </PageFrame>
  );
}

function CurrentView() {
  if (debateTimeline.value === null) return pageProblem.value === null ? <LoadingNote /> : null;
  // nothing of the panel is shown before its reader has decided
  if (isBlindStageActive.value) return <BlindDecision timeline={debateTimeline.value} />;
  const { view } = currentRoute.value;
  const View = VIEW_COMPONENTS[VIEWS.find((one) => one === view) ?? "floor"];
  return <View />;
}

function LoadingNote() {
  return <p class="empty waiting">Reading the journal.</p>;
}
