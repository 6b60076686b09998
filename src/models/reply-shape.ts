/**
 * K21: describes the shape of a reply to whatever sees only its prompt: a JSON object with a placeholder for each value,
 * one line per field, and what the field means after it.
 *
 * RS1. What is written here is enough to build a reply that its schema accepts.
 */
import type { Json } from "../domain/json.ts";
import type { ModelRequest, PromptSegment } from "../model.ts";
import { type ShapeField, type ShapeNode, createShapeNode } from "./shape-node.ts";

/** The last lines of a prompt. They say that JSON is wanted, so the rest of the prompt need not. */
export function describeReplyShape(schema: Json): string {
  return [
    "Reply with one JSON object of this shape and nothing else. Put your own value where <…> stands. A list shows one",
    "entry and may hold several. Notes after // explain a field and are not part of the reply.",
    "",
    ...formatShapeLines(schema),
  ].join("\n");
}

/** The shape alone. */
export function formatShapeLines(schema: Json): string[] {
  return formatBlock(createShapeNode(schema), { indent: "", seen: new Set() });
}

/** The whole prompt as one text that ends with the shape of the reply. */
export function renderPromptWithReplyShape({
  prompt,
  schema,
}: Pick<ModelRequest, "prompt" | "schema">): string {
  const texts = dropReplySentence(prompt).map(({ text }) => text);
  return [...texts, describeReplyShape(schema())].join("\n\n");
}

/** Prompts that end by asking for JSON would ask for it twice. Equal parts stay equal, as caches need it. */
export function dropReplySentence(prompt: readonly PromptSegment[]): PromptSegment[] {
  return prompt.map((segment) => {
    const text = dropLastLine(segment.text, "Reply with one JSON object.");
    return text === "" ? segment : { ...segment, text };
  });
}

/** From the end, since a segment may be a document of megabytes. */
function dropLastLine(text: string, line: string): string {
  const kept = text.trimEnd();
  if (!kept.endsWith(line)) return text;
  const before = kept.slice(0, -line.length);
  return before === "" || before.endsWith("\n") ? before.trimEnd() : text;
}

interface BlockPlace {
  readonly indent: string;
  /** Objects that were explained above: they are repeated in one line. */
  readonly seen: Set<string>;
}

// a line that is easily read
const LONGEST_LINE = 90;

/** The lines of a value; the first has no indent of its own, so that a name can stand before it. */
function formatBlock(node: ShapeNode, place: BlockPlace): string[] {
  const line = formatShapeInline(node);
  if (fitsOnOneLine(node, place)) return [line];
  const { indent } = place;
  const deeper = { ...place, indent: `${indent}  ` };
  switch (node.kind) {
    case "object": {
      place.seen.add(JSON.stringify(node.fields));
      const last = node.fields.length - 1;
      return [
        "{",
        ...node.fields.flatMap((field, index) => formatField(field, index < last, deeper)),
        `${indent}}`,
      ];
    }
    case "list": {
      const [first = "", ...more] = formatBlock(node.of, deeper);
      return ["[", `${deeper.indent}${first}`, ...more, `${indent}]`];
    }
    case "choice": {
      const blocks = node.of.map((one) => formatBlock(one, place));
      return blocks.reduce((before, [first = "", ...more]) => [
        ...before.slice(0, -1),
        `${before.at(-1) ?? ""} or ${first}`,
        ...more,
      ]);
    }
    default:
      return [line];
  }
}

/** What has notes inside is opened up, unless the same notes are above. */
function fitsOnOneLine(node: ShapeNode, { indent, seen }: BlockPlace): boolean {
  const objects = listObjects(node);
  if (objects.length === 0) return true;
  if (indent === "" || indent.length + formatShapeInline(node).length > LONGEST_LINE) return false;
  const isClear = (fields: readonly ShapeField[], known: boolean): boolean =>
    fields.every(({ value, optional }) => {
      const { bounds, notes } = collectRemarks(value);
      return !optional && bounds.length === 0 && (known || notes.length === 0);
    });
  return objects.every(({ fields }) => isClear(fields, seen.has(JSON.stringify(fields))));
}

function formatField(
  { name, optional, value }: ShapeField,
  more: boolean,
  place: BlockPlace,
): string[] {
  const note = [...(optional ? ["may be left out"] : []), describeShapeNote(value)]
    .filter((part) => part !== "")
    .join("; ");
  const [first = "", ...rest] = formatBlock(value, place);
  const comma = more ? "," : "";
  const said = note === "" ? "" : `  // ${note}`;
  const head = `${place.indent}${name}: ${first}`;
  const end = rest.at(-1);
  // beside a value that fits on its line, or where a longer one begins
  if (end === undefined) return [`${head}${comma}${said}`];
  return [`${head}${said}`, ...rest.slice(0, -1), `${end}${comma}`];
}

type ObjectShape = Extract<ShapeNode, { kind: "object" }>;

function listObjects(node: ShapeNode): ObjectShape[] {
  switch (node.kind) {
    case "object":
      return [node, ...node.fields.flatMap(({ value }) => listObjects(value))];
    case "list":
      return listObjects(node.of);
    case "choice":
      return node.of.flatMap(listObjects);
    default:
      return [];
  }
}

/** In one line, without notes. */
export function formatShapeInline(node: ShapeNode): string {
  switch (node.kind) {
    case "value":
      return node.placeholder;
    case "list":
      return `[${formatShapeInline(node.of)}]`;
    case "choice":
      return node.of.map(formatShapeInline).join(" or ");
    case "object":
      return `{ ${node.fields.map(({ name, value }) => `${name}: ${formatShapeInline(value)}`).join(", ")} }`;
  }
}

/** How many there are of it, then what it means. */
export function describeShapeNote(node: ShapeNode): string {
  const { bounds, notes } = collectRemarks(node);
  return [...new Set([...bounds, ...notes])].join("; ").replaceAll(/\s+/g, " ");
}

/** With what is said of each of a list. */
function collectRemarks(node: ShapeNode): Pick<ShapeNode, "bounds" | "notes"> {
  if (node.kind !== "list") return node;
  const each = collectRemarks(node.of);
  return { bounds: [...node.bounds, ...each.bounds], notes: [...node.notes, ...each.notes] };
}
