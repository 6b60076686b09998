/** A question of the debate itself: it sleeps until a person answers, and goes on by itself then. */
import type { PersonQuestion, DebateTimeline } from "../../src/timeline/debate-timeline.ts";
import { Card } from "../kit/card.tsx";
import { UntrustedText } from "../kit/untrusted-text.tsx";
import { MergePlanApproval } from "../protocols/merge/merge-plan-approval.tsx";
import { isPlanApprovalQuestion } from "../protocols/merge/merge-plan-choices.ts";
import { canDecide } from "../state/server-api.ts";
import { AnswerForm } from "./answer-form.tsx";
import { HotkeyNote } from "./send-row.tsx";
import { TerminalCommand, quoteForShell } from "./terminal-command.tsx";

export function QuestionCard({
  story,
  question,
}: {
  story: DebateTimeline;
  question: PersonQuestion;
}) {
  const first = question.choices[0]?.id ?? "A";
  return (
    <Card
      title={canDecide.value ? "Waiting for you" : "Waiting for a person"}
      note={
        canDecide.value && <HotkeyNote words="the debate goes on with your answer" hotkey="D" />
      }
      class={isPlanApprovalQuestion(question) ? "decide wide-duty" : "decide"}
      id="decide"
    >
      <div class="pad question-words">
        <UntrustedText text={question.question} serif refs />
      </div>
      {!canDecide.value ? (
        <div class="pad">
          <ul class="choice-list">
            {question.choices.map(({ id, label }) => (
              <li key={id}>
                <code>{id}</code> <UntrustedText text={label} />
              </li>
            ))}
          </ul>
          <TerminalCommand
            says="Answer in a terminal:"
            text={`dissent decide ${quoteForShell(story.id)} ${quoteForShell(first)} -m "why"`}
          />
        </div>
      ) : isPlanApprovalQuestion(question) ? (
        <MergePlanApproval story={story} question={question} />
      ) : (
        <AnswerForm story={story} question={question} />
      )}
    </Card>
  );
}
