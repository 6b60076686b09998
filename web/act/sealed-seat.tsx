/** A person's seat in a sealed step: the question and the form, without what the others have said. */
import type { Story } from "../../src/timeline/story.ts";
import { addressOf } from "../state/route.ts";
import { sealedQuestion } from "./blind.ts";
import { SeatCard } from "./seat-card.tsx";

export function SealedSeat({ story }: { story: Story }) {
  const question = sealedQuestion(story);
  if (question === null) return null;
  return (
    <div class="sealed">
      <SeatCard key={`${question.key}-${question.at}`} story={story} question={question} />
      <p class="sub">
        You do not answer for this seat?{" "}
        <a href={addressOf("floor", { open: "1" })}>
          Show the debate with what the others have said
        </a>
      </p>
    </div>
  );
}
