/** A person's seat: the form for the answer. */
import { useEffect, useId, useState } from "preact/hooks";

import { type Json, isJsonObject } from "../../src/domain/json.ts";
import type { SeatQuestion } from "../../src/page/page-payload.ts";
import type { DebateTimeline, PersonQuestion } from "../../src/timeline/debate-timeline.ts";
import { Button } from "../kit/button.tsx";
import { Card } from "../kit/card.tsx";
import { findSeatName } from "../kit/seat-monogram.tsx";
import { UntrustedText } from "../kit/untrusted-text.tsx";
import { getProtocolParts } from "../protocols/protocol-parts.tsx";
import { buildViewAddress } from "../state/page-route.ts";
import { canDecide, fetchJson, postJson } from "../state/server-api.ts";
import { RefusalNote, TerminalCommand, quoteForShell } from "./form-controls.tsx";
import { loadStoredDraft, storeDraft } from "./form-drafts.ts";
import { clearFirstChoices, dropBlankRows } from "./form/blank-rows.ts";
import { FormContext } from "./form/form-context.ts";
import { FormField } from "./form/form-fields.tsx";
import { createReferenceFinder, type FieldReference } from "./form/references.ts";
import { type SchemaField, createSchemaField } from "./form/schema-form.ts";
import { readSeatPart } from "./form/seat-part.ts";
import { validateFormValue } from "./form/validate-form.ts";
import { buildActionPath, useAction } from "./use-action.ts";

/** On the floor: the way to the page where the seat is answered for. */
export function SeatInvitation({
  timeline: debateTimeline,
  question: { seat, question },
}: {
  timeline: DebateTimeline;
  question: PersonQuestion;
}) {
  const name = findSeatName(debateTimeline, seat ?? "");
  return (
    <Card title={`${name} is waited for`} note="a person answers" class="pressing" id="decide">
      <div class="pad">
        <p>
          <UntrustedText text={question} serif />
        </p>
        {canDecide.value ? (
          <p>
            <a class="btn pri" href={buildViewAddress("floor", { seat, open: null })}>
              Answer for {name}
            </a>
          </p>
        ) : (
          <SeatTerminalCommand debate={debateTimeline.id} seat={seat ?? ""} />
        )}
      </div>
    </Card>
  );
}

function SeatTerminalCommand({ debate, seat }: { debate: string; seat: string }) {
  return (
    <TerminalCommand
      says="Answer in a terminal:"
      text={`dissent resume ${quoteForShell(debate)} --answer --seat ${quoteForShell(seat)}`}
    />
  );
}

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
        <PersonSeatQuestion
          key={`${question.key}-${question.at}`}
          timeline={debateTimeline}
          question={question}
        />
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
    restoreAnswer(loadStoredDraft(draft), clearFirstChoices(field, asked.blank as Json)),
  );
  const [tried, setTried] = useState(false);
  const [sent, setSent] = useState(false);
  const action = useAction();
  const problems = validateFormValue(field, value, asked.blank as Json);
  const send = (): void => {
    setTried(true);
    if (problems.size > 0) {
      focusFormField(id, problems.keys().next().value ?? "");
      return;
    }
    action.run(async () => {
      await postJson(buildActionPath(debateTimeline.id, "answer"), {
        seat: asked.seat,
        reply: dropBlankRows(field, value, asked.blank as Json),
      });
      setSent(true);
    });
  };
  return (
    <>
      <RejectedAnswerNote problems={asked.problems} />
      <SeatPart prompt={asked.prompt} task={asked.task} />
      <FormContext.Provider
        value={{
          id,
          problems: tried ? problems : new Map(),
          references: createReferenceFinder(debateTimeline, {
            seat: asked.seat,
            findOwn: (name, note) => listOwnReferences(debateTimeline, name, note),
          }),
          blank: asked.blank as Json,
          words: asked.words,
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

/** What only the protocol can name: parts of a position, drafts, criteria. */
function listOwnReferences(
  timeline: DebateTimeline,
  name: string,
  note: string,
): readonly FieldReference[] {
  return getProtocolParts()?.listReferences?.(timeline, name, note) ?? [];
}

function describeRemainingProblems(field: SchemaField, count: number): string {
  if (field.kind === "raw") return "";
  return count === 1
    ? "One answer is still missing or too long; it is marked."
    : `${count} answers are still missing or too long; they are marked.`;
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

/** What this seat is there for, in the words of its prompt, and what is asked of it now. */
function SeatPart({ prompt, task }: { prompt: string; task: string | null }) {
  const part = readSeatPart(prompt);
  if (part === "" && task === null) return null;
  return (
    <div class="seat-part">
      {part !== "" && (
        <p>
          <UntrustedText text={part} most={1_200} serif />
        </p>
      )}
      {task !== null && <p class="seat-task">{task}</p>}
    </div>
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

/** The field itself, or the first thing in it that takes the focus. */
function focusFormField(form: string, path: string): void {
  const place = document.getElementById(`${form}-${path}`);
  const field = place?.querySelector<HTMLElement>("input, select, textarea") ?? place;
  field?.focus();
}
