/** Form fields generated from a schema, nested as the schema is. */
import "./form.css";
import { useContext } from "preact/hooks";

import type { Json } from "../../../src/domain/json.ts";
import { Button } from "../../kit/button.tsx";
import { FieldErrorNote } from "../form-controls.tsx";
import { FormContext } from "./form-context.ts";
import { isShortField, ScalarField } from "./scalar-field.tsx";
import {
  createEmptyValue,
  type SchemaField,
  isJsonObject,
  type NamedField,
  formatRowTitle,
  findMatchingAlternative,
} from "./schema-form.ts";
import { joinFieldPath } from "./validate-form.ts";

interface FormFieldProps {
  readonly field: SchemaField;
  readonly title: string;
  readonly value: Json;
  readonly path: string;
  readonly onChange: (value: Json) => void;
}

export function FormField(props: FormFieldProps) {
  const { field, value } = props;
  switch (field.kind) {
    case "text":
    case "number":
    case "choice":
    case "flag":
    case "fixed":
    case "raw":
      return <ScalarField {...props} />;
    case "group":
    case "list":
    case "either":
      return field.optional && value === null ? (
        <OptionalFieldToggle {...props} />
      ) : (
        <NestedField {...props} />
      );
  }
}

/** What may be left out is not in the way until it is wanted. */
function OptionalFieldToggle({ field, title, onChange }: FormFieldProps) {
  return (
    <div class="left-out">
      <Button onPress={() => onChange(createEmptyValue({ ...field, optional: false }))}>
        Add: {title.toLowerCase()}
      </Button>
      {field.note !== "" && <small>{field.note}</small>}
    </div>
  );
}

function NestedField(props: FormFieldProps) {
  const { field, title, onChange, path } = props;
  const { problems, id } = useContext(FormContext);
  const trouble = `${id}-${path}-trouble`;
  return (
    <fieldset class={path === "" ? "whole" : "nested"} aria-describedby={trouble}>
      {path !== "" && <legend>{title}</legend>}
      {field.note !== "" && <p class="field-note">{field.note}</p>}
      {field.kind === "group" && <GroupField {...props} fields={field.fields} />}
      {field.kind === "list" && <ListField {...props} row={field.row} most={field.most} />}
      {field.kind === "either" && <AlternativesField {...props} ways={field.ways} />}
      <FieldErrorNote id={trouble} words={problems.get(path)} />
      {field.optional && (
        <Button onPress={() => onChange(null)}>Leave out: {title.toLowerCase()}</Button>
      )}
    </fieldset>
  );
}

function GroupField({
  fields,
  value,
  path,
  onChange,
}: FormFieldProps & { fields: readonly NamedField[] }) {
  const filled = isJsonObject(value) ? value : {};
  const { suggestions } = useContext(FormContext);
  const isRow = /(?:^|\.)\d+$/.test(path);
  // in a row, short fields come side by side, before long ones
  const short = (one: NamedField): number =>
    isShortField(one.field, suggestions(one.name, one.field.note)) ? 0 : 1;
  const ordered = isRow ? fields.toSorted((one, other) => short(one) - short(other)) : fields;
  return (
    <div class="group">
      {ordered.map(({ name, title, field }) => (
        <FormField
          key={name}
          field={field}
          title={title}
          value={filled[name] ?? null}
          path={joinFieldPath(path, name)}
          onChange={(next) => onChange({ ...filled, [name]: next })}
        />
      ))}
    </div>
  );
}

function ListField(props: FormFieldProps & { row: SchemaField; most: number }) {
  const { row, most, value, path, title, onChange } = props;
  const rows = Array.isArray(value) ? value : [];
  const one = formatRowTitle(title);
  return (
    <>
      <ol class="rows">
        {rows.map((given: Json, index) => (
          <li key={index}>
            <FormField
              field={row}
              title={`${one} ${index + 1}`}
              value={given}
              path={joinFieldPath(path, String(index))}
              onChange={(next) => onChange(rows.with(index, next))}
            />
            <button type="button" class="more" onClick={() => onChange(rows.toSpliced(index, 1))}>
              Remove
              <span class="sr">
                : {one} {index + 1}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {rows.length < most && (
        <Button onPress={() => onChange([...rows, createEmptyValue(row)])}>
          Add {rows.length === 0 ? "" : "another "}
          {one.toLowerCase()}
        </Button>
      )}
    </>
  );
}

function AlternativesField(props: FormFieldProps & { ways: readonly SchemaField[] }) {
  const { ways, value, title, path, onChange } = props;
  const { id } = useContext(FormContext);
  const at = findMatchingAlternative(ways, value);
  const way = ways[at];
  const chooser = `${id}-${path}-way`;
  return (
    <>
      <label class="sr" for={chooser}>
        {title}: which way
      </label>
      <select
        id={chooser}
        class="short"
        value={String(at)}
        onChange={(event) => {
          const next = ways[Number(event.currentTarget.value)];
          if (next) onChange(createEmptyValue(next));
        }}
      >
        {ways.map((one, index) => (
          <option key={index} value={String(index)}>
            {describeAlternative(one)}
          </option>
        ))}
      </select>
      {way && way.kind !== "fixed" && <FormField {...props} field={way} />}
    </>
  );
}

function describeAlternative(field: SchemaField): string {
  if (field.kind === "fixed")
    return typeof field.value === "string" ? field.value : JSON.stringify(field.value);
  const words = {
    text: "a text",
    number: "a number",
    choice: "one of",
    flag: "yes or no",
    list: "a list",
    group: "several fields",
    either: "one of several",
    raw: "JSON",
  };
  return words[field.kind];
}
