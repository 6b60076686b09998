/** A person's seat: the prompt, and a form for the answer. */
import { useEffect, useId, useState } from "preact/hooks";

import type { Json } from "../../src/domain/json.ts";
import type { SeatQuestion } from "../../src/page/page-payload.ts";
import type { DebateTimeline, PersonQuestion } from "../../src/timeline/debate-timeline.ts";
import { Button } from "../kit/button.tsx";
import { Card } from "../kit/card.tsx";
import { findSeatName } from "../kit/seat-monogram.tsx";
import { UntrustedText } from "../kit/untrusted-text.tsx";
import { buildViewAddress } from "../state/page-route.ts";
import { canDecide, fetchJson, postJson } from "../state/server-api.ts";
import { findSealedQuestion } from "./blind-stage.ts";
import { RefusalNote, TerminalCommand, quoteForShell } from "./form-controls.tsx";
import { loadStoredDraft, storeDraft } from "./form-drafts.ts";
import { FormContext, createFieldSuggestions } from "./form/form-context.ts";
import { FormField } from "./form/form-fields.tsx";
import { type SchemaField, createSchemaField, isJsonObject } from "./form/schema-form.ts";
import { validateFormValue } from "./form/validate-form.ts";
import { buildActionPath, useAction } from "./use-action.ts";

export function PersonSeatCard({
  timeline: debateTimeline,
  question,
}: {
  timeline: DebateTimeline;
  question: PersonQuestion;
}) {
  const seat = question.seat ?? "";
  const name = findSeatName(debateTimeline, seat);
  return (
    <Card
      title={`You speak for ${name}`}
      note="the debate sleeps until you answer"
      class="pressing wide-duty"
      id="decide"
    >
      <div class="pad">
        {canDecide.value ? (
          <PersonSeatQuestion
            key={`${question.key}-${question.at}`}
            timeline={debateTimeline}
            question={question}
          />
        ) : (
          <>
            <p>
              <UntrustedText text={question.question} serif />
            </p>
            <TerminalCommand
              says="Answer in a terminal:"
              text={`dissent answer ${quoteForShell(debateTimeline.id)} --seat ${quoteForShell(seat)}`}
            />
          </>
        )}
      </div>
    </Card>
  );
}

function PersonSeatQuestion({
  timeline: debateTimeline,
  question,
}: {
  timeline: DebateTimeline;
  question: PersonQuestion;
}) {
  const [asked, setAsked] = useState<SeatQuestion | null>(null);
  const action = useAction();
  const load = (): void =>
    action.run(async () => {
      const query = new URLSearchParams({ seat: question.seat ?? "" });
      setAsked(
        await fetchJson<SeatQuestion>(
          `${buildActionPath(debateTimeline.id, "form")}?${query.toString()}`,
        ),
      );
    });
  useEffect(load, []);
  if (asked !== null) return <PersonSeatForm timeline={debateTimeline} asked={asked} />;
  return (
    <>
      <p class="sub">{action.refusal === null ? "Reading what is asked." : ""}</p>
      <RefusalNote refusal={action.refusal} />
      {action.refusal !== null && <Button onPress={load}>Try again</Button>}
    </>
  );
}

function PersonSeatForm({
  timeline: debateTimeline,
  asked,
}: {
  timeline: DebateTimeline;
  asked: SeatQuestion;
}) {
  const id = useId();
  const draft = `${debateTimeline.id}:${asked.key}`;
  const field = createSchemaField(asked.schema);
  // an answer that was sent back is still there to be mended
  const [value, setValue] = useState<Json>(() =>
    restoreAnswer(loadStoredDraft(draft), asked.blank as Json),
  );
  const [tried, setTried] = useState(false);
  const [sent, setSent] = useState(false);
  const action = useAction();
  const problems = validateFormValue(field, value);
  const send = (): void => {
    setTried(true);
    if (problems.size > 0) {
      focusFormField(id, problems.keys().next().value ?? "");
      return;
    }
    action.run(async () => {
      await postJson(buildActionPath(debateTimeline.id, "answer"), {
        seat: asked.seat,
        reply: value,
      });
      setSent(true);
    });
  };
  return (
    <>
      <RejectedAnswerNote problems={asked.problems} />
      <SeatPromptText text={asked.prompt} />
      <FormContext.Provider
        value={{
          id,
          problems: tried ? problems : new Map(),
          suggestions: createFieldSuggestions(debateTimeline),
        }}
      >
        <FormField
          field={field}
          title="Answer"
          value={value}
          path=""
          onChange={(next) => {
            setValue(next);
            storeDraft(draft, next);
          }}
        />
      </FormContext.Provider>
      <RefusalNote refusal={action.refusal} />
      <div class="act">
        <Button kind="primary" disabled={action.busy || sent} onPress={send}>
          {action.busy ? "Sending…" : "Send the answer"}
        </Button>
        <span class="sub" aria-live="polite">
          {sent
            ? "Sent. The debate goes on when everyone has answered."
            : tried && problems.size > 0
              ? describeRemainingProblems(field, problems.size)
              : "What you type is kept in this browser until it is sent."}
        </span>
      </div>
    </>
  );
}

function describeRemainingProblems(field: SchemaField, count: number): string {
  if (field.kind === "raw") return "";
  return count === 1
    ? "One field is not filled in rightly."
    : `${count} fields are not filled in rightly.`;
}

/** What the first answer was sent back for, before anything else. */
function RejectedAnswerNote({ problems }: { problems: readonly string[] }) {
  if (problems.length === 0) return null;
  return (
    <div class="refusal" role="alert">
      <strong>
        Your answer was sent back. It counts if these are mended; it is not asked for a third time.
      </strong>
      <ul>
        {problems.map((problem) => (
          <li key={problem}>
            <UntrustedText text={problem} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function SeatPromptText({ text }: { text: string }) {
  return (
    <details class="prompt" open>
      <summary>What anyone in this seat is asked</summary>
      <div class="prompt-words" tabIndex={0} role="region" aria-label="The prompt">
        <UntrustedText text={text} most={20_000} />
      </div>
    </details>
  );
}

function restoreAnswer(kept: unknown, blank: Json): Json {
  if (kept === null || typeof kept !== "object") return blank;
  const answer = kept as Json;
  // a form with other fields is another question
  const fits =
    isJsonObject(answer) &&
    isJsonObject(blank) &&
    Object.keys(blank).every((name) => name in answer);
  return fits ? answer : blank;
}

function focusFormField(form: string, path: string): void {
  document.getElementById(`${form}-${path}`)?.focus();
}

// A person's seat in a sealed step: the question and the form, without what the others have said.

export function SealedSeatStage({ timeline: debateTimeline }: { timeline: DebateTimeline }) {
  const question = findSealedQuestion(debateTimeline);
  if (question === null) return null;
  return (
    <div class="sealed">
      <PersonSeatCard
        key={`${question.key}-${question.at}`}
        timeline={debateTimeline}
        question={question}
      />
      <p class="sub">
        You do not answer for this seat?{" "}
        <a href={buildViewAddress("floor", { open: "1" })}>
          Show the debate with what the others have said
        </a>
      </p>
    </div>
  );
}
