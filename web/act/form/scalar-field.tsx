/** A field with one value: a text, a number, a choice, yes or no, or JSON. */
import "../fields.css";
import { useContext, useState } from "preact/hooks";

import type { Json } from "../../../src/domain/json.ts";
import { showInvisibleCharacters } from "../../kit/visible-text.ts";
import { ChoicePicker, FieldErrorNote } from "../form-controls.tsx";
import { FormContext } from "./form-context.ts";
import { describeField, formatChoice } from "./plain-words.ts";
import type { FieldReference } from "./references.ts";
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
  readonly "aria-describedby": string | undefined;
  /** Where no label stands beside it. */
  readonly "aria-label"?: string;
}

export function ScalarField(props: ScalarFieldProps) {
  const { field, title, path } = props;
  const { id: form, problems, references, words } = useContext(FormContext);
  const id = `${form}-${path}`;
  const trouble = problems.get(path);
  const attributes: FieldAttributes = {
    id,
    "aria-invalid": trouble !== undefined,
    "aria-describedby": `${id}-note ${id}-trouble`,
  };
  if (field.kind === "fixed") return null;
  const name = getFieldName(path);
  const offered = references(name, field.note);
  const isTop = !path.includes(".");
  const picks = listPicks(field, offered);
  // a few choices are seen at once where there is room
  if (isTop && picks.length > 0 && picks.length <= MOST_CHIPS)
    return <PickField {...props} picks={picks} trouble={trouble} />;
  const brief = isShortField(field, offered);
  // what is said of a list is not said again of each row
  const note = /(?:^|\.)\d+$/.test(path) ? "" : describeField(name, field, words).note;
  const below = formatFieldNote(field, note, offered.length > 0);
  return (
    <div class={`field ${brief ? "brief-field" : field.kind}`}>
      <label class="lbl" for={id}>
        {title}
        {field.optional && <span class="optional">, optional</span>}
      </label>
      <ScalarControl {...props} attributes={attributes} />
      <p class="field-note" id={`${id}-note`} hidden={below === ""}>
        {below}
      </p>
      <FieldErrorNote id={`${id}-trouble`} words={trouble} />
    </div>
  );
}

/** Few characters are enough for it. */
export function isShortField(field: SchemaField, offered: readonly FieldReference[]): boolean {
  if (field.kind === "text") return offered.length > 0;
  return field.kind === "number" || field.kind === "choice";
}

function formatFieldNote(field: SchemaField, note: string, isNamed: boolean): string {
  const range =
    field.kind === "number" && !isNamed
      ? formatNumberRange(field.from, field.to).replace(/^[ ,]+/, "")
      : "";
  return [note, note === "" ? range : ""].filter((part) => part !== "").join("; ");
}

export function ScalarControl(props: ScalarFieldProps & { attributes: FieldAttributes }) {
  const { field, path, value, attributes, onChange } = props;
  const { references } = useContext(FormContext);
  const offered = references(getFieldName(path), field.note);
  switch (field.kind) {
    case "number":
      if (offered.length > 0) return <ReferenceSelect {...props} offered={offered} />;
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
      if (offered.length > 0) return <ReferenceSelect {...props} offered={offered} />;
      return <TextInput {...props} />;
  }
}

function TextInput({
  field,
  value,
  attributes,
  onChange,
}: ScalarFieldProps & { attributes: FieldAttributes }) {
  const text = typeof value === "string" ? value : "";
  return (
    <textarea
      {...attributes}
      rows={text.length > 160 ? 5 : attributes["aria-label"] === undefined ? 2 : 1}
      dir="auto"
      value={text}
      onInput={({ currentTarget: { value: next } }) =>
        onChange(next === "" && field.optional ? null : next)
      }
    />
  );
}

/** What is named by an id or a number is chosen by its words. */
function ReferenceSelect({
  field,
  path,
  value,
  attributes,
  onChange,
  offered,
}: ScalarFieldProps & {
  attributes: FieldAttributes;
  offered: readonly FieldReference[];
}) {
  const isNumber = field.kind === "number";
  const none = isNumber || field.optional ? null : "";
  const isOpen = field.optional || (field.kind === "text" && field.least === 0);
  const chosen = offered.find(({ id }) => id === formatChoiceId(value))?.id ?? "";
  return (
    <select
      {...attributes}
      class="short"
      value={chosen}
      onChange={({ currentTarget: { value: id } }) =>
        onChange(id === "" ? none : isNumber ? Number(id) : id)
      }
    >
      <option value="">
        {!isOpen ? "choose…" : getFieldName(path) === "source" ? "anywhere" : "none"}
      </option>
      {offered.map(({ id, label }) => (
        <option key={id} value={id}>
          {showInvisibleCharacters(label)}
        </option>
      ))}
    </select>
  );
}

// A choice that is seen whole: chips, of which one is picked.

const MOST_CHIPS = 6;

interface Pick {
  readonly value: Json;
  readonly id: string;
  readonly label: string;
}

function listPicks(field: SchemaField, offered: readonly FieldReference[]): Pick[] {
  if (field.kind === "choice") {
    const given = field.choices.map((value) => ({
      value,
      id: formatChoiceId(value),
      label: formatChoice(value),
    }));
    return field.optional ? [...given, { value: null, id: "", label: "none" }] : given;
  }
  if (field.kind !== "text") return [];
  const given = offered.map(({ id, label }) => ({ value: id, id, label }));
  return field.optional && given.length > 0
    ? [...given, { value: null, id: "", label: "none" }]
    : given;
}

function PickField({
  field,
  title,
  value,
  path,
  onChange,
  picks,
  trouble,
}: ScalarFieldProps & { picks: readonly Pick[]; trouble: string | undefined }) {
  const { id: form, words } = useContext(FormContext);
  const note = describeField(getFieldName(path), field, words).note;
  const chosen = picks.find((one) => one.value === value);
  return (
    <div id={`${form}-${path}`} class="field" tabIndex={-1}>
      <ChoicePicker
        legend={note === "" ? title : `${title} (${note})`}
        choices={picks.map(({ id, label }) => ({ id, label: showInvisibleCharacters(label) }))}
        chosen={new Set(chosen ? [chosen.id] : [])}
        trouble={trouble}
        onPick={(id) => onChange(picks.find((one) => one.id === id)?.value ?? null)}
      />
    </div>
  );
}

export function formatChoiceId(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** `about` in `claims.0.about`; of a row, the name of its list. */
export function getFieldName(path: string): string {
  return path.split(".").findLast((part) => !/^\d+$/.test(part)) ?? "";
}

function ChoiceSelect(
  props: ScalarFieldProps & { attributes: FieldAttributes; choices: readonly Json[] },
) {
  const { choices, value, field, attributes, onChange } = props;
  return (
    <select
      {...attributes}
      class="short"
      value={choices.includes(value) ? formatChoiceId(value) : ""}
      onChange={({ currentTarget: { value: id } }) =>
        onChange(choices.find((one) => formatChoiceId(one) === id) ?? null)
      }
    >
      <option value="">{field.optional ? "none" : "choose…"}</option>
      {choices.map((one) => (
        <option key={formatChoiceId(one)} value={formatChoiceId(one)}>
          {formatChoice(one)}
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
