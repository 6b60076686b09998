/** Rows that were offered and left empty: they are no answer, and are not sent. */
import { type Json, isJsonObject } from "../../../src/domain/json.ts";
import { type SchemaField, findMatchingAlternative } from "./schema-form.ts";

/** A list that begins with rows about something is asked for row by row: none can be left out. */
export function isFixedList(blank: Json | undefined): boolean {
  if (!Array.isArray(blank)) return false;
  return blank.length > 1 || listGivenFields(blank[0]).length > 0;
}

/** What a row can be about; the first of these that is filled in names it. */
const ROW_SUBJECTS = [
  "option",
  "judge",
  "objection",
  "finding",
  "criticism",
  "point",
  "criterion",
  "variant",
  "round",
];

/** The fields of a row that say what it is about, and that nobody has to fill in. */
export function listGivenFields(blankRow: Json | undefined): string[] {
  if (blankRow === undefined || !isJsonObject(blankRow)) return [];
  const given = ROW_SUBJECTS.filter((name) => {
    const value = blankRow[name];
    return typeof value === "string" ? value !== "" : typeof value === "number" && value > 0;
  });
  // each criterion is asked for each draft
  return given[0] === "criterion" ? ["variant", "criterion"] : given.slice(0, 1);
}

/** No text was typed in it, though it asks for some; without texts, nothing was chosen. */
export function isBlankRow(field: SchemaField, value: Json): boolean {
  const texts = listTexts(field, value);
  return texts.length > 0 ? texts.every((text) => text.trim() === "") : isUnnumbered(field, value);
}

/** The number that it should name is none. */
function isUnnumbered(field: SchemaField, value: Json): boolean {
  if (field.kind === "number") return typeof value !== "number" || value < field.from;
  if (field.kind !== "group" || !isJsonObject(value)) return false;
  return field.fields.some((one) => isUnnumbered(one.field, value[one.name] ?? null));
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

/** Nothing that decides is chosen before a person has chosen it: what a blank form has first is taken out. */
export function clearFirstChoices(field: SchemaField, blank: Json): Json {
  if (field.kind !== "group" || !isJsonObject(blank)) return blank;
  return clearGroup(field, blank, []);
}

function clearGroup(
  { fields }: Extract<SchemaField, { kind: "group" }>,
  blank: Readonly<Record<string, Json>>,
  about: readonly string[],
): Json {
  const cleared = fields
    .filter(({ name }) => !about.includes(name))
    .map(({ name, field }) => [name, clearFirst(field, blank[name] ?? null)]);
  return { ...blank, ...Object.fromEntries(cleared) };
}

function clearFirst(field: SchemaField, value: Json): Json {
  if (field.kind === "choice") return null;
  // no number that was asked for begins as one that nobody gave
  if (field.kind === "number") return value === 0 ? null : value;
  if (field.kind !== "list" || !Array.isArray(value)) return value;
  const { row } = field;
  return value.map((one: Json) => {
    if (row.kind !== "group" || !isJsonObject(one)) return one;
    const about = listGivenFields(one);
    if (about.length > 0) return "rows" in one ? one : clearGroup(row, one, about);
    return clearNumbers(row, one);
  });
}

/** A row that is only offered keeps its first choices: it may stay empty. */
function clearNumbers(
  { fields }: Extract<SchemaField, { kind: "group" }>,
  row: Readonly<Record<string, Json>>,
): Json {
  const zeros = fields.filter(({ name, field }) => field.kind === "number" && row[name] === 0);
  return { ...row, ...Object.fromEntries(zeros.map(({ name }) => [name, null])) };
}
