/** A question that the debate asks a person: it waits for the answer, and then continues by itself. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

import type { DebateTimeline, PersonQuestion } from "../../src/timeline/debate-timeline.ts";
import { Card } from "../kit/card.tsx";
import { capitalizeText } from "../kit/format-text.ts";
import { findLane } from "../kit/lane-mark.tsx";
import { UntrustedText } from "../kit/untrusted-text.tsx";
import { type AnswerSupplement, getProtocolParts } from "../protocols/protocol-parts.tsx";
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
  const own = getProtocolParts()?.questionForm;
  const OwnForm = own?.fits(question) === true ? own.Form : null;
  const isWide = OwnForm !== null || hasChoiceNotes(debateTimeline, question);
  return (
    <Card
      title={canDecide.value ? "Waiting for you" : "Waiting for a person"}
      note={
        canDecide.value && <HotkeyNote words="the debate goes on with your answer" hotkey="D" />
      }
      class={isWide ? "decide wide-duty" : "decide"}
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
      ) : OwnForm === null ? (
        <AnswerForm timeline={debateTimeline} question={question} />
      ) : (
        <OwnForm timeline={debateTimeline} question={question} />
      )}
    </Card>
  );
}

// The answer to a question of the debate: one choice or several, what the rules want beside it, and why.

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
  const asked = { timeline: debateTimeline, question };
  const supplement = findSupplement(chosen);
  const missing = supplement?.describeMissing(asked, filled.accepted) ?? null;
  const wrong = validateAnswerForm(filled, missing);
  const shown: typeof wrong = tried ? wrong : {};
  const send = (): void => {
    setTried(true);
    if (Object.keys(wrong).length > 0) return;
    action.run(async () => {
      const choice = joinChosenIds(question.choices, chosen);
      const reason = supplement?.completeReason(asked, filled.reason) ?? filled.reason.trim();
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
          note: describeChoice(debateTimeline, id),
        }))}
        chosen={chosen}
        trouble={shown.choice}
        onPick={(id) => change({ chosen: question.many ? [...toggleChosenId(chosen, id)] : [id] })}
      />
      {supplement && (
        <supplement.Field
          {...asked}
          accepted={filled.accepted}
          trouble={shown.supplement}
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

/** What stands behind a choice, such as the passages of the drafts that differ there. */
function describeChoice(timeline: DebateTimeline, choice: string): ComponentChildren {
  return getProtocolParts()?.describeChoice?.(timeline, choice) ?? undefined;
}

function hasChoiceNotes(timeline: DebateTimeline, { choices }: PersonQuestion): boolean {
  return choices.some(({ id }) => describeChoice(timeline, id) !== undefined);
}

/** `C-002`: what it is called elsewhere on the page, too. */
function isNumberedId(id: string): boolean {
  return /^[A-Z]+-?\d+$/.test(id);
}

/** What the rules want beside these choices. */
function findSupplement(chosen: ReadonlySet<string>): AnswerSupplement | undefined {
  const supplement = getProtocolParts()?.answerSupplement;
  return supplement && chosen.has(supplement.choice) ? supplement : undefined;
}

interface AnswerFormErrors {
  readonly choice?: string;
  readonly reason?: string;
  readonly supplement?: string;
}

function validateAnswerForm(
  { chosen, reason }: AnswerFormValues,
  missing: string | null,
): AnswerFormErrors {
  return {
    ...(chosen.length === 0 && { choice: "Choose one." }),
    ...(reason.trim() === "" && { reason: "No reason, no decision." }),
    ...(missing !== null && { supplement: missing }),
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
