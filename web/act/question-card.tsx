/** A question that the debate asks a person: it waits for the answer, and then continues by itself. */
import { useState } from "preact/hooks";

import type { DebateTimeline, PersonQuestion } from "../../src/timeline/debate-timeline.ts";
import { Card } from "../kit/card.tsx";
import { capitalizeText } from "../kit/format-text.ts";
import { findLane } from "../kit/lane-mark.tsx";
import { UntrustedText } from "../kit/untrusted-text.tsx";
import { MergePlanApproval } from "../protocols/merge/merge-plan-approval.tsx";
import { isPlanApprovalQuestion } from "../protocols/merge/merge-plan-choices.ts";
import { AcceptedRisksField } from "../protocols/roundtable/risks-field.tsx";
import {
  type OpenRisk,
  appendAcceptedRisks,
  countAcceptingSeats,
  describeUnacceptedRisks,
  listOpenRisks,
} from "../protocols/roundtable/roundtable-risks.ts";
import { canDecide, postJson } from "../state/server-api.ts";
import { joinChosenIds, toggleChosenId } from "./decision-choices.ts";
import { useFocusHotkey } from "./decision-hotkeys.ts";
import {
  ChoicePicker,
  HotkeyNote,
  ReasonField,
  SubmitRow,
  TerminalCommand,
  quoteForShell,
} from "./form-controls.tsx";
import { readDraftFields, readDraftText, readDraftTexts, useFormDraft } from "./form-drafts.ts";
import { buildActionPath, useAction } from "./use-action.ts";

export function QuestionCard({
  timeline: debateTimeline,
  question,
}: {
  timeline: DebateTimeline;
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
            text={`dissent decide ${quoteForShell(debateTimeline.id)} ${quoteForShell(first)} -m "why"`}
          />
        </div>
      ) : isPlanApprovalQuestion(question) ? (
        <MergePlanApproval timeline={debateTimeline} question={question} />
      ) : (
        <AnswerForm timeline={debateTimeline} question={question} />
      )}
    </Card>
  );
}

// The answer to a question of the debate: one choice or several, the risks that come with it, and why.

interface AnswerFormValues {
  readonly chosen: readonly string[];
  readonly reason: string;
  readonly accepted: readonly string[];
}

function AnswerForm({
  timeline: debateTimeline,
  question,
}: {
  timeline: DebateTimeline;
  question: PersonQuestion;
}) {
  const { filled, change, drop } = useFormDraft(
    `${debateTimeline.id}:${question.key}`,
    restoreAnswerForm,
  );
  const [tried, setTried] = useState(false);
  const action = useAction();
  const form = useFocusHotkey("d");
  const chosen = new Set(filled.chosen);
  const risks = chosen.has(ACCEPT_BY_RISK_CHOICE) ? listOpenRisks(debateTimeline, question.at) : [];
  const wrong = validateAnswerForm(filled, risks);
  const shown: typeof wrong = tried ? wrong : {};
  const send = (): void => {
    setTried(true);
    if (Object.keys(wrong).length > 0) return;
    action.run(async () => {
      const choice = joinChosenIds(question.choices, chosen);
      const reason = appendAcceptedRisks(filled.reason, risks);
      await postJson(buildActionPath(debateTimeline.id, "decision"), { choice, reason });
      drop();
    });
  };
  return (
    <div class="pad" ref={form}>
      <ChoicePicker
        legend={question.many ? "Choose one or several" : "Choose one"}
        many={question.many}
        choices={question.choices.map(({ id, label }) => ({
          id,
          label: isNumberedId(id) ? `${id}, ${label}` : capitalizeText(label),
          lane: findLane(debateTimeline, id),
        }))}
        chosen={chosen}
        trouble={shown.choice}
        onPick={(id) => change({ chosen: question.many ? [...toggleChosenId(chosen, id)] : [id] })}
      />
      {chosen.has(ACCEPT_BY_RISK_CHOICE) && (
        <AcceptedRisksField
          risks={risks}
          accepted={filled.accepted}
          acceptance={countAcceptingSeats(debateTimeline, question.at)}
          trouble={shown.risks}
          onAccept={(accepted) => change({ accepted })}
        />
      )}
      <ReasonField
        label="Why? It goes into the record."
        value={filled.reason}
        trouble={shown.reason}
        onChange={(reason) => change({ reason })}
      />
      <SubmitRow action={action} press="Answer, and let it go on" busy="Sending…" onPress={send} />
    </div>
  );
}

/** `C-002`: what it is called elsewhere on the page, too. */
function isNumberedId(id: string): boolean {
  return /^[A-Z]+-?\d+$/.test(id);
}

/** The roundtable's choice that takes the risks of those who are not content. */
const ACCEPT_BY_RISK_CHOICE = "majority";

interface AnswerFormErrors {
  readonly choice?: string;
  readonly reason?: string;
  readonly risks?: string;
}

function validateAnswerForm(
  { chosen, reason, accepted }: AnswerFormValues,
  risks: readonly OpenRisk[],
): AnswerFormErrors {
  const left = describeUnacceptedRisks(risks, accepted);
  return {
    ...(chosen.length === 0 && { choice: "Choose one." }),
    ...(reason.trim() === "" && { reason: "No reason, no decision." }),
    ...(left !== null && { risks: left }),
  };
}

function restoreAnswerForm(kept: unknown): AnswerFormValues {
  const { chosen, reason, accepted } = readDraftFields(kept);
  return {
    chosen: readDraftTexts(chosen),
    reason: readDraftText(reason),
    accepted: readDraftTexts(accepted),
  };
}
