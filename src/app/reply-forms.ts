/** A reply as a form a person can fill in: YAML with everything that is asked for. */
import { stringify } from "yaml";

import { parseMarkup } from "../config/parse-markup.ts";
import type { Json } from "../domain/json.ts";
import { sanitizeLine } from "../text/markdown.ts";

interface FormSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, FormSchema>>;
  readonly items?: FormSchema;
  readonly anyOf?: readonly FormSchema[];
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly description?: string;
}

export interface ReplyFormOptions {
  readonly seat: string;
  readonly step: string;
  /** What was wrong with the last try. */
  readonly problems: readonly string[];
}

/** The form: what is wrong first, then the fields, each with what it means. */
export function formatReplyForm(
  blank: Json,
  schema: Json,
  { seat, step, problems }: ReplyFormOptions,
): string {
  const head = [
    `You speak for ${seat} in ${step}. Fill this in, save and close. An empty file gives up your turn for now.`,
    ...(problems.length === 0
      ? []
      : ["It could not be accepted:", ...problems.map((one) => `- ${one}`)]),
    "",
    ...describeSchemaFields(schema as FormSchema, ""),
  ];
  const comments = head.map((line) => `# ${sanitizeLine(line)}`.trimEnd());
  return `${comments.join("\n")}\n\n${stringify(blank, { lineWidth: 0 })}`;
}

/** One line per field that has something to explain. */
function describeSchemaFields(schema: FormSchema, path: string): string[] {
  const own = schema.description ? [`${path}: ${schema.description}`] : [];
  const choices = schema.enum
    ? [`${path}: one of ${schema.enum.map((one) => JSON.stringify(one)).join(", ")}`]
    : [];
  const inner = [
    ...Object.entries(schema.properties ?? {}).map(([key, child]) => [key, child] as const),
    ...(schema.items ? [["", schema.items] as const] : []),
    ...(schema.anyOf ?? []).map((child) => ["", child] as const),
  ];
  const below = inner.flatMap(([key, child]) =>
    describeSchemaFields(child, [path, key].filter((part) => part !== "").join(".")),
  );
  return [...new Set([...own, ...choices, ...below])].filter((line) => !line.startsWith(": "));
}

/** An empty reply of a schema's shape, for asks that bring no form of their own. */
export function createBlankReply(schema: Json): Json {
  return createBlankValue(schema as FormSchema);
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

/** The filled form as the reply's text; undefined when it was left empty. */
export function parseFilledForm(text: string, file: string): string | undefined {
  const filled = text
    .split("\n")
    .some((line) => line.trim() !== "" && !line.trimStart().startsWith("#"));
  if (!filled) return undefined;
  return JSON.stringify(parseMarkup(text, { file, code: "bad-brief" }).value);
}
