/** Schemas as a tool list shows them: checked by zod, spelled in as few words as a host's context can bear. */
import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import * as z from "zod";

type JsonObject = Record<string, unknown>;

/** What is checked all the same, and told only to those who break it. */
const UNSAID = new Set([
  "$schema",
  "additionalProperties",
  "maxLength",
  "minLength",
  "maxItems",
  "minItems",
  "minimum",
  "maximum",
  "exclusiveMinimum",
]);

export function leanSchema<Schema extends z.ZodType>(
  schema: Schema,
): StandardSchemaWithJSON<z.input<Schema>, z.output<Schema>> {
  const shown = lean(z.toJSONSchema(schema, { io: "input" })) as JsonObject;
  return {
    "~standard": {
      version: 1,
      vendor: "dissent",
      validate: (value) => {
        const { success, data, error } = schema.safeParse(value);
        return success ? { value: data } : { issues: error.issues };
      },
      jsonSchema: { input: () => shown, output: () => shown },
    },
  };
}

function lean(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lean);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => !UNSAID.has(key) && !isEmpty(inner))
      .map(([key, inner]) => [key, lean(inner)]),
  );
}

/** `items: {}` and `properties: {}` say nothing. */
function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
