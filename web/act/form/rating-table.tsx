/** Ratings as a small table: a row for each kind, a column for each figure. */

import type { ComponentType } from "preact";
import { useContext } from "preact/hooks";

import { type Json, isJsonObject } from "../../../src/domain/json.ts";
import { capitalizeText } from "../../kit/format-text.ts";
import { FormContext } from "./form-context.ts";
import { describeField, formatChoice } from "./plain-words.ts";
import { ScalarControl } from "./scalar-field.tsx";
import { type NamedField, type SchemaField } from "./schema-form.ts";
import { joinFieldPath } from "./validate-form.ts";

/** A row that names its kind among a fixed set. */
export function isRatingRow(row: SchemaField): boolean {
  return (
    row.kind === "group" &&
    row.fields.some(({ name, field }) => name === "kind" && field.kind === "choice")
  );
}

interface RatingTableProps {
  readonly row: SchemaField;
  readonly rows: readonly Json[];
  readonly title: string;
  readonly path: string;
  readonly onChange: (rows: Json) => void;
  /** For a figure that is more than one value. */
  readonly Field: ComponentType<RatingFigure>;
}

interface RatingFigure {
  readonly field: SchemaField;
  readonly title: string;
  readonly value: Json;
  readonly path: string;
  readonly onChange: (value: Json) => void;
}

export function RatingTable({ row, rows, title, path, onChange, Field }: RatingTableProps) {
  const { words } = useContext(FormContext);
  const fields = row.kind === "group" ? row.fields.filter(({ name }) => name !== "kind") : [];
  return (
    <table class="rating-table">
      <caption class="sr">{title}</caption>
      <thead>
        <tr>
          <th scope="col">Kind</th>
          {fields.map(({ name, field }) => (
            <th key={name} scope="col">
              {describeField(name, field, words).title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((given, index) => {
          const filled = isJsonObject(given) ? given : {};
          const kind = capitalizeText(formatChoice(filled["kind"] ?? ""));
          return (
            <tr key={index}>
              <th scope="row">{kind}</th>
              {fields.map((one) => (
                <td key={one.name} class={`cell-${one.field.kind}`}>
                  <RatingCell
                    {...one}
                    Field={Field}
                    kind={kind}
                    value={filled[one.name] ?? null}
                    path={joinFieldPath(joinFieldPath(path, String(index)), one.name)}
                    onChange={(next) =>
                      onChange(
                        rows.map((old, at) =>
                          at === index ? { ...filled, [one.name]: next } : old,
                        ),
                      )
                    }
                  />
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function RatingCell(
  props: NamedField & {
    readonly Field: ComponentType<RatingFigure>;
    readonly kind: string;
    readonly value: Json;
    readonly path: string;
    readonly onChange: (value: Json) => void;
  },
) {
  const { name, field, kind, path, value, onChange, Field } = props;
  const { id: form, problems, words } = useContext(FormContext);
  const { title } = describeField(name, field, words);
  const problem = problems.get(path);
  const isNested = field.kind === "either" || field.kind === "group" || field.kind === "list";
  if (isNested) return <Field title={`${kind}: ${title}`} {...{ field, value, path, onChange }} />;
  return (
    <ScalarControl
      {...props}
      title={title}
      attributes={{
        id: `${form}-${path}`,
        "aria-label": `${kind}: ${title}${problem === undefined ? "" : `. ${problem}`}`,
        "aria-invalid": problem !== undefined,
        "aria-describedby": undefined,
      }}
    />
  );
}
