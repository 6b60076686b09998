/**
 * An agent that knows only its prompt: it reads the JSON Schema in the last line and fills it in, with the option ids
 * that the prompt lists. Without a schema there it says so in plain words, as a model would that was not told.
 */
import { text } from "node:stream/consumers";

interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly minimum?: number;
}

const prompt = await text(process.stdin);
const options = /^Options: (.+)$/m.exec(prompt)?.[1]?.split(", ") ?? [];
const schema = schemaIn(prompt.trimEnd().split("\n").at(-1) ?? "");
process.stdout.write(
  schema ? JSON.stringify(filledIn(schema, options[0])) : "Which object do you want?",
);

function schemaIn(line: string): Schema | undefined {
  try {
    const found = JSON.parse(line) as Schema;
    return found.type === "object" && found.properties ? found : undefined;
  } catch {
    return undefined;
  }
}

function filledIn(schema: Schema, option: string | undefined, kind?: unknown): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum.includes(kind) ? kind : schema.enum[0];
  const nullable = [schema, ...(schema.anyOf ?? [])].some(({ type }) => type?.includes("null"));
  if (nullable) return null;
  switch (schema.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, property]) => [
          name,
          filledIn(property, option, kind),
        ]),
      );
    case "array":
      return everyOneOf(schema.items ?? {}, option);
    case "integer":
    case "number":
      return schema.minimum ?? 0;
    case "boolean":
      return true;
    default:
      return schema.description?.includes("id of the") ? option : "as far as the prompt says";
  }
}

/** One entry for each option or each kind that the entries tell apart; else none. */
function everyOneOf(items: Schema, option: string | undefined): unknown[] {
  const { option: optionId, kind } = items.properties ?? {};
  if (optionId) return options.map((one) => filledIn(items, one));
  return (kind?.enum ?? []).map((one) => filledIn(items, option, one));
}
