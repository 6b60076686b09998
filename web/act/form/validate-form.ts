/** What is still wrong with a form, by field path: `claims.0.text`. */
import { type Json, isJsonObject } from "../../../src/domain/json.ts";
import { isBlankRow, isFixedList, readValueAt } from "./blank-rows.ts";
import { type SchemaField, findMatchingAlternative } from "./schema-form.ts";

export type FormProblems = ReadonlyMap<string, string>;

/** Rows that were left empty are no answer, unless the form began with several of them. */
export function validateFormValue(
  field: SchemaField,
  value: Json,
  blank: Json = null,
): FormProblems {
  return new Map(collectFieldProblems(field, value, { path: "", blank }));
}

interface FieldPlace {
  readonly path: string;
  /** What the whole form began with. */
  readonly blank: Json;
}

type ProblemEntries = readonly (readonly [string, string])[];

function collectFieldProblems(field: SchemaField, value: Json, place: FieldPlace): ProblemEntries {
  const { path } = place;
  if (value === null && field.optional) return [];
  switch (field.kind) {
    case "text":
      return createProblemEntry(path, findTextProblem(field, value));
    case "number":
      return createProblemEntry(path, findNumberProblem(field, value));
    case "choice":
      return createProblemEntry(path, field.choices.includes(value) ? null : "Choose one.");
    case "flag":
      return createProblemEntry(path, typeof value === "boolean" ? null : "Say yes or no.");
    case "list":
      return collectListProblems(field, value, place);
    case "group": {
      const filled = isJsonObject(value) ? value : {};
      return field.fields.flatMap(({ name, field: one }) =>
        collectFieldProblems(one, filled[name] ?? null, {
          ...place,
          path: joinFieldPath(path, name),
        }),
      );
    }
    case "either": {
      const way = field.ways[findMatchingAlternative(field.ways, value)];
      return way ? collectFieldProblems(way, value, place) : [];
    }
    case "fixed":
    case "raw":
      return [];
  }
}

function createProblemEntry(path: string, problem: string | null): ProblemEntries {
  return problem === null ? [] : [[path, problem]];
}

function findTextProblem(
  { least, most, pattern }: Extract<SchemaField, { kind: "text" }>,
  value: Json,
): string | null {
  const text = typeof value === "string" ? value.trim() : "";
  if (text.length < least)
    return text === "" ? "Write something here." : `At least ${least} characters.`;
  if (text.length > most) return `At most ${most} characters; these are ${text.length}.`;
  return pattern === null || matchesPattern(pattern, text)
    ? null
    : "This does not have the form asked for.";
}

/** A pattern that the browser cannot read is left to the server. */
function matchesPattern(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return true;
  }
}

function findNumberProblem(
  { whole, from, to }: Extract<SchemaField, { kind: "number" }>,
  value: Json,
): string | null {
  if (typeof value !== "number" || !Number.isFinite(value))
    return `A number${formatNumberRange(from, to)}.`;
  if (whole && !Number.isInteger(value)) return `A whole number${formatNumberRange(from, to)}.`;
  return value < from || value > to ? `A number${formatNumberRange(from, to)}.` : null;
}

export function formatNumberRange(from: number, to: number): string {
  const low = Number.isFinite(from);
  const high = Number.isFinite(to);
  if (low && high) return ` from ${from} to ${to}`;
  if (low) return `, ${from} or more`;
  return high ? `, ${to} or less` : "";
}

function collectListProblems(
  { row, least, most }: Extract<SchemaField, { kind: "list" }>,
  value: Json,
  place: FieldPlace,
): ProblemEntries {
  const { path, blank } = place;
  const rows: readonly Json[] = Array.isArray(value) ? value : [];
  const isFixed = isFixedList(readValueAt(blank, path));
  const isCounted = (one: Json): boolean => isFixed || !isBlankRow(row, one);
  const filled = rows.filter(isCounted).length;
  const count =
    filled < least
      ? `At least ${least} needed.`
      : filled > most
        ? `At most ${most}; these are ${filled}.`
        : null;
  return [
    ...createProblemEntry(path, count),
    ...rows.flatMap((one, index) =>
      isCounted(one)
        ? collectFieldProblems(row, one, { ...place, path: joinFieldPath(path, String(index)) })
        : [],
    ),
  ];
}

export function joinFieldPath(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}
