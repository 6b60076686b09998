/**
 * The JSON Schema of a reply in the form that every vendor takes, or nothing where there is no such form.
 *
 * VS1. Every property is required, every object closed; a schema with optional or free properties is not portable,
 *      for a vendor would force values into them that the reply's own check refuses.
 * VS2. Bounds and formats become words: some vendors refuse them, some drop them. They are checked when the reply is read.
 * VS3. References are written out; a schema that holds itself is not portable.
 */
import type { Json } from "../../domain/json.ts";
import type { Api } from "../endpoint.ts";
import { isLargestInteger } from "../reply-shape.ts";

type Schema = Readonly<Record<string, Json>>;

/** Where a vendor is known to refuse a schema that is larger. */
const LIMITS: Readonly<Record<Api, { readonly depth: number; readonly unions: number }>> = {
  anthropic: { depth: 32, unions: 16 },
  responses: { depth: 10, unions: 1_000 },
  openai: { depth: 10, unions: 1_000 },
  google: { depth: 32, unions: 1_000 },
};

export function portableSchema(schema: Json, api: Api): Schema | undefined {
  const root = asSchema(schema);
  if (root?.["type"] !== "object" && root?.["$ref"] === undefined) return undefined;
  try {
    const portable = ported(root, { root, within: [], depth: 0 });
    const { depth, unions } = LIMITS[api];
    return depthOf(portable) <= depth && unionsIn(portable) <= unions ? portable : undefined;
  } catch (error) {
    if (error instanceof NotPortable) return undefined;
    throw error;
  }
}

class NotPortable extends Error {}

interface Place {
  readonly root: Schema;
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

function ported(given: Json | undefined, place: Place): Schema {
  const schema = asSchema(given);
  if (!schema || place.depth > DEEPEST) throw new NotPortable();
  if (Object.keys(schema).some((key) => !KNOWN.has(key))) throw new NotPortable();
  if (typeof schema["$ref"] === "string") return writtenOut(schema, schema["$ref"], place);
  const inside: Place = { ...place, depth: place.depth + 1 };
  const [only, ...more] = listIn(schema, "allOf");
  if (only !== undefined) {
    if (more.length > 0 || schema["type"] !== undefined) throw new NotPortable();
    return described(schema, ported(only, inside));
  }
  const choices = [...listIn(schema, "anyOf"), ...listIn(schema, "oneOf")];
  if (choices.length > 0) {
    return described(schema, { anyOf: choices.map((choice) => ported(choice, inside)) });
  }
  return described(schema, typed(schema, inside));
}

function writtenOut(schema: Schema, reference: string, place: Place): Schema {
  const [, where, name] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(reference) ?? [];
  if (where === undefined || name === undefined) throw new NotPortable();
  if (place.within.includes(reference)) throw new NotPortable();
  const found = asSchema(place.root[where])?.[name];
  return described(schema, ported(found, { ...place, within: [...place.within, reference] }));
}

function typed(schema: Schema, inside: Place): Schema {
  const values = schema["const"] === undefined ? schema["enum"] : [schema["const"]];
  const { type } = schema;
  if (Array.isArray(type)) {
    return { anyOf: type.map((one) => ported({ ...schema, type: one }, inside)) };
  }
  if (values !== undefined) return { type: type ?? typeOf(values), enum: values };
  switch (type) {
    case "object":
      return objectIn(schema, inside);
    case "array":
      return { type, items: ported(schema["items"], inside) };
    case "string":
    case "number":
    case "integer":
    case "boolean":
    case "null":
      return { type };
    default:
      throw new NotPortable();
  }
}

function objectIn(schema: Schema, inside: Place): Schema {
  const properties = Object.entries(asSchema(schema["properties"]) ?? {});
  const required = listIn(schema, "required");
  const { additionalProperties } = schema;
  if (additionalProperties !== undefined && additionalProperties !== false) throw new NotPortable();
  if (properties.some(([name]) => !required.includes(name))) throw new NotPortable();
  return {
    type: "object",
    properties: Object.fromEntries(
      properties.map(([name, property]) => [name, ported(property, inside)]),
    ),
    required: properties.map(([name]) => name),
    additionalProperties: false,
  };
}

/** The words of the schema, with its bounds among them. */
function described(schema: Schema, portable: Schema): Schema {
  const own = typeof schema["description"] === "string" ? schema["description"] : "";
  const inner = typeof portable["description"] === "string" ? portable["description"] : "";
  const words = [own === "" ? inner : own, ...boundsIn(schema)].filter((part) => part !== "");
  return words.length === 0 ? portable : { ...portable, description: words.join("; ") };
}

type Bound = string | number | boolean;

const BOUNDS: readonly (readonly [string, (bound: Bound) => string])[] = [
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

function boundsIn(schema: Schema): string[] {
  return BOUNDS.flatMap(([key, say]) => {
    const bound = schema[key];
    if (bound === undefined) return [];
    if (typeof bound === "object") throw new NotPortable();
    return [say(bound)];
  });
}

function typeOf(values: Json): Json {
  const types = new Set((Array.isArray(values) ? values : []).map((value) => typeof value));
  const [type] = types;
  if (types.size !== 1 || type === undefined || type === "object") throw new NotPortable();
  return type;
}

function depthOf(schema: Schema): number {
  const inner = innerOf(schema);
  return inner.length === 0 ? 0 : 1 + Math.max(...inner.map(depthOf));
}

function unionsIn(schema: Schema): number {
  const own = schema["anyOf"] === undefined ? 0 : 1;
  return innerOf(schema).reduce((sum, inner) => sum + unionsIn(inner), own);
}

function innerOf(schema: Schema): Schema[] {
  const properties = Object.values(asSchema(schema["properties"]) ?? {});
  return [...properties, schema["items"], ...listIn(schema, "anyOf")].flatMap((inner) => {
    const found = asSchema(inner);
    return found ? [found] : [];
  });
}

function listIn(schema: Schema, key: string): readonly Json[] {
  const list = schema[key];
  return Array.isArray(list) ? (list as readonly Json[]) : [];
}

function asSchema(value: Json | undefined): Schema | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Schema)
    : undefined;
}
