/** Turns a JSON Schema into form fields. Values that fit no field are typed as JSON. */
import { type Json, isJsonObject } from "../../../src/domain/json.ts";

/** `note` says what is asked for; `optional` means that it may be left empty, which is recorded as null. */
export type SchemaField = { readonly note: string; readonly optional: boolean } & (
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
  | {
      readonly kind: "list";
      readonly row: SchemaField;
      readonly least: number;
      readonly most: number;
    }
  | { readonly kind: "group"; readonly fields: readonly NamedField[] }
  | { readonly kind: "either"; readonly ways: readonly SchemaField[] }
  | { readonly kind: "raw" }
);

export interface NamedField {
  readonly name: string;
  readonly title: string;
  readonly field: SchemaField;
}

interface JsonSchemaNode {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchemaNode>>;
  readonly items?: JsonSchemaNode;
  readonly anyOf?: readonly JsonSchemaNode[];
  readonly oneOf?: readonly JsonSchemaNode[];
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

export function createSchemaField(schema: unknown): SchemaField {
  return isJsonSchema(schema)
    ? readSchemaNode(schema, { note: "", optional: false })
    : RAW_JSON_FIELD;
}

const RAW_JSON_FIELD: SchemaField = { kind: "raw", note: "", optional: false };

function isJsonSchema(schema: unknown): schema is JsonSchemaNode {
  return typeof schema === "object" && schema !== null && !Array.isArray(schema);
}

interface FieldContext {
  readonly note: string;
  readonly optional: boolean;
}

function readSchemaNode(schema: JsonSchemaNode, outer: FieldContext): SchemaField {
  const around = { ...outer, note: schema.description ?? outer.note };
  const ways = schema.anyOf ?? schema.oneOf;
  if (ways) return createAlternativesField(ways, around);
  if (schema.const !== undefined) return { kind: "fixed", value: schema.const, ...around };
  if (schema.enum) return { kind: "choice", choices: schema.enum, ...around };
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? []);
  const [type, second] = types.filter((one) => one !== "null");
  const optional = around.optional || types.includes("null");
  if (second !== undefined) return { ...RAW_JSON_FIELD, ...around, optional };
  return createTypedField(schema, type, { ...around, optional });
}

function createAlternativesField(
  ways: readonly JsonSchemaNode[],
  around: FieldContext,
): SchemaField {
  const real = ways.filter(({ type }) => type !== "null");
  const optional = around.optional || real.length < ways.length;
  const [first] = real;
  if (first && real.length === 1) return readSchemaNode(first, { ...around, optional });
  // each way explains itself; the whole keeps the note
  const each = real.map((way) => readSchemaNode(way, { note: "", optional: false }));
  return { kind: "either", ways: each, ...around, optional };
}

function createTypedField(
  schema: JsonSchemaNode,
  type: string | undefined,
  around: FieldContext,
): SchemaField {
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
      return { kind: "number", ...readNumberRange(schema, type === "integer"), ...around };
    case "boolean":
      return { kind: "flag", ...around };
    case "array":
      return schema.items
        ? createListField(schema, schema.items, around)
        : { ...RAW_JSON_FIELD, ...around };
    case "object":
      return schema.properties
        ? createGroupField(schema.properties, around)
        : { ...RAW_JSON_FIELD, ...around };
    default:
      return { ...RAW_JSON_FIELD, ...around };
  }
}

/** JavaScript's own bounds of integers are not bounds for a person. */
function readNumberRange(
  schema: JsonSchemaNode,
  whole: boolean,
): { whole: boolean; from: number; to: number } {
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

function createListField(
  schema: JsonSchemaNode,
  items: JsonSchemaNode,
  around: FieldContext,
): SchemaField {
  const row = readSchemaNode(items, { note: "", optional: false });
  return {
    kind: "list",
    row,
    least: schema.minItems ?? 0,
    most: schema.maxItems ?? Infinity,
    ...around,
  };
}

function createGroupField(
  properties: Readonly<Record<string, JsonSchemaNode>>,
  around: FieldContext,
): SchemaField {
  const fields = Object.entries(properties).map(([name, schema]) => ({
    name,
    title: formatFieldTitle(name),
    field: readSchemaNode(schema, { note: "", optional: false }),
  }));
  return { kind: "group", fields, ...around };
}

/** `would_change_my_mind` and `REMAINING_CONCERNS` as people write them. */
export function formatFieldTitle(name: string): string {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/[_-]+/g, " ")
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What one row of a list is called: `Claims` are a claim each. */
export function formatRowTitle(title: string): string {
  return title
    .replace(/ies$/, "y")
    .replace(/sses$/, "ss")
    .replace(/(?<!s)s$/, "");
}

/** The initial value of a field. */
export function createEmptyValue(field: SchemaField): Json {
  if (field.optional) return null;
  switch (field.kind) {
    case "text":
      return "";
    case "flag":
      return false;
    case "fixed":
      return field.value;
    case "list":
      return Array.from({ length: field.least }, () => createEmptyValue(field.row));
    case "group":
      return Object.fromEntries(
        field.fields.map(({ name, field: one }) => [name, createEmptyValue(one)]),
      );
    case "either":
      return field.ways[0] ? createEmptyValue(field.ways[0]) : null;
    case "number":
    case "choice":
    case "raw":
      return null;
  }
}

/** Which of several ways a value is written in; the first where it fits none. */
export function findMatchingAlternative(ways: readonly SchemaField[], value: Json): number {
  return Math.max(
    0,
    ways.findIndex((way) => matchesSchemaField(way, value)),
  );
}

function matchesSchemaField(field: SchemaField, value: Json): boolean {
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
      return isJsonObject(value) && field.fields.every(({ name }) => name in value);
    case "either":
      return field.ways.some((way) => matchesSchemaField(way, value));
    case "raw":
      return true;
  }
}
