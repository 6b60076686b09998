/** Everything a person can do about a debate now. */
import "./act.css";
import type { DebateSnapshot, DebateTimeline } from "../../src/timeline/debate-timeline.ts";
import { Button } from "../kit/button.tsx";
import { Card } from "../kit/card.tsx";
import { currentDebate, showNewestEvent } from "../state/debate-state.ts";
import { AskPanelCard } from "./ask-panel-card.tsx";
import { DecideOutcomeCard } from "./decision-card.tsx";
import { PauseCard, ResumeCard } from "./pause-resume-cards.tsx";
import { SeatInvitation } from "./person-seat-card.tsx";
import { type PersonTask, listPersonTasks } from "./person-tasks.ts";
import { QuestionCard } from "./question-card.tsx";

export function PersonTaskPanel({
  timeline: debateTimeline,
  snapshot,
}: {
  timeline: DebateTimeline;
  snapshot: DebateSnapshot;
}) {
  if (snapshot.at < debateTimeline.last) return <PastSnapshotCard />;
  return (
    <div class="act-panel">
      {listPersonTasks(snapshot, currentDebate.value?.held ?? false).map((duty) => (
        <PersonTaskCard
          key={getTaskCardKey(duty)}
          duty={duty}
          timeline={debateTimeline}
          snapshot={snapshot}
        />
      ))}
    </div>
  );
}

/** A question that was answered and one that follows it are two cards. */
function getTaskCardKey(duty: PersonTask): string {
  return "question" in duty ? `${duty.question.key}-${duty.question.at}` : duty.kind;
}

function PersonTaskCard({
  duty,
  timeline: debateTimeline,
  snapshot,
}: {
  duty: PersonTask;
  timeline: DebateTimeline;
  snapshot: DebateSnapshot;
}) {
  switch (duty.kind) {
    case "question":
      return <QuestionCard timeline={debateTimeline} question={duty.question} />;
    case "seat":
      return <SeatInvitation timeline={debateTimeline} question={duty.question} />;
    case "pause":
      return <PauseCard timeline={debateTimeline} />;
    case "resume":
      return <ResumeCard timeline={debateTimeline} snapshot={snapshot} stranded={false} />;
    case "stranded":
      return <ResumeCard timeline={debateTimeline} snapshot={snapshot} stranded />;
    case "decide":
    case "decide-otherwise":
      if (snapshot.outcome === null) return null;
      return (
        <DecideOutcomeCard
          timeline={debateTimeline}
          outcome={snapshot.outcome}
          decisions={snapshot.decisions}
          isOpen={duty.kind === "decide"}
        />
      );
    case "ask":
      return <AskPanelCard timeline={debateTimeline} />;
  }
}

/** Nothing can be done to what has been. */
function PastSnapshotCard() {
  return (
    <Card title="Earlier" note="what you do is done now">
      <div class="pad">
        <p>You are looking back. Decisions and answers belong to the newest event.</p>
        <div class="act">
          <Button hotkey="L" onPress={showNewestEvent}>
            To the newest event
          </Button>
        </div>
      </div>
    </Card>
  );
}
