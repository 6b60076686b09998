import type { Ref } from "preact";

/** Why a person decides as they do; there is no decision without it. */
import "./fields.css";
import { useId } from "preact/hooks";

import { FieldErrorNote } from "./form-controls.tsx";

export function ReasonField(props: {
  label: string;
  value: string;
  trouble: string | undefined;
  placeholder?: string;
  field?: Ref<HTMLTextAreaElement>;
  onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <div class="field">
      <label class="lbl" for={id}>
        {props.label}
      </label>
      <textarea
        id={id}
        ref={props.field ?? null}
        rows={3}
        dir="auto"
        value={props.value}
        placeholder={props.placeholder}
        aria-invalid={props.trouble !== undefined}
        aria-describedby={`${id}-trouble`}
        onInput={(event) => props.onChange(event.currentTarget.value)}
      />
      <FieldErrorNote id={`${id}-trouble`} words={props.trouble} />
    </div>
  );
}
