/** The return contract as YAML: block style for people, JSON scalars so that nothing can be misread. */
import { type Json, isJsonObject } from "../../../domain/json.ts";

export function asYaml(record: Readonly<Record<string, Json>>): string {
  return `${formatYamlLines(record, 0).join("\n")}\n`;
}

function formatYamlLines(value: Readonly<Record<string, Json>>, depth: number): string[] {
  return Object.entries(value).flatMap(([key, entry]) =>
    entryLines(formatYamlKey(key), entry, depth),
  );
}

function entryLines(key: string, entry: Json, depth: number): string[] {
  const margin = "  ".repeat(depth);
  if (Array.isArray(entry) && entry.length > 0) {
    return [`${margin}${key}:`, ...entry.flatMap((one: Json) => itemLines(one, depth + 1))];
  }
  if (isJsonObject(entry) && Object.keys(entry).length > 0) {
    return [`${margin}${key}:`, ...formatYamlLines(entry, depth + 1)];
  }
  return [`${margin}${key}: ${formatScalar(entry)}`];
}

/** "- " replaces two spaces of the first line. */
function itemLines(item: Json, depth: number): string[] {
  const margin = "  ".repeat(depth);
  if (!isJsonObject(item) || Object.keys(item).length === 0)
    return [`${margin}- ${formatScalar(item)}`];
  const [first = "", ...rest] = formatYamlLines(item, depth + 1);
  return [`${margin}- ${first.trimStart()}`, ...rest];
}

function formatYamlKey(key: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(key) && !RESERVED.has(key) ? key : formatScalar(key);
}

/** Words that YAML interprets as something else on their own. */
const RESERVED = new Set(["true", "false", "null", "yes", "no", "on", "off", "y", "n"]);

/** JSON is YAML but for three characters that YAML takes for line breaks, and marks that hide text. */
function formatScalar(value: Json): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
