/** A JSON Schema as a form: which fields a person is shown. What no field fits is typed as JSON. */
import type { Json } from "../../../src/domain/json.ts";

/** `note` says what is asked for; `optional` means that it may be left empty, which is recorded as null. */
export type Field = { readonly note: string; readonly optional: boolean } & (
  | {
      readonly kind: "text";
      readonly least: number;
      readonly most: number;
      readonly pattern: string | null;
    }
  | { readonly kind: "number"; readonly whole: boolean; readonly from: number; readonly to: number }
  | { readonly kind: "choice"; readonly choices: readonly Json[] }
  | { readonly kind: "flag" }
  | { readonly kind: "fixed"; readonly value: Json }
  | { readonly kind: "list"; readonly row: Field; readonly least: number; readonly most: number }
  | { readonly kind: "group"; readonly fields: readonly Named[] }
  | { readonly kind: "either"; readonly ways: readonly Field[] }
  | { readonly kind: "raw" }
);

export interface Named {
  readonly name: string;
  readonly title: string;
  readonly field: Field;
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly description?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

export function fieldOf(schema: unknown): Field {
  return isSchema(schema) ? read(schema, { note: "", optional: false }) : RAW;
}

const RAW: Field = { kind: "raw", note: "", optional: false };

function isSchema(schema: unknown): schema is Schema {
  return typeof schema === "object" && schema !== null && !Array.isArray(schema);
}

interface Around {
  readonly note: string;
  readonly optional: boolean;
}

function read(schema: Schema, outer: Around): Field {
  const around = { ...outer, note: schema.description ?? outer.note };
  const ways = schema.anyOf ?? schema.oneOf;
  if (ways) return fromWays(ways, around);
  if (schema.const !== undefined) return { kind: "fixed", value: schema.const, ...around };
  if (schema.enum) return { kind: "choice", choices: schema.enum, ...around };
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? []);
  const [type, second] = types.filter((one) => one !== "null");
  const optional = around.optional || types.includes("null");
  if (second !== undefined) return { ...RAW, ...around, optional };
  return typed(schema, type, { ...around, optional });
}

function fromWays(ways: readonly Schema[], around: Around): Field {
  const real = ways.filter(({ type }) => type !== "null");
  const optional = around.optional || real.length < ways.length;
  const [first] = real;
  if (first && real.length === 1) return read(first, { ...around, optional });
  // each way explains itself; the whole keeps the note
  const each = real.map((way) => read(way, { note: "", optional: false }));
  return { kind: "either", ways: each, ...around, optional };
}

function typed(schema: Schema, type: string | undefined, around: Around): Field {
  switch (type) {
    case "string":
      return {
        kind: "text",
        least: schema.minLength ?? 0,
        most: schema.maxLength ?? Infinity,
        pattern: schema.pattern ?? null,
        ...around,
      };
    case "integer":
    case "number":
      return { kind: "number", ...rangeOf(schema, type === "integer"), ...around };
    case "boolean":
      return { kind: "flag", ...around };
    case "array":
      return schema.items ? listOf(schema, schema.items, around) : { ...RAW, ...around };
    case "object":
      return schema.properties ? groupOf(schema.properties, around) : { ...RAW, ...around };
    default:
      return { ...RAW, ...around };
  }
}

/** JavaScript's own bounds of whole numbers are no bounds for a person. */
function rangeOf(schema: Schema, whole: boolean): { whole: boolean; from: number; to: number } {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const step = whole ? 1 : Number.EPSILON;
  const from = minimum ?? (exclusiveMinimum === undefined ? -Infinity : exclusiveMinimum + step);
  const to = maximum ?? (exclusiveMaximum === undefined ? Infinity : exclusiveMaximum - step);
  return {
    whole,
    from: from <= Number.MIN_SAFE_INTEGER ? -Infinity : from,
    to: to >= Number.MAX_SAFE_INTEGER ? Infinity : to,
  };
}

function listOf(schema: Schema, items: Schema, around: Around): Field {
  const row = read(items, { note: "", optional: false });
  return {
    kind: "list",
    row,
    least: schema.minItems ?? 0,
    most: schema.maxItems ?? Infinity,
    ...around,
  };
}

function groupOf(properties: Readonly<Record<string, Schema>>, around: Around): Field {
  const fields = Object.entries(properties).map(([name, schema]) => ({
    name,
    title: titleOf(name),
    field: read(schema, { note: "", optional: false }),
  }));
  return { kind: "group", fields, ...around };
}

/** `would_change_my_mind` and `REMAINING_CONCERNS` as people write them. */
export function titleOf(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/[_-]+/g, " ")
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What one row of a list is called: `Claims` are a claim each. */
export function rowTitle(title: string): string {
  return title
    .replace(/ies$/, "y")
    .replace(/sses$/, "ss")
    .replace(/(?<!s)s$/, "");
}

/** What stands in a field before anyone has filled it in. */
export function emptyOf(field: Field): Json {
  if (field.optional) return null;
  switch (field.kind) {
    case "text":
      return "";
    case "flag":
      return false;
    case "fixed":
      return field.value;
    case "list":
      return Array.from({ length: field.least }, () => emptyOf(field.row));
    case "group":
      return Object.fromEntries(field.fields.map(({ name, field: one }) => [name, emptyOf(one)]));
    case "either":
      return field.ways[0] ? emptyOf(field.ways[0]) : null;
    case "number":
    case "choice":
    case "raw":
      return null;
  }
}

/** Which of several ways a value is written in; the first where it fits none. */
export function wayOf(ways: readonly Field[], value: Json): number {
  return Math.max(
    0,
    ways.findIndex((way) => fits(way, value)),
  );
}

function fits(field: Field, value: Json): boolean {
  switch (field.kind) {
    case "text":
      return typeof value === "string";
    case "number":
      return typeof value === "number";
    case "flag":
      return typeof value === "boolean";
    case "fixed":
      return value === field.value;
    case "choice":
      return field.choices.includes(value);
    case "list":
      return Array.isArray(value);
    case "group":
      return isGroup(value) && field.fields.every(({ name }) => name in value);
    case "either":
      return field.ways.some((way) => fits(way, value));
    case "raw":
      return true;
  }
}

export function isGroup(value: Json): value is Record<string, Json> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
