/** What is still wrong with a filled form, by the place of the field: `claims.0.text`. */
import type { Json } from "../../../src/domain/json.ts";
import { type Field, isGroup, wayOf } from "./form-model.ts";

export type Problems = ReadonlyMap<string, string>;

export function problemsIn(field: Field, value: Json): Problems {
  return new Map(check(field, value, ""));
}

type Found = readonly (readonly [string, string])[];

function check(field: Field, value: Json, path: string): Found {
  if (value === null && field.optional) return [];
  switch (field.kind) {
    case "text":
      return said(path, textProblem(field, value));
    case "number":
      return said(path, numberProblem(field, value));
    case "choice":
      return said(path, field.choices.includes(value) ? null : "Choose one.");
    case "flag":
      return said(path, typeof value === "boolean" ? null : "Say yes or no.");
    case "list":
      return listProblems(field, value, path);
    case "group": {
      const filled = isGroup(value) ? value : {};
      return field.fields.flatMap(({ name, field: one }) =>
        check(one, filled[name] ?? null, below(path, name)),
      );
    }
    case "either": {
      const way = field.ways[wayOf(field.ways, value)];
      return way ? check(way, value, path) : [];
    }
    case "fixed":
    case "raw":
      return [];
  }
}

function said(path: string, problem: string | null): Found {
  return problem === null ? [] : [[path, problem]];
}

function textProblem(
  { least, most, pattern }: Extract<Field, { kind: "text" }>,
  value: Json,
): string | null {
  const text = typeof value === "string" ? value.trim() : "";
  if (text.length < least)
    return text === "" ? "Write something here." : `At least ${least} characters.`;
  if (text.length > most) return `At most ${most} characters; these are ${text.length}.`;
  return pattern === null || matches(pattern, text)
    ? null
    : "This does not have the form asked for.";
}

/** A pattern that the browser cannot read is left to the server. */
function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return true;
  }
}

function numberProblem(
  { whole, from, to }: Extract<Field, { kind: "number" }>,
  value: Json,
): string | null {
  if (typeof value !== "number" || !Number.isFinite(value))
    return `A number${rangeWords(from, to)}.`;
  if (whole && !Number.isInteger(value)) return `A whole number${rangeWords(from, to)}.`;
  return value < from || value > to ? `A number${rangeWords(from, to)}.` : null;
}

export function rangeWords(from: number, to: number): string {
  const low = Number.isFinite(from);
  const high = Number.isFinite(to);
  if (low && high) return ` from ${from} to ${to}`;
  if (low) return `, ${from} or more`;
  return high ? `, ${to} or less` : "";
}

function listProblems(
  { row, least, most }: Extract<Field, { kind: "list" }>,
  value: Json,
  path: string,
): Found {
  const rows = Array.isArray(value) ? value : [];
  const count =
    rows.length < least
      ? `At least ${least} needed.`
      : rows.length > most
        ? `At most ${most}; these are ${rows.length}.`
        : null;
  return [
    ...said(path, count),
    ...rows.flatMap((one, index) => check(row, one, below(path, String(index)))),
  ];
}

export function below(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}
