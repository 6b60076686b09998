/** A debate: the view that is chosen, the timeline under it. */
import { useActKeys } from "./act/act-keys.ts";
import { BlindDecision } from "./act/blind-decision.tsx";
import { blindFor } from "./act/blind.ts";
import { ChallengesView } from "./challenges/challenges-view.tsx";
import { DocumentView } from "./document/document-view.tsx";
import { FloorView } from "./floor/floor-view.tsx";
import { Timeline } from "./floor/timeline.tsx";
import { Frame } from "./frame.tsx";
import { RecordView } from "./record/record-view.tsx";
import { story, trouble } from "./state/debate.ts";
import { route, type View } from "./state/route.ts";
import { TranscriptView } from "./transcript/transcript-view.tsx";

const SHOWN: Readonly<Record<View, () => preact.JSX.Element | null>> = {
  floor: FloorView,
  transcript: TranscriptView,
  challenges: ChallengesView,
  document: DocumentView,
  record: RecordView,
};

export function DebatePage() {
  useActKeys();
  return (
    <Frame foot={!blindFor.value && <Timeline />}>
      <Chosen />
    </Frame>
  );
}

function Chosen() {
  if (story.value === null) return trouble.value === null ? <Waiting /> : null;
  // nothing of the panel is shown before its reader has chosen
  if (blindFor.value) return <BlindDecision story={story.value} />;
  const { view } = route.value;
  const View = SHOWN[view === "home" ? "floor" : view];
  return <View />;
}

function Waiting() {
  return <p class="empty waiting">Reading the journal.</p>;
}
