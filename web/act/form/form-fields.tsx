/** Fields of a form that was made from a schema, nested as the schema is. */
import "./form.css";
import { useContext } from "preact/hooks";

import type { Json } from "../../../src/domain/json.ts";
import { Button } from "../../kit/button.tsx";
import { FieldTrouble } from "../refusal.tsx";
import { Filling } from "./filling.ts";
import { below } from "./form-check.ts";
import { emptyOf, type Field, isGroup, type Named, rowTitle, wayOf } from "./form-model.ts";
import { isBrief, ScalarField } from "./scalar-field.tsx";

interface FieldProps {
  readonly field: Field;
  readonly title: string;
  readonly value: Json;
  readonly path: string;
  readonly onChange: (value: Json) => void;
}

export function FormField(props: FieldProps) {
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
      return field.optional && value === null ? <LeftOut {...props} /> : <Nested {...props} />;
  }
}

/** What may be left out is not in the way until it is wanted. */
function LeftOut({ field, title, onChange }: FieldProps) {
  return (
    <div class="left-out">
      <Button onPress={() => onChange(emptyOf({ ...field, optional: false }))}>
        Add: {title.toLowerCase()}
      </Button>
      {field.note !== "" && <small>{field.note}</small>}
    </div>
  );
}

function Nested(props: FieldProps) {
  const { field, title, onChange, path } = props;
  const { problems, id } = useContext(Filling);
  const trouble = `${id}-${path}-trouble`;
  return (
    <fieldset class={path === "" ? "whole" : "nested"} aria-describedby={trouble}>
      {path !== "" && <legend>{title}</legend>}
      {field.note !== "" && <p class="field-note">{field.note}</p>}
      {field.kind === "group" && <Group {...props} fields={field.fields} />}
      {field.kind === "list" && <List {...props} row={field.row} most={field.most} />}
      {field.kind === "either" && <Either {...props} ways={field.ways} />}
      <FieldTrouble id={trouble} words={problems.get(path)} />
      {field.optional && (
        <Button onPress={() => onChange(null)}>Leave out: {title.toLowerCase()}</Button>
      )}
    </fieldset>
  );
}

function Group({ fields, value, path, onChange }: FieldProps & { fields: readonly Named[] }) {
  const filled = isGroup(value) ? value : {};
  const { suggestions } = useContext(Filling);
  const isRow = /(?:^|\.)\d+$/.test(path);
  // in a row what is short stands side by side, before what is long
  const short = (one: Named): number =>
    isBrief(one.field, suggestions(one.name, one.field.note)) ? 0 : 1;
  const ordered = isRow ? fields.toSorted((one, other) => short(one) - short(other)) : fields;
  return (
    <div class="group">
      {ordered.map(({ name, title, field }) => (
        <FormField
          key={name}
          field={field}
          title={title}
          value={filled[name] ?? null}
          path={below(path, name)}
          onChange={(next) => onChange({ ...filled, [name]: next })}
        />
      ))}
    </div>
  );
}

function List(props: FieldProps & { row: Field; most: number }) {
  const { row, most, value, path, title, onChange } = props;
  const rows = Array.isArray(value) ? value : [];
  const one = rowTitle(title);
  return (
    <>
      <ol class="rows">
        {rows.map((given: Json, index) => (
          <li key={index}>
            <FormField
              field={row}
              title={`${one} ${index + 1}`}
              value={given}
              path={below(path, String(index))}
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
        <Button onPress={() => onChange([...rows, emptyOf(row)])}>
          Add {rows.length === 0 ? "" : "another "}
          {one.toLowerCase()}
        </Button>
      )}
    </>
  );
}

function Either(props: FieldProps & { ways: readonly Field[] }) {
  const { ways, value, title, path, onChange } = props;
  const { id } = useContext(Filling);
  const at = wayOf(ways, value);
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
          if (next) onChange(emptyOf(next));
        }}
      >
        {ways.map((one, index) => (
          <option key={index} value={String(index)}>
            {wayWords(one)}
          </option>
        ))}
      </select>
      {way && way.kind !== "fixed" && <FormField {...props} field={way} />}
    </>
  );
}

function wayWords(field: Field): string {
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
