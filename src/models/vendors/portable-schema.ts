/**
 * The JSON Schema of a reply in a form that every vendor accepts, or nothing if there is none.
 *
 * VS1. Every property is required and every object closed. A schema with optional or free properties is not portable:
 *      a vendor would force values into them that the reply's own check refuses.
 * VS2. Bounds and formats become words, because some vendors refuse or drop them. They are checked when the reply is
 *      read.
 * VS3. References are inlined; a recursive schema is not portable.
 */
import { computeOnce } from "../../domain/compute-once.ts";
import { type Json, isJsonObject } from "../../domain/json.ts";
import { isLargestInteger } from "../../domain/reply-schema.ts";
import type { VendorApi } from "../endpoint.ts";

type SchemaObject = Readonly<Record<string, Json>>;

/** Where a vendor is known to refuse a schema that is larger. */
const LIMITS: Readonly<Record<VendorApi, { readonly depth: number; readonly unions: number }>> = {
  anthropic: { depth: 32, unions: 16 },
  responses: { depth: 10, unions: 1_000 },
  openai: { depth: 10, unions: 1_000 },
  google: { depth: 32, unions: 1_000 },
};

export function createPortableSchema(schema: Json, api: VendorApi): SchemaObject | undefined {
  const root = toSchemaObject(schema);
  if (root?.["type"] !== "object" && root?.["$ref"] === undefined) return undefined;
  return portSchema(root)(api);
}

/** Once for a schema and an API: seats are asked by the same few over and over. */
const portSchema = computeOnce((root: SchemaObject) => {
  const ported = new Map<VendorApi, SchemaObject | undefined>();
  return (api: VendorApi): SchemaObject | undefined => {
    if (!ported.has(api)) ported.set(api, portSchemaFor(root, api));
    return ported.get(api);
  };
});

function portSchemaFor(root: SchemaObject, api: VendorApi): SchemaObject | undefined {
  try {
    const portable = portSchemaNode(root, { root, within: [], depth: 0 });
    const { depth, unions } = LIMITS[api];
    return measureSchemaDepth(portable) <= depth && countSchemaUnions(portable) <= unions
      ? portable
      : undefined;
  } catch (error) {
    if (error instanceof NotPortableError) return undefined;
    throw error;
  }
}

class NotPortableError extends Error {}

interface SchemaPosition {
  readonly root: SchemaObject;
  /** References that are being written out. */
  readonly within: readonly string[];
  readonly depth: number;
}

const KNOWN = new Set(
  (
    "$schema $id $comment $defs definitions $ref id title description default examples deprecated readOnly writeOnly " +
    "type properties required additionalProperties items enum const anyOf oneOf allOf " +
    "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format " +
    "contentEncoding contentMediaType minItems maxItems uniqueItems"
  ).split(" "),
);

// deeper than any reply; a schema may come from anyone's protocol
const DEEPEST = 64;

function portSchemaNode(given: Json | undefined, place: SchemaPosition): SchemaObject {
  const schema = toSchemaObject(given);
  if (!schema || place.depth > DEEPEST) throw new NotPortableError();
  if (Object.keys(schema).some((key) => !KNOWN.has(key))) throw new NotPortableError();
  if (typeof schema["$ref"] === "string")
    return inlineSchemaReference(schema, schema["$ref"], place);
  const inside: SchemaPosition = { ...place, depth: place.depth + 1 };
  const [only, ...more] = readSchemaList(schema, "allOf");
  if (only !== undefined) {
    if (more.length > 0 || schema["type"] !== undefined) throw new NotPortableError();
    return addSchemaDescription(schema, portSchemaNode(only, inside));
  }
  const choices = [...readSchemaList(schema, "anyOf"), ...readSchemaList(schema, "oneOf")];
  if (choices.length > 0) {
    return addSchemaDescription(schema, {
      anyOf: choices.map((choice) => portSchemaNode(choice, inside)),
    });
  }
  return addSchemaDescription(schema, portTypedSchema(schema, inside));
}

function inlineSchemaReference(
  schema: SchemaObject,
  reference: string,
  place: SchemaPosition,
): SchemaObject {
  const [, where, name] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(reference) ?? [];
  if (where === undefined || name === undefined) throw new NotPortableError();
  if (place.within.includes(reference)) throw new NotPortableError();
  const found = toSchemaObject(place.root[where])?.[name];
  return addSchemaDescription(
    schema,
    portSchemaNode(found, { ...place, within: [...place.within, reference] }),
  );
}

function portTypedSchema(schema: SchemaObject, inside: SchemaPosition): SchemaObject {
  const values = schema["const"] === undefined ? schema["enum"] : [schema["const"]];
  const { type } = schema;
  if (Array.isArray(type)) {
    return { anyOf: type.map((one) => portSchemaNode({ ...schema, type: one }, inside)) };
  }
  if (values !== undefined) return { type: type ?? inferEnumType(values), enum: values };
  switch (type) {
    case "object":
      return portObjectSchema(schema, inside);
    case "array":
      return { type, items: portSchemaNode(schema["items"], inside) };
    case "string":
    case "number":
    case "integer":
    case "boolean":
    case "null":
      return { type };
    default:
      throw new NotPortableError();
  }
}

function portObjectSchema(schema: SchemaObject, inside: SchemaPosition): SchemaObject {
  const properties = Object.entries(toSchemaObject(schema["properties"]) ?? {});
  const required = readSchemaList(schema, "required");
  const { additionalProperties } = schema;
  if (additionalProperties !== undefined && additionalProperties !== false)
    throw new NotPortableError();
  if (properties.some(([name]) => !required.includes(name))) throw new NotPortableError();
  return {
    type: "object",
    properties: Object.fromEntries(
      properties.map(([name, property]) => [name, portSchemaNode(property, inside)]),
    ),
    required: properties.map(([name]) => name),
    additionalProperties: false,
  };
}

/** The words of the schema, with its bounds among them. */
function addSchemaDescription(schema: SchemaObject, portable: SchemaObject): SchemaObject {
  const own = typeof schema["description"] === "string" ? schema["description"] : "";
  const inner = typeof portable["description"] === "string" ? portable["description"] : "";
  const words = [own === "" ? inner : own, ...describeSchemaBounds(schema)].filter(
    (part) => part !== "",
  );
  return words.length === 0 ? portable : { ...portable, description: words.join("; ") };
}

type BoundValue = string | number | boolean;

const BOUNDS: readonly (readonly [string, (bound: BoundValue) => string])[] = [
  ["minimum", (bound) => (isLargestInteger(bound) ? "" : `at least ${bound}`)],
  ["maximum", (bound) => (isLargestInteger(bound) ? "" : `at most ${bound}`)],
  ["exclusiveMinimum", (bound) => `more than ${bound}`],
  ["exclusiveMaximum", (bound) => `less than ${bound}`],
  ["multipleOf", (bound) => `a multiple of ${bound}`],
  ["minLength", (bound) => (bound === 1 ? "not empty" : `at least ${bound} characters`)],
  ["maxLength", (bound) => `at most ${bound} characters`],
  ["pattern", (bound) => `matching ${bound}`],
  ["format", (bound) => `format ${bound}`],
  ["minItems", (bound) => `at least ${bound} of them`],
  ["maxItems", (bound) => `at most ${bound} of them`],
  ["uniqueItems", (bound) => (bound === true ? "each only once" : "")],
];

function describeSchemaBounds(schema: SchemaObject): string[] {
  return BOUNDS.flatMap(([key, say]) => {
    const bound = schema[key];
    if (bound === undefined) return [];
    if (typeof bound === "object") throw new NotPortableError();
    return [say(bound)];
  });
}

function inferEnumType(values: Json): Json {
  const types = new Set((Array.isArray(values) ? values : []).map((value) => typeof value));
  const [type] = types;
  if (types.size !== 1 || type === undefined || type === "object") throw new NotPortableError();
  return type;
}

function measureSchemaDepth(schema: SchemaObject): number {
  const inner = listInnerSchemas(schema);
  return inner.length === 0 ? 0 : 1 + Math.max(...inner.map(measureSchemaDepth));
}

function countSchemaUnions(schema: SchemaObject): number {
  const own = schema["anyOf"] === undefined ? 0 : 1;
  return listInnerSchemas(schema).reduce((sum, inner) => sum + countSchemaUnions(inner), own);
}

function listInnerSchemas(schema: SchemaObject): SchemaObject[] {
  const properties = Object.values(toSchemaObject(schema["properties"]) ?? {});
  return [...properties, schema["items"], ...readSchemaList(schema, "anyOf")].flatMap((inner) => {
    const found = toSchemaObject(inner);
    return found ? [found] : [];
  });
}

function readSchemaList(schema: SchemaObject, key: string): readonly Json[] {
  const list = schema[key];
  return Array.isArray(list) ? (list as readonly Json[]) : [];
}

function toSchemaObject(value: Json | undefined): SchemaObject | undefined {
  return isJsonObject(value) ? value : undefined;
}
