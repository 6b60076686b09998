/** Rows that were offered and left empty: they are no answer, and are not sent. */
import { type Json, isJsonObject } from "../../../src/domain/json.ts";
import { type SchemaField, findMatchingAlternative } from "./schema-form.ts";

/** A list that begins with several rows is asked for row by row: none can be left out. */
export function isFixedList(blank: Json | undefined): boolean {
  return Array.isArray(blank) && blank.length > 1;
}

/** No text was typed in it, though it asks for some. */
export function isBlankRow(field: SchemaField, value: Json): boolean {
  const texts = listTexts(field, value);
  return texts.length > 0 && texts.every((text) => text.trim() === "");
}

function listTexts(field: SchemaField, value: Json): string[] {
  switch (field.kind) {
    case "text":
      return [typeof value === "string" ? value : ""];
    case "group":
      return isJsonObject(value)
        ? field.fields
            // where words are from is proposed, and says nothing without them
            .filter(({ name }) => name !== "source")
            .flatMap(({ name, field: one }) => listTexts(one, value[name] ?? null))
        : [];
    case "list":
      return Array.isArray(value) ? value.flatMap((row: Json) => listTexts(field.row, row)) : [];
    case "either": {
      const way = field.ways[findMatchingAlternative(field.ways, value)];
      return way ? listTexts(way, value) : [];
    }
    default:
      return [];
  }
}

/** The answer as it is sent. */
export function dropBlankRows(field: SchemaField, value: Json, blank: Json | undefined): Json {
  if (field.kind === "group" && isJsonObject(value)) {
    const before = blank !== undefined && isJsonObject(blank) ? blank : {};
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => {
        const one = field.fields.find((each) => each.name === name)?.field;
        return [name, one ? dropBlankRows(one, inner, before[name]) : inner];
      }),
    );
  }
  if (field.kind === "list" && Array.isArray(value)) {
    const before = Array.isArray(blank) ? blank : [];
    const rows = value.map((row: Json, index) => dropBlankRows(field.row, row, before[index]));
    return isFixedList(blank) ? rows : rows.filter((row) => !isBlankRow(field.row, row));
  }
  return value;
}

export function readValueAt(value: Json, path: string): Json | undefined {
  if (path === "") return value;
  let found: Json | undefined = value;
  for (const part of path.split(".")) {
    if (Array.isArray(found)) found = found[Number(part)];
    else found = found !== undefined && isJsonObject(found) ? found[part] : undefined;
  }
  return found;
}
