/** Schemas as a tool list shows them: checked by zod, spelled in as few words as a host's context can bear. */
import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import * as z from "zod";

type JsonObject = Record<string, unknown>;

/** What comes in: every rule that is checked. */
const OMITTED_INPUT_KEYS = new Set(["$schema"]);

/** What goes out is made here, so a host needs only its shape. */
const OMITTED_OUTPUT_KEYS = new Set([...OMITTED_INPUT_KEYS, "additionalProperties", "required"]);

export function createLeanSchema<Schema extends z.ZodType>(
  schema: Schema,
): StandardSchemaWithJSON<z.input<Schema>, z.output<Schema>> {
  const json = z.toJSONSchema(schema, { io: "input" });
  const [input, output] = [OMITTED_INPUT_KEYS, OMITTED_OUTPUT_KEYS].map(
    (unsaid) => trimJsonSchema(json, unsaid) as JsonObject,
  );
  return {
    "~standard": {
      version: 1,
      vendor: "dissent",
      validate: (value) => {
        const { success, data, error } = schema.safeParse(value);
        return success ? { value: data } : { issues: error.issues };
      },
      jsonSchema: { input: () => input ?? {}, output: () => output ?? {} },
    },
  };
}

function trimJsonSchema(value: unknown, unsaid: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((entry) => trimJsonSchema(entry, unsaid));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => !unsaid.has(key) && !isEmptyObject(inner))
      .map(([key, inner]) => [key, trimJsonSchema(inner, unsaid)]),
  );
}

/** `items: {}` and `properties: {}` say nothing. */
function isEmptyObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
