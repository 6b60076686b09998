/** The fields of the start form that are plain text. */
import { useId } from "preact/hooks";

import { FieldErrorNote } from "../act/form-controls.tsx";
import { currentPerson } from "../state/me.ts";
import type { DraftField, DraftFieldErrors, StartDraft } from "./start-draft.ts";

export interface StartFieldProps {
  readonly draft: StartDraft;
  readonly troubles: DraftFieldErrors;
  readonly onChange: (more: Partial<StartDraft>) => void;
}

type TextFieldName = Exclude<DraftField, "options" | "protocol">;

export function QuestionField(fields: StartFieldProps) {
  return <TextField {...fields} name="question" title="Question" rows={1} class="serif asked" />;
}

export function BodyField(fields: StartFieldProps) {
  return (
    <TextField
      {...fields}
      name="body"
      title="What the panel should know"
      note="In Markdown; they may quote it. With the challenge rules it is the plan that is attacked."
      rows={6}
    />
  );
}

export function AdvancedFields(fields: StartFieldProps) {
  return (
    <>
      {/* files of a team's server are nobody's to name */}
      {currentPerson.value === null && (
        <TextField
          {...fields}
          name="context"
          title="Files they may quote"
          note="Paths inside the project, one a line; docs/*.md works too. debate:<id> gives them an earlier decision."
          rows={2}
          class="mono"
        />
      )}
      <TextField
        {...fields}
        name="seats"
        title="Who speaks for a seat"
        note="seat=model, one a line, such as risk=person or value=ollama/qwen3. Left empty, the project's configuration decides."
        rows={2}
        class="mono"
      />
      <TextField
        {...fields}
        name="budget"
        title="At most, in dollars"
        note="It pauses before it would spend more. Left empty, the project's configuration decides."
        rows={0}
        class="short num"
      />
    </>
  );
}

function TextField(
  props: StartFieldProps & {
    name: TextFieldName;
    title: string;
    note?: string;
    rows: number;
    class?: string;
  },
) {
  const { draft, troubles, name, title, note, rows } = props;
  const id = useId();
  const trouble = troubles[name];
  const attributes = {
    id,
    class: props.class ?? "",
    value: draft[name],
    "aria-invalid": trouble !== undefined,
    "aria-describedby": `${id}-note ${id}-trouble`,
  };
  const change = (value: string): void => props.onChange({ [name]: value });
  return (
    <div class="field">
      <label class="lbl" for={id}>
        {title}
      </label>
      {rows === 0 ? (
        <input
          {...attributes}
          inputMode="decimal"
          onInput={(event) => change(event.currentTarget.value)}
        />
      ) : (
        <textarea
          {...attributes}
          dir="auto"
          rows={rows}
          onInput={(event) => change(event.currentTarget.value)}
        />
      )}
      <p class="field-note" id={`${id}-note`} hidden={note === undefined}>
        {note}
      </p>
      <FieldErrorNote id={`${id}-trouble`} words={trouble} />
    </div>
  );
}
