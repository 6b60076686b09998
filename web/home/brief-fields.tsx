/** The fields of the start form that are plain text. */
import { useId } from "preact/hooks";

import type { PageHome } from "../../src/page/page-payload.ts";
import { ChoicePicker, FieldErrorNote } from "../act/form-controls.tsx";
import { Button } from "../kit/button.tsx";
import { capitalizeText } from "../kit/format-text.ts";
import { LaneMark } from "../kit/lane-mark.tsx";
import { findProtocolStart, listBodyNotes, listOtherStarts } from "../protocols/start-forms.tsx";
import { currentPerson } from "../state/page-context.ts";
import {
  type DraftField,
  type DraftFieldErrors,
  type DraftOption,
  type StartDraft,
  formatOptionLetter,
} from "./start-draft.ts";

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
      note={["In Markdown; they may quote it.", ...listBodyNotes()].join(" ")}
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

/** The rules to debate by, each in a sentence. */
export function ProtocolField(props: StartFieldProps & { protocols: PageHome["protocols"] }) {
  const { draft, troubles, onChange } = props;
  const startable = props.protocols.filter(
    ({ id }) => findProtocolStart(id).elsewhere === undefined,
  );
  return (
    <>
      <ChoicePicker
        legend="How the panel debates"
        choices={startable.map(({ id, summary }) => ({
          id,
          label: capitalizeText(id),
          note: summary,
        }))}
        chosen={new Set([draft.protocol])}
        trouble={troubles.protocol}
        onPick={(protocol) => onChange({ protocol })}
      />
      {listOtherStarts()}
    </>
  );
}

// The options of a question; their letters follow their order.

/** As many as a brief takes. */
const MAX_DRAFT_OPTIONS = 9;

export function OptionFields({ draft, troubles, onChange }: StartFieldProps) {
  const id = useId();
  const { options } = draft;
  const trouble = troubles.options;
  const replace = (index: number, more: Partial<DraftOption>): void => {
    const before = options[index];
    if (before) onChange({ options: options.with(index, { ...before, ...more }) });
  };
  return (
    <fieldset class="options" aria-describedby={`${id}-trouble`}>
      <legend class="lbl">Options</legend>
      <ol>
        {options.map((option, index) => (
          <OptionRow
            key={index}
            option={option}
            index={index}
            wrong={trouble !== undefined && option.label.trim() === ""}
            onChange={(more) => replace(index, more)}
            onRemove={() => onChange({ options: options.toSpliced(index, 1) })}
          />
        ))}
      </ol>
      <FieldErrorNote id={`${id}-trouble`} words={trouble} />
      {options.length < MAX_DRAFT_OPTIONS && (
        <Button onPress={() => onChange({ options: [...options, { label: "", description: "" }] })}>
          Add an option
        </Button>
      )}
    </fieldset>
  );
}

function OptionRow(props: {
  option: DraftOption;
  index: number;
  wrong: boolean;
  onChange: (more: Partial<DraftOption>) => void;
  onRemove: () => void;
}) {
  const { option, index } = props;
  const letter = formatOptionLetter(index);
  const label = option.label === "" ? `Option ${letter}` : option.label;
  return (
    <li>
      <span aria-hidden="true">
        <LaneMark lane={{ id: letter, letter, label, description: "", hue: index, at: 0 }} />
      </span>
      <input
        aria-label={`Option ${letter}, in a few words`}
        aria-invalid={props.wrong}
        placeholder="In a few words"
        dir="auto"
        value={option.label}
        onInput={(event) => props.onChange({ label: event.currentTarget.value })}
      />
      <textarea
        aria-label={`Option ${letter}, more about it`}
        placeholder="More about it, if needed"
        rows={1}
        dir="auto"
        value={option.description}
        onInput={(event) => props.onChange({ description: event.currentTarget.value })}
      />
      <button type="button" class="more" onClick={props.onRemove}>
        Remove<span class="sr"> option {letter}</span>
      </button>
    </li>
  );
}
