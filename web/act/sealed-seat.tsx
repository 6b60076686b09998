/** A person's seat in a sealed step: the question and the form, without what the others have said. */
import type { DebateTimeline } from "../../src/timeline/debate-timeline.ts";
import { buildViewAddress } from "../state/page-route.ts";
import { findSealedQuestion } from "./blind-stage.ts";
import { PersonSeatCard } from "./person-seat-card.tsx";

export function SealedSeatStage({ story }: { story: DebateTimeline }) {
  const question = findSealedQuestion(story);
  if (question === null) return null;
  return (
    <div class="sealed">
      <PersonSeatCard key={`${question.key}-${question.at}`} story={story} question={question} />
      <p class="sub">
        You do not answer for this seat?{" "}
        <a href={buildViewAddress("floor", { open: "1" })}>
          Show the debate with what the others have said
        </a>
      </p>
    </div>
  );
}
