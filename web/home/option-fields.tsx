/** The options of a question; their letters follow the order in which they stand. */
import { useId } from "preact/hooks";

import { FieldErrorNote } from "../act/form-controls.tsx";
import { Button } from "../kit/button.tsx";
import { LaneMark } from "../kit/lane-mark.tsx";
import type { StartFieldProps } from "./brief-fields.tsx";
import { formatOptionLetter } from "./letters.ts";
import type { DraftOption } from "./start-draft.ts";

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
