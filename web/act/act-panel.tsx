/** Everything a person can do about a debate as it stands now. */
import "./act.css";
import type { Moment, Story } from "../../src/timeline/story.ts";
import { Button } from "../kit/button.tsx";
import { Card } from "../kit/card.tsx";
import { debate } from "../state/debate.ts";
import { toNewest } from "../state/steps.ts";
import { AskCard } from "./ask-card.tsx";
import { DecideCard } from "./decide-card.tsx";
import { dutiesIn, type Duty } from "./duties.ts";
import { QuestionCard } from "./question-card.tsx";
import { PauseCard, ResumeCard } from "./run-card.tsx";
import { SeatCard } from "./seat-card.tsx";

export function ActPanel({ story, moment }: { story: Story; moment: Moment }) {
  if (moment.at < story.last) return <Earlier />;
  return (
    <div class="act-panel">
      {dutiesIn(moment, debate.value?.held ?? false).map((duty) => (
        <DutyCard key={keyOf(duty)} duty={duty} story={story} moment={moment} />
      ))}
    </div>
  );
}

/** A question that was answered and one that follows it are two cards. */
function keyOf(duty: Duty): string {
  return "question" in duty ? `${duty.question.key}-${duty.question.at}` : duty.kind;
}

function DutyCard({ duty, story, moment }: { duty: Duty; story: Story; moment: Moment }) {
  switch (duty.kind) {
    case "question":
      return <QuestionCard story={story} question={duty.question} />;
    case "seat":
      return <SeatCard story={story} question={duty.question} />;
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
        <DecideCard
          story={story}
          outcome={moment.outcome}
          decisions={moment.decisions}
          isOpen={duty.kind === "decide"}
        />
      );
    case "ask":
      return <AskCard story={story} />;
  }
}

/** Nothing can be done to what has been. */
function Earlier() {
  return (
    <Card title="Earlier" note="what you do is done now">
      <div class="pad">
        <p>You are looking back. Decisions and answers belong to the newest event.</p>
        <div class="act">
          <Button hotkey="L" onPress={toNewest}>
            To the newest event
          </Button>
        </div>
      </div>
    </Card>
  );
}
