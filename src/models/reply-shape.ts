/** K21: describes the shape of a reply to models that see only their prompt. */
import type { Json } from "../domain/json.ts";
import type { ModelRequest } from "../model.ts";

/** The last lines of a prompt: the JSON Schema that the reply is checked against. */
export function describeReplyShape(schema: Json): string {
  return [
    "Reply with exactly one JSON object and nothing else. It must match this JSON Schema:",
    JSON.stringify(schema, (key, value: Json) => (isSchemaNoise(key, value) ? undefined : value)),
  ].join("\n");
}

/** The whole prompt as one text that ends with the shape of the reply. */
export function renderPromptWithReplyShape({
  prompt,
  schema,
}: Pick<ModelRequest, "prompt" | "schema">): string {
  return [...prompt.map(({ text }) => text), describeReplyShape(schema())].join("\n\n");
}

/** The schema's dialect, and the bounds that every integer gets because of how numbers are stored. */
function isSchemaNoise(key: string, value: Json): boolean {
  return key === "$schema" || isLargestInteger(value);
}

/** What a language gives every integer as its bound, and nobody means. */
export function isLargestInteger(bound: unknown): boolean {
  return typeof bound === "number" && Math.abs(bound) === Number.MAX_SAFE_INTEGER;
}
