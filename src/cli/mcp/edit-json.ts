/** Reads and edits JSON with comments and trailing commas; everything else stays byte for byte. */

export type PlainValue =
  | string
  | number
  | boolean
  | null
  | readonly PlainValue[]
  | { readonly [key: string]: PlainValue };

/** Where a value is, and what it means. */
interface JsonNode {
  readonly start: number;
  readonly end: number;
  readonly value: PlainValue;
  /** Of an object, in order. */
  readonly members: readonly JsonMember[];
  readonly endsInComma: boolean;
}

interface JsonMember {
  readonly key: string;
  readonly node: JsonNode;
}

/** Why a text is none, at which character. */
export class MalformedTextError extends Error {
  readonly at: number;

  constructor(at: number, why: string) {
    super(why);
    this.at = at;
  }
}

const MAX_JSON_DEPTH = 100;

/** The value of a text; null where there is nothing but spaces and comments. */
export function parseLenientJson(text: string): PlainValue {
  return parseJsonNode(text)?.value ?? null;
}

/** The text with one more entry under a key of its own object. Whoever calls has seen that it is not there. */
export function addJsonEntry(
  text: string,
  { under, name, entry }: { under: string; name: string; entry: PlainValue },
): string {
  const root = parseJsonNode(text);
  if (root === null) return `${text}${JSON.stringify({ [under]: { [name]: entry } }, null, 2)}\n`;
  const holder = root.members.find(({ key }) => key === under)?.node;
  return holder === undefined
    ? insertJsonMember(text, root, [under, { [name]: entry }])
    : insertJsonMember(text, holder, [name, entry]);
}

function insertJsonMember(
  text: string,
  object: JsonNode,
  [key, value]: readonly [string, PlainValue],
): string {
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const unit = /^([ \t]+)\S/m.exec(text)?.[1] ?? "  ";
  const lineStart = text.lastIndexOf("\n", object.start) + 1;
  const base = /^[ \t]*/.exec(text.slice(lineStart, object.start))?.[0] ?? "";
  const closing = object.end - 1;
  const last = object.members.at(-1)?.node.end;
  const comma = last === undefined || object.endsInComma ? "" : ",";
  const cut = last ?? object.start + 1;
  const before = `${text.slice(0, cut)}${comma}${text.slice(cut, closing).trimEnd()}`;
  const member = `${JSON.stringify(key)}: ${JSON.stringify(value, null, unit)}`
    .split("\n")
    .map((line) => `${base}${unit}${line}`)
    .join(newline);
  const after = object.endsInComma ? "," : "";
  return `${before}${newline}${member}${after}${newline}${base}${text.slice(closing)}`;
}

function parseJsonNode(text: string): JsonNode | null {
  const start = skipJsonTrivia(text, text.startsWith("\uFEFF") ? 1 : 0);
  if (start === text.length) return null;
  const node = parseNodeAt(text, start, 0);
  const rest = skipJsonTrivia(text, node.end);
  if (rest < text.length) throw new MalformedTextError(rest, "there is more after the end");
  return node;
}

/** Past spaces and comments. */
function skipJsonTrivia(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    if (/\s/.test(text.charAt(at))) at += 1;
    else if (text.startsWith("//", at)) {
      const end = text.indexOf("\n", at);
      at = end === -1 ? text.length : end;
    } else if (text.startsWith("/*", at)) {
      const end = text.indexOf("*/", at + 2);
      if (end === -1) throw new MalformedTextError(at, "a comment does not end");
      at = end + 2;
    } else break;
  }
  return at;
}

const JSON_SCALAR = /"(?:[^"\\\u0000-\u001f]|\\.)*"|true|false|null|-?\d[\d.eE+-]*/y;

function parseNodeAt(text: string, start: number, depth: number): JsonNode {
  if (depth > MAX_JSON_DEPTH) throw new MalformedTextError(start, "it is nested too deeply");
  const sign = text.charAt(start);
  if (sign === "{") return parseObjectAt(text, start, depth);
  if (sign === "[") return parseArrayAt(text, start, depth);
  JSON_SCALAR.lastIndex = start;
  const word = JSON_SCALAR.exec(text)?.[0];
  if (word === undefined) throw new MalformedTextError(start, "a value is missing");
  return {
    start,
    end: start + word.length,
    value: parseJsonScalar(word, start),
    members: [],
    endsInComma: false,
  };
}

function parseJsonScalar(word: string, at: number): PlainValue {
  try {
    return JSON.parse(word) as PlainValue;
  } catch {
    throw new MalformedTextError(at, "a value cannot be read");
  }
}

function parseObjectAt(text: string, start: number, depth: number): JsonNode {
  const members: JsonMember[] = [];
  const names = new Set<string>();
  const { end, endsInComma } = parseJsonSequence(text, { start, closing: "}" }, (at) => {
    const key = parseNodeAt(text, at, MAX_JSON_DEPTH);
    if (typeof key.value !== "string")
      throw new MalformedTextError(at, "a name in quotes is missing");
    const colon = skipJsonTrivia(text, key.end);
    if (text.charAt(colon) !== ":") throw new MalformedTextError(colon, "a colon is missing");
    const node = parseNodeAt(text, skipJsonTrivia(text, colon + 1), depth + 1);
    const name = key.value;
    if (names.has(name)) throw new MalformedTextError(at, `${JSON.stringify(name)} is there twice`);
    names.add(name);
    members.push({ key: name, node });
    return node.end;
  });
  const value = Object.fromEntries(members.map(({ key, node }) => [key, node.value]));
  return { start, end, value, members, endsInComma };
}

function parseArrayAt(text: string, start: number, depth: number): JsonNode {
  const values: PlainValue[] = [];
  const { end, endsInComma } = parseJsonSequence(text, { start, closing: "]" }, (at) => {
    const node = parseNodeAt(text, at, depth + 1);
    values.push(node.value);
    return node.end;
  });
  return { start, end, value: values, members: [], endsInComma };
}

/** Comma-separated values between brackets; `take` reads one and returns where it ends. */
function parseJsonSequence(
  text: string,
  { start, closing }: { start: number; closing: string },
  take: (at: number) => number,
): { end: number; endsInComma: boolean } {
  let endsInComma = false;
  for (let at = skipJsonTrivia(text, start + 1), first = true; ; first = false) {
    if (text.charAt(at) === closing) return { end: at + 1, endsInComma };
    if (!first && !endsInComma)
      throw new MalformedTextError(at, `a comma or ${closing} is missing`);
    at = skipJsonTrivia(text, take(at));
    endsInComma = text.charAt(at) === ",";
    if (endsInComma) at = skipJsonTrivia(text, at + 1);
  }
}
