/** An empty reply for a person to fill in: from its schema, with a row for each thing that they are asked about. */
import * as z from "zod";

import type { Json } from "../domain/json.ts";

interface FormSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, FormSchema>>;
  readonly items?: FormSchema;
  readonly anyOf?: readonly FormSchema[];
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly description?: string;
}

/** An empty reply of a schema's shape, for asks that bring no form of their own. */
export function createBlankReply(schema: Json): Json {
  return createBlankValue(schema as FormSchema);
}

/** The same, with these rows in its lists: what they are about is filled in. */
export function createBlankWithRows(
  reply: z.ZodType,
  lists: Readonly<Record<string, readonly Readonly<Record<string, Json>>[]>>,
): Json {
  const schema = z.toJSONSchema(reply) as FormSchema;
  const rows = Object.entries(lists).map(([name, given]) => {
    const row = createBlankValue(schema.properties?.[name]?.items ?? {});
    return [name, given.map((one) => ({ ...emptyLists(row), ...one }))] as const;
  });
  return { ...(createBlankValue(schema) as object), ...Object.fromEntries(rows) };
}

/** A row for each of many things stays short: what it may hold besides is added where it is wanted. */
function emptyLists(row: Json): Record<string, Json> {
  const entries = Object.entries(row ?? {}) as [string, Json][];
  return Object.fromEntries(
    entries.map(([name, value]) => [name, Array.isArray(value) ? [] : value]),
  );
}

function createBlankValue(schema: FormSchema): Json {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0] ?? null;
  if (schema.anyOf)
    return schema.anyOf.some(({ type }) => type === "null")
      ? null
      : createBlankValue(schema.anyOf[0] ?? {});
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, child]) => [
          key,
          createBlankValue(child),
        ]),
      );
    case "array":
      return schema.items ? [createBlankValue(schema.items)] : [];
    case "integer":
    case "number":
      return 0;
    case "boolean":
      return false;
    case "null":
      return null;
    default:
      return "";
  }
}
