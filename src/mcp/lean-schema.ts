/** Schemas as a tool list shows them: checked by zod, spelled in as few words as a host's context can bear. */
import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import * as z from "zod";

type JsonObject = Record<string, unknown>;

/** What comes in: every rule that is checked. */
const UNSAID_IN = new Set(["$schema"]);

/** What goes out is made here, so a host needs only its shape. */
const UNSAID_OUT = new Set([...UNSAID_IN, "additionalProperties", "required"]);

export function leanSchema<Schema extends z.ZodType>(
  schema: Schema,
): StandardSchemaWithJSON<z.input<Schema>, z.output<Schema>> {
  const json = z.toJSONSchema(schema, { io: "input" });
  const [input, output] = [UNSAID_IN, UNSAID_OUT].map((unsaid) => lean(json, unsaid) as JsonObject);
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

function lean(value: unknown, unsaid: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((entry) => lean(entry, unsaid));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => !unsaid.has(key) && !isEmpty(inner))
      .map(([key, inner]) => [key, lean(inner, unsaid)]),
  );
}

/** `items: {}` and `properties: {}` say nothing. */
function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
