/** Reads the shape that a prompt ends with, as a model reads it that was told nothing else. */
import type { Json } from "../../domain/json.ts";

export type ParsedShape =
  /** `"HIGH"`, `1.5`, `null`. */
  | { readonly kind: "literal"; readonly value: Json }
  /** What is in the angle brackets, such as `text, at most 80 characters`. */
  | { readonly kind: "placeholder"; readonly words: string }
  | { readonly kind: "list"; readonly of: ParsedShape }
  | { readonly kind: "choice"; readonly of: readonly ParsedShape[] }
  | { readonly kind: "object"; readonly fields: readonly ParsedField[] };

export interface ParsedField {
  /** Null where any name will do. */
  readonly name: string | null;
  readonly value: ParsedShape;
  /** Bounds and meaning, as they stand after the slashes. */
  readonly notes: string;
}

/** Undefined where the prompt shows no shape that can be read. */
export function parsePromptShape(prompt: string): ParsedShape | undefined {
  const start = Math.max(prompt.lastIndexOf("\n{\n"), prompt.startsWith("{\n") ? 0 : -1);
  if (start === -1) return undefined;
  try {
    return readChoice({ tokens: splitIntoTokens(prompt.slice(start)), at: 0 });
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

interface ShapeToken {
  readonly text: string;
  readonly line: number;
}

interface TokenReader {
  readonly tokens: readonly ShapeToken[];
  at: number;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|<[^<>]*>|\/\/.*|[{}[\],:]|[^\s{}[\],:<>"]+/g;

function splitIntoTokens(shape: string): readonly ShapeToken[] {
  return shape
    .split("\n")
    .flatMap((words, line) => (words.match(TOKEN) ?? []).map((text) => ({ text, line })));
}

function readChoice(reader: TokenReader): ParsedShape {
  const first = readSingle(reader);
  const of = [first];
  while (peekToken(reader) === "or") {
    takeToken(reader, "or");
    of.push(readSingle(reader));
  }
  return of.length === 1 ? first : { kind: "choice", of };
}

function readSingle(reader: TokenReader): ParsedShape {
  const token = takeToken(reader);
  if (token === "{") return readObject(reader);
  if (token === "[") {
    skipNote(reader);
    const of = readChoice(reader);
    takeToken(reader, "]");
    return { kind: "list", of };
  }
  return token.startsWith("<")
    ? { kind: "placeholder", words: token.slice(1, -1) }
    : { kind: "literal", value: JSON.parse(token) as Json };
}

function readObject(reader: TokenReader): ParsedShape {
  const fields: ParsedField[] = [];
  skipNote(reader);
  while (peekToken(reader) !== "}") {
    const name = takeToken(reader);
    takeToken(reader, ":");
    const notes = findNote(reader);
    const value = readChoice(reader);
    if (peekToken(reader) === ",") takeToken(reader, ",");
    skipNote(reader);
    fields.push({ name: name.startsWith("<") ? null : String(JSON.parse(name)), value, notes });
  }
  takeToken(reader, "}");
  return { kind: "object", fields };
}

function peekToken({ tokens, at }: TokenReader): string | undefined {
  return tokens[at]?.text;
}

function takeToken(reader: TokenReader, wanted?: string): string {
  const token = peekToken(reader);
  if (token === undefined || (wanted !== undefined && token !== wanted)) {
    throw new SyntaxError(`${wanted ?? "a value"} is missing in the shape`);
  }
  reader.at += 1;
  return token;
}

function skipNote(reader: TokenReader): void {
  if (peekToken(reader)?.startsWith("//") === true) reader.at += 1;
}

/** A note is on the line of its field's name: behind the value, or where a longer one begins. */
function findNote({ tokens, at }: TokenReader): string {
  const line = tokens[at]?.line;
  const note = tokens.slice(at).find((token) => token.line === line && token.text.startsWith("//"));
  return (note?.text ?? "").slice(2).trim();
}
