/** A question of the debate itself: it sleeps until a person answers, and goes on by itself then. */
import type { Question, Story } from "../../src/timeline/story.ts";
import { Card } from "../kit/card.tsx";
import { Words } from "../kit/said.tsx";
import { PlanApproval } from "../protocols/merge/plan-approval.tsx";
import { asksForApproval } from "../protocols/merge/plan-changes.ts";
import { canDecide } from "../state/api.ts";
import { AnswerForm } from "./answer-form.tsx";
import { Command, quoted } from "./command.tsx";
import { KeyNote } from "./send-row.tsx";

export function QuestionCard({ story, question }: { story: Story; question: Question }) {
  const first = question.choices[0]?.id ?? "A";
  return (
    <Card
      title={canDecide.value ? "Waiting for you" : "Waiting for a person"}
      note={canDecide.value && <KeyNote words="the debate goes on with your answer" hotkey="D" />}
      class={asksForApproval(question) ? "decide wide-duty" : "decide"}
      id="decide"
    >
      <div class="pad question-words">
        <Words text={question.question} serif refs />
      </div>
      {!canDecide.value ? (
        <div class="pad">
          <ul class="choice-list">
            {question.choices.map(({ id, label }) => (
              <li key={id}>
                <code>{id}</code> <Words text={label} />
              </li>
            ))}
          </ul>
          <Command
            says="Answer in a terminal:"
            text={`dissent decide ${quoted(story.id)} ${quoted(first)} -m "why"`}
          />
        </div>
      ) : asksForApproval(question) ? (
        <PlanApproval story={story} question={question} />
      ) : (
        <AnswerForm story={story} question={question} />
      )}
    </Card>
  );
}
