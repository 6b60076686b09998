/** Form fields generated from a schema, nested as the schema is. */
import "./form.css";
import { useContext } from "preact/hooks";

import { type Json, isJsonObject } from "../../../src/domain/json.ts";
import { Button } from "../../kit/button.tsx";
import { FieldErrorNote } from "../form-controls.tsx";
import { isBlankRow, isFixedList, listGivenFields, readValueAt } from "./blank-rows.ts";
import { FormContext } from "./form-context.ts";
import { describeField, formatChoice, sortFieldsForPeople } from "./plain-words.ts";
import { isRatingRow, RatingTable } from "./rating-table.tsx";
import { QuoteButton, ReferenceChecks, SelectedLinesButton } from "./reference-fields.tsx";
import type { FindReferences } from "./references.ts";
import { formatChoiceId, getFieldName, isShortField, ScalarField } from "./scalar-field.tsx";
import {
  createEmptyValue,
  type SchemaField,
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
function OptionalFieldToggle({ field, title, path, onChange }: FormFieldProps) {
  const { words } = useContext(FormContext);
  const { note } = describeField(getFieldName(path), field, words);
  return (
    <div class="left-out">
      <Button onPress={() => onChange(createEmptyValue({ ...field, optional: false }))}>
        Add: {title.toLowerCase()}
      </Button>
      {note !== "" && <small>{note}</small>}
    </div>
  );
}

function NestedField(props: FormFieldProps) {
  const { field, title, onChange, path } = props;
  const { problems, id, words } = useContext(FormContext);
  const trouble = `${id}-${path}-trouble`;
  const { note } = describeField(getFieldName(path), field, words);
  const isRow = isRowPath(path);
  return (
    <fieldset
      class={path === "" ? "whole" : "nested"}
      id={`${id}-${path}`}
      tabIndex={-1}
      aria-describedby={trouble}
    >
      {path !== "" && <legend>{title}</legend>}
      {note !== "" && !isRow && <p class="field-note">{note}</p>}
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

const isRowPath = (path: string): boolean => /(?:^|\.)\d+$/.test(path);

function GroupField({
  fields,
  value,
  path,
  onChange,
}: FormFieldProps & { fields: readonly NamedField[] }) {
  const filled = isJsonObject(value) ? value : {};
  const { references, blank, words } = useContext(FormContext);
  const isRow = isRowPath(path);
  // what a row was made for is its title
  const given = isRow && isFixedList(readValueAt(blank, path.replace(/\.?\d+$/, "")));
  const about = given ? ["kind", ...listGivenFields(readValueAt(blank, path))] : [];
  const shown = fields.filter(({ name }) => !about.includes(name));
  // in a row, short fields come side by side, before long ones
  const short = (one: NamedField): number =>
    isShortField(one.field, references(one.name, one.field.note)) ? 0 : 1;
  const ordered = isRow
    ? shown.toSorted((one, other) => short(one) - short(other))
    : sortFieldsForPeople(shown);
  return (
    <div class="group">
      {shown.some(({ name }) => name === "first_line") && (
        <SelectedLinesButton onUse={(lines) => onChange({ ...filled, ...lines })} />
      )}
      {ordered.map(({ name, field }) => (
        <FormField
          key={name}
          field={field}
          title={describeField(name, field, words).title}
          value={filled[name] ?? null}
          path={joinFieldPath(path, name)}
          onChange={(next) => onChange({ ...filled, [name]: next })}
        />
      ))}
    </div>
  );
}

function ListField(props: FormFieldProps & { row: SchemaField; most: number }) {
  const { row, most, value, path, field, onChange } = props;
  const { references, blank } = useContext(FormContext);
  const rows: readonly Json[] = Array.isArray(value) ? value : [];
  const offered = references(getFieldName(path), field.note);
  if ((row.kind === "text" || row.kind === "number") && offered.length > 0) {
    const isNumbered = row.kind === "number";
    return <ReferenceChecks {...props} rows={rows} offered={offered} isNumbered={isNumbered} />;
  }
  const isFixed = isFixedList(readValueAt(blank, path));
  if (isFixed && isRatingRow(row)) {
    return <RatingTable {...props} row={row} rows={rows} Field={FormField} />;
  }
  const one = nameRow(getFieldName(path), props.title);
  const put = (index: number, next: Json): void =>
    onChange(rows.map((old, at) => (at === index ? next : old)));
  const add = (next: Json): void => onChange([...rows, next]);
  return (
    <>
      <ol class="rows">
        {rows.map((given, index) => (
          <li key={index}>
            <FormField
              field={row}
              title={isFixed ? nameFixedRow(given, one, references) : `${one} ${index + 1}`}
              value={given}
              path={joinFieldPath(path, String(index))}
              onChange={(next) => put(index, next)}
            />
            {!isFixed && (
              <button
                type="button"
                class="more"
                onClick={() => onChange(rows.filter((_, at) => at !== index))}
              >
                Remove
                <span class="sr">
                  : {one} {index + 1}
                </span>
              </button>
            )}
          </li>
        ))}
      </ol>
      {!isFixed && rows.length < most && (
        <Button onPress={() => add(createEmptyValue(row))}>
          Add {rows.length === 0 ? "" : "another "}
          {one.toLowerCase()}
        </Button>
      )}{" "}
      {getFieldName(path) === "evidence" && (
        <QuoteButton
          onQuote={({ source, quote }) => {
            const empty = rows.findIndex((given) => isBlankRow(row, given));
            const made = { kind: "quote", source, quote };
            if (empty === -1) add(made);
            else put(empty, made);
          }}
        />
      )}
    </>
  );
}

function nameRow(name: string, title: string): string {
  return ROW_TITLES[name] ?? formatRowTitle(title);
}

const ROW_TITLES: Readonly<Record<string, string>> = {
  claims: "Reason",
  evidence: "Piece of evidence",
  conditions: "Condition",
  challenges: "Your challenge",
  concedes: "Point",
  objections: "Objection",
  new_objections: "Objection",
  assumptions: "Assumption",
  weaknesses: "Weakness",
  missing_material: "Gap",
  messages: "Message",
  corrections: "Correction",
  winners: "Point",
  parts: "Part",
  part_confidence: "Part",
  options: "Option",
  answers: "Answer",
  responses: "Answer",
  rebuttals: "Answer",
  requests: "File or search",
  rounds: "Round",
  risks: "Risk",
  missed_risks: "Risk",
  withdraws: "Reason",
};

/** By the words of what it is about. */
function nameFixedRow(given: Json, one: string, references: FindReferences): string {
  const names = listGivenFields(given).map((name) => {
    const value = isJsonObject(given) ? formatChoiceId(given[name] ?? "") : "";
    const found = references(name, `id of the ${name}`).find(({ id }) => id === value);
    return found?.label ?? `${one} ${value}`;
  });
  return names.length === 0 ? one : names.join(": ");
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
  if (field.kind === "fixed") return formatChoice(field.value);
  const words = {
    text: "a text",
    number: "a number",
    choice: "one of",
    flag: "yes or no",
    list: "a list",
    group: "several fields",
    either: "one of several",
    raw: "something else",
  };
  return words[field.kind];
}
