/** Everything a person can do about a debate as it stands now. */
import "./act.css";
import type { DebateSnapshot, DebateTimeline } from "../../src/timeline/debate-timeline.ts";
import { Button } from "../kit/button.tsx";
import { Card } from "../kit/card.tsx";
import { currentDebate, showNewestEvent } from "../state/debate-state.ts";
import { AskPanelCard } from "./ask-panel-card.tsx";
import { DecideOutcomeCard } from "./decision-card.tsx";
import { PauseCard, ResumeCard } from "./pause-resume-cards.tsx";
import { PersonSeatCard } from "./person-seat-card.tsx";
import { type PersonTask, listPersonTasks } from "./person-tasks.ts";
import { QuestionCard } from "./question-card.tsx";

export function PersonTaskPanel({
  story,
  moment,
}: {
  story: DebateTimeline;
  moment: DebateSnapshot;
}) {
  if (moment.at < story.last) return <PastSnapshotCard />;
  return (
    <div class="act-panel">
      {listPersonTasks(moment, currentDebate.value?.held ?? false).map((duty) => (
        <PersonTaskCard key={getTaskCardKey(duty)} duty={duty} story={story} moment={moment} />
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
  story,
  moment,
}: {
  duty: PersonTask;
  story: DebateTimeline;
  moment: DebateSnapshot;
}) {
  switch (duty.kind) {
    case "question":
      return <QuestionCard story={story} question={duty.question} />;
    case "seat":
      return <PersonSeatCard story={story} question={duty.question} />;
    case "pause":
      return <PauseCard story={story} />;
    case "resume":
      return <ResumeCard story={story} moment={moment} stranded={false} />;
    case "stranded":
      return <ResumeCard story={story} moment={moment} stranded />;
    case "decide":
    case "decide-otherwise":
      if (moment.outcome === null) return null;
      return (
        <DecideOutcomeCard
          story={story}
          outcome={moment.outcome}
          decisions={moment.decisions}
          isOpen={duty.kind === "decide"}
        />
      );
    case "ask":
      return <AskPanelCard story={story} />;
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
