/** A reply's JSON Schema as the few things that its shape is written with: values, lists, objects, choices. */
import { type Json, toJsonFields } from "../domain/json.ts";
import { isLargestInteger } from "../domain/reply-schema.ts";

export type ShapeNode = ShapeRemarks &
  (
    | { readonly kind: "value"; /** `<text>`, `"HIGH"`, `null`. */ readonly placeholder: string }
    | { readonly kind: "list"; readonly of: ShapeNode }
    | { readonly kind: "choice"; readonly of: readonly ShapeNode[] }
    | { readonly kind: "object"; readonly fields: readonly ShapeField[] }
  );

interface ShapeRemarks {
  /** What a value must keep to and its placeholder does not say, such as how many there are of it. */
  readonly bounds: readonly string[];
  /** What it means. */
  readonly notes: readonly string[];
}

export interface ShapeField {
  /** In quotes; a placeholder where any name will do. */
  readonly name: string;
  readonly optional: boolean;
  readonly value: ShapeNode;
}

type SchemaFields = Readonly<Record<string, unknown>>;

/** Whatever cannot be put in these terms is `<any JSON>`; the check of the reply still decides. */
export function createShapeNode(schema: Json): ShapeNode {
  const root = toJsonFields(schema);
  const named = { ...toJsonFields(root["definitions"]), ...toJsonFields(root["$defs"]) };
  return readSchemaNode(root, { named, within: [] });
}

interface SchemaScope {
  readonly named: SchemaFields;
  /** References that are being written out: one inside itself would never end. */
  readonly within: readonly string[];
}

function readSchemaNode(schema: SchemaFields, scope: SchemaScope): ShapeNode {
  const node = readPlainNode(schema, scope);
  const { description } = schema;
  // what is said here goes before what is said of its kind
  return typeof description === "string" ? { ...node, notes: [description] } : node;
}

function readPlainNode(schema: SchemaFields, scope: SchemaScope): ShapeNode {
  const reference = schema["$ref"];
  if (typeof reference === "string") {
    const name = reference.split("/").at(-1) ?? "";
    if (scope.within.includes(name)) return createValueNode("<any JSON>");
    const found = toJsonFields(scope.named[name]);
    return readSchemaNode(found, { ...scope, within: [...scope.within, name] });
  }
  if (schema["const"] !== undefined) return createValueNode(JSON.stringify(schema["const"]));
  if (Array.isArray(schema["enum"])) return createLiteralChoice(schema["enum"]);
  const joined = listSchemas(schema["allOf"]);
  if (joined.length > 0) return readSchemaNode(joinSchemas([...joined, schema]), scope);
  const choices = [...listSchemas(schema["anyOf"]), ...listSchemas(schema["oneOf"])];
  if (choices.length > 0) return createChoiceNode(choices.map((one) => readSchemaNode(one, scope)));
  const types = [schema["type"]].flat();
  return types.length === 1
    ? readTypedNode(schema, types[0], scope)
    : createChoiceNode(types.map((type) => readTypedNode(schema, type, scope)));
}

function readTypedNode(schema: SchemaFields, type: unknown, scope: SchemaScope): ShapeNode {
  const remarks = { bounds: describeBounds(schema), notes: [] };
  switch (type) {
    case "object":
      return { kind: "object", fields: readObjectFields(schema, scope), ...remarks };
    case "array":
      return { kind: "list", of: readSchemaNode(toJsonFields(schema["items"]), scope), ...remarks };
    case "string":
      return { kind: "value", placeholder: `<text${describeTextLength(schema)}>`, ...remarks };
    case "integer":
    case "number": {
      const word = type === "integer" ? "whole number" : "number";
      return { kind: "value", placeholder: `<${word}${describeNumberRange(schema)}>`, ...remarks };
    }
    case "boolean":
      return createLiteralChoice([true, false]);
    case "null":
      return createValueNode("null");
    default:
      return createValueNode("<any JSON>");
  }
}

function createValueNode(placeholder: string): ShapeNode {
  return { kind: "value", placeholder, bounds: [], notes: [] };
}

function createLiteralChoice(values: readonly unknown[]): ShapeNode {
  return createChoiceNode(values.map((value) => createValueNode(JSON.stringify(value))));
}

/** Null goes last where all are short, and first before an object: behind its last line nobody would see it. */
function createChoiceNode(choices: readonly ShapeNode[]): ShapeNode {
  const flat = choices.flatMap((one) => (one.kind === "choice" ? one.of : [one]));
  const [only, ...more] = flat;
  if (only && more.length === 0) return only;
  const isNull = (one: ShapeNode): boolean => one.kind === "value" && one.placeholder === "null";
  const isShort = flat.every(({ kind }) => kind === "value");
  const others = flat.filter((one) => !isNull(one));
  const nulls = flat.filter(isNull).slice(0, 1);
  const of = isShort ? [...others, ...nulls] : [...nulls, ...others];
  const bounds = flat.flatMap((one) => one.bounds);
  return { kind: "choice", of, bounds, notes: flat.flatMap((one) => one.notes) };
}

function readObjectFields(schema: SchemaFields, scope: SchemaScope): ShapeField[] {
  const properties = Object.entries(toJsonFields(schema["properties"]));
  const required = [schema["required"]].flat();
  const fields = properties.map(([name, value]) => ({
    name: JSON.stringify(name),
    optional: !required.includes(name),
    value: readSchemaNode(toJsonFields(value), scope),
  }));
  const free = toJsonFields(schema["additionalProperties"]);
  if (Object.keys(free).length === 0) return fields;
  const value = readSchemaNode(free, scope);
  const names = toJsonFields(schema["propertyNames"])["enum"];
  const known = Array.isArray(names)
    ? names.map((name) => ({ name: JSON.stringify(name), optional: false, value }))
    : [{ name: "<name>", optional: true, value }];
  return [...fields, ...known];
}

function joinSchemas(parts: readonly SchemaFields[]): SchemaFields {
  const plain = parts.map((part): SchemaFields => ({ ...part, allOf: undefined }));
  return plain.reduce<SchemaFields>(
    (one, other) => ({
      ...one,
      ...other,
      properties: { ...toJsonFields(one["properties"]), ...toJsonFields(other["properties"]) },
      required: [one["required"], other["required"]].flat().filter((name) => name !== undefined),
    }),
    {},
  );
}

function listSchemas(value: unknown): SchemaFields[] {
  return Array.isArray(value) ? value.map(toJsonFields) : [];
}

// Bounds in words. That a text is not empty goes without saying.

function describeTextLength(schema: SchemaFields): string {
  const { least, most } = readBounds(schema, "minLength", "maxLength");
  if (least !== undefined && least > 1 && most !== undefined)
    return `, ${least} to ${most} characters`;
  if (most !== undefined) return `, at most ${most} characters`;
  return least !== undefined && least > 1 ? `, at least ${least} characters` : "";
}

function describeNumberRange(schema: SchemaFields): string {
  const { least, most } = readBounds(schema, "minimum", "maximum");
  const { least: above, most: below } = readBounds(schema, "exclusiveMinimum", "exclusiveMaximum");
  if (least !== undefined && most !== undefined) return ` from ${least} to ${most}`;
  const words = [
    ...(least === undefined ? [] : [`at least ${least}`]),
    ...(above === undefined ? [] : [`more than ${above}`]),
    ...(most === undefined ? [] : [`at most ${most}`]),
    ...(below === undefined ? [] : [`less than ${below}`]),
  ];
  return words.length === 0 ? "" : `, ${words.join(", ")}`;
}

function describeBounds(schema: SchemaFields): string[] {
  const { least, most } = readBounds(schema, "minItems", "maxItems");
  const step = schema["multipleOf"];
  const pattern = schema["pattern"];
  return [
    ...(least !== undefined && least > 0 && most !== undefined
      ? [least === most ? `exactly ${least} of these` : `${least} to ${most} of these`]
      : least !== undefined && least > 0
        ? [`at least ${least} of these`]
        : most !== undefined
          ? [`at most ${most} of these`]
          : []),
    ...(typeof step === "number" ? [`a multiple of ${step}`] : []),
    // that a text is not blank goes without saying
    ...(typeof pattern === "string" && pattern !== "\\S" ? [`must match /${pattern}/`] : []),
  ];
}

function readBounds(
  schema: SchemaFields,
  low: string,
  high: string,
): { least: number | undefined; most: number | undefined } {
  const read = (name: string): number | undefined => {
    const bound = schema[name];
    return typeof bound === "number" && !isLargestInteger(bound) ? bound : undefined;
  };
  return { least: read(low), most: read(high) };
}
