/** A field with one value: a text, a number, a choice, yes or no, or JSON. */
import "../fields.css";
import { useContext, useState } from "preact/hooks";

import type { Json } from "../../../src/domain/json.ts";
import { FieldErrorNote } from "../form-controls.tsx";
import { FormContext } from "./form-context.ts";
import type { SchemaField } from "./schema-form.ts";
import { formatNumberRange } from "./validate-form.ts";

interface ScalarFieldProps {
  readonly field: SchemaField;
  readonly title: string;
  readonly value: Json;
  readonly path: string;
  readonly onChange: (value: Json) => void;
}

interface FieldAttributes {
  readonly id: string;
  readonly "aria-invalid": boolean;
  readonly "aria-describedby": string;
}

export function ScalarField(props: ScalarFieldProps) {
  const { field, title, path } = props;
  const { id: form, problems, suggestions } = useContext(FormContext);
  const id = `${form}-${path}`;
  const trouble = problems.get(path);
  const attributes: FieldAttributes = {
    id,
    "aria-invalid": trouble !== undefined,
    "aria-describedby": `${id}-note ${id}-trouble`,
  };
  if (field.kind === "fixed") return null;
  const brief = isShortField(field, suggestions(getFieldName(path), field.note));
  return (
    <div class={`field ${brief ? "brief-field" : field.kind}`}>
      <label class="lbl" for={id}>
        {title}
        {field.optional && <span class="optional">, optional</span>}
      </label>
      <ScalarControl {...props} attributes={attributes} />
      <p class="field-note" id={`${id}-note`} hidden={formatFieldNote(field) === ""}>
        {formatFieldNote(field)}
      </p>
      <FieldErrorNote id={`${id}-trouble`} words={trouble} />
    </div>
  );
}

/** Few characters are enough for it. */
export function isShortField(field: SchemaField, offered: readonly string[]): boolean {
  if (field.kind === "text") return offered.length > 0;
  return field.kind === "number" || field.kind === "choice";
}

function formatFieldNote(field: SchemaField): string {
  const range =
    field.kind === "number" ? formatNumberRange(field.from, field.to).replace(/^[ ,]+/, "") : "";
  return [field.note, range].filter((part) => part !== "").join("; ");
}

function ScalarControl(props: ScalarFieldProps & { attributes: FieldAttributes }) {
  const { field, value, attributes, onChange } = props;
  switch (field.kind) {
    case "number":
      return (
        <input
          {...attributes}
          type="number"
          class="short num"
          step={field.whole ? 1 : "any"}
          min={Number.isFinite(field.from) ? field.from : undefined}
          max={Number.isFinite(field.to) ? field.to : undefined}
          value={typeof value === "number" ? value : ""}
          onInput={({ currentTarget: { value: text, valueAsNumber } }) =>
            onChange(text === "" || Number.isNaN(valueAsNumber) ? null : valueAsNumber)
          }
        />
      );
    case "choice":
      return <ChoiceSelect {...props} choices={field.choices} />;
    case "flag":
      return (
        <input
          {...attributes}
          type="checkbox"
          checked={value === true}
          onChange={({ currentTarget: { checked } }) => onChange(checked)}
        />
      );
    case "raw":
      return <RawJsonInput {...props} />;
    default:
      return <TextInput {...props} />;
  }
}

function TextInput({
  field,
  path,
  value,
  attributes,
  onChange,
}: ScalarFieldProps & { attributes: FieldAttributes }) {
  const { suggestions } = useContext(FormContext);
  const offered = suggestions(getFieldName(path), field.note);
  const text = typeof value === "string" ? value : "";
  const change = (next: string): void => onChange(next === "" && field.optional ? null : next);
  if (offered.length === 0) {
    return (
      <textarea
        {...attributes}
        rows={text.length > 160 ? 5 : 2}
        dir="auto"
        value={text}
        onInput={(event) => change(event.currentTarget.value)}
      />
    );
  }
  return (
    <>
      <input
        {...attributes}
        class="short"
        list={`${attributes.id}-list`}
        autocomplete="off"
        value={text}
        onInput={(event) => change(event.currentTarget.value)}
      />
      <datalist id={`${attributes.id}-list`}>
        {offered.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </>
  );
}

/** `about` in `claims.0.about`; of a row, the name of its list. */
function getFieldName(path: string): string {
  return path.split(".").findLast((part) => !/^\d+$/.test(part)) ?? "";
}

function ChoiceSelect(
  props: ScalarFieldProps & { attributes: FieldAttributes; choices: readonly Json[] },
) {
  const { choices, value, field, attributes, onChange } = props;
  const at = choices.findIndex((one) => one === value);
  return (
    <select
      {...attributes}
      class="short"
      value={String(at)}
      onChange={(event) => onChange(choices[Number(event.currentTarget.value)] ?? null)}
    >
      <option value="-1">{field.optional ? "none" : "choose…"}</option>
      {choices.map((one, index) => (
        <option key={index} value={String(index)}>
          {typeof one === "string" ? one : JSON.stringify(one)}
        </option>
      ))}
    </select>
  );
}

/** JSON that cannot be read yet stays as it is typed, and is not passed on. */
function RawJsonInput({
  value,
  attributes,
  onChange,
}: ScalarFieldProps & { attributes: FieldAttributes }) {
  const [typed, setTyped] = useState(() => JSON.stringify(value, null, 2));
  const [broken, setBroken] = useState(false);
  return (
    <>
      <textarea
        {...attributes}
        class="mono"
        rows={4}
        spellcheck={false}
        value={typed}
        onInput={({ currentTarget: { value: text } }) => {
          setTyped(text);
          const read = parseTypedJson(text);
          setBroken(read === undefined);
          if (read !== undefined) onChange(read);
        }}
      />
      {broken && <p class="field-trouble">This is not JSON yet.</p>}
    </>
  );
}

function parseTypedJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
