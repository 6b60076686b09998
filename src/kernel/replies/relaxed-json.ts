/**
 * Reads JSON as models write it: with comments, trailing commas, line breaks inside strings, or Python's literals.
 *
 * RJ1. Only what has one meaning is read. Two values under one name, or anything missing, is a fault with its place.
 */
import type { Json } from "../../domain/json.ts";
import { formatFieldPath } from "../../domain/reply-schema.ts";

export type JsonReading =
  | { readonly value: Json; readonly end: number }
  /** What is wrong, in words for whoever wrote it. */
  | { readonly fault: string };

/** The value that begins at a place of the text. */
export function readJsonAt(text: string, start: number): JsonReading {
  const cursor: JsonCursor = { text, at: start, path: [] };
  try {
    return { value: readValue(cursor), end: cursor.at };
  } catch (error) {
    if (error instanceof BrokenJsonError) return { fault: error.message };
    throw error;
  }
}

interface JsonCursor {
  readonly text: string;
  at: number;
  readonly path: (string | number)[];
}

class BrokenJsonError extends Error {}

function refuseJson({ path }: JsonCursor, problem: string): BrokenJsonError {
  const where = path.length === 0 ? "the reply" : formatFieldPath(path);
  return new BrokenJsonError(`the JSON is broken at ${where}: ${problem}`);
}

// deeper than any reply; the reader calls itself for every level
const DEEPEST = 64;

function readValue(cursor: JsonCursor): Json {
  skipSpace(cursor);
  switch (cursor.text[cursor.at]) {
    case "{":
      return readObject(cursor);
    case "[":
      return readList(cursor);
    case '"':
      return readString(cursor);
    case undefined:
      throw refuseJson(cursor, "it breaks off");
    default:
      return readLiteral(cursor);
  }
}

function readObject(cursor: JsonCursor): Json {
  const fields = new Map<string, Json>();
  readEntries(cursor, "}", () => {
    if (cursor.text[cursor.at] !== '"')
      throw refuseJson(cursor, sayExpected(cursor, 'a name in "…"'));
    const name = readString(cursor);
    cursor.path.push(name);
    skipSpace(cursor);
    if (cursor.text[cursor.at] !== ":") throw refuseJson(cursor, sayExpected(cursor, "a colon"));
    cursor.at++;
    const value = readValue(cursor);
    const before = fields.get(name);
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(value)) {
      throw refuseJson(cursor, "it is given twice, with different values");
    }
    fields.set(name, value);
  });
  return Object.fromEntries(fields);
}

function readList(cursor: JsonCursor): Json {
  const items: Json[] = [];
  readEntries(cursor, "]", () => {
    cursor.path.push(items.length);
    items.push(readValue(cursor));
  });
  return items;
}

/** What stands between brackets, with commas between and perhaps one behind. */
function readEntries(cursor: JsonCursor, closing: "}" | "]", readEntry: () => void): void {
  const { path } = cursor;
  const depth = path.length;
  if (depth >= DEEPEST) throw refuseJson(cursor, "it is nested too deeply");
  cursor.at++;
  skipSpace(cursor);
  while (!takeCharacter(cursor, closing)) {
    // until here a fault names the entry before
    if (cursor.at < cursor.text.length) path.length = depth;
    readEntry();
    skipSpace(cursor);
    if (takeCharacter(cursor, ",")) skipSpace(cursor);
    else if (cursor.text[cursor.at] !== closing) {
      throw refuseJson(cursor, sayExpected(cursor, `a comma or ${closing}`));
    }
  }
  path.length = depth;
}

/** What is missing where nothing else can follow. */
function sayExpected({ text, at }: JsonCursor, expected: string): string {
  return at >= text.length ? "it breaks off" : `${expected} is expected`;
}

function takeCharacter(cursor: JsonCursor, wanted: string): boolean {
  if (cursor.text[cursor.at] !== wanted) return false;
  cursor.at++;
  return true;
}

function readString(cursor: JsonCursor): string {
  const { text } = cursor;
  const plain = text.slice(cursor.at + 1, text.indexOf('"', cursor.at + 1));
  // almost every text is one without a backslash
  if (text[cursor.at + 1 + plain.length] === '"' && !plain.includes("\\")) {
    cursor.at += plain.length + 2;
    return plain;
  }
  let said = "";
  for (let from = ++cursor.at; ;) {
    const char = text[cursor.at];
    if (char === undefined) throw refuseJson(cursor, "its text breaks off");
    if (char !== '"' && char !== "\\") {
      cursor.at++;
      continue;
    }
    said += text.slice(from, cursor.at++);
    if (char === '"') return said;
    said += readEscape(cursor);
    from = cursor.at;
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

function readEscape(cursor: JsonCursor): string {
  const char = cursor.text[cursor.at] ?? "";
  const simple = ESCAPES[char];
  const [, digits] = /^u([0-9a-f]{4})/i.exec(cursor.text.slice(cursor.at, cursor.at + 5)) ?? [];
  if (simple === undefined && digits === undefined) {
    throw refuseJson(cursor, "its text holds a backslash; write \\\\ for one");
  }
  cursor.at += digits === undefined ? 1 : 5;
  return simple ?? String.fromCharCode(Number.parseInt(digits ?? "", 16));
}

const LITERALS: Readonly<Record<string, Json>> = {
  true: true,
  false: false,
  null: null,
  True: true,
  False: false,
  None: null,
};

function readLiteral(cursor: JsonCursor): Json {
  WORD.lastIndex = cursor.at;
  const [word = ""] = WORD.exec(cursor.text) ?? [];
  cursor.at += word.length;
  if (NUMBER.test(word)) return Number(word);
  const value = Object.hasOwn(LITERALS, word) ? LITERALS[word] : undefined;
  if (value === undefined) throw refuseJson(cursor, 'a value is expected; text stands in "…"');
  return value;
}

const WORD = /[\w+.-]*/y;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

function skipSpace(cursor: JsonCursor): void {
  cursor.at = skipJsonSpace(cursor.text, cursor.at);
}

/** Where white space and comments end. */
export function skipJsonSpace(text: string, at: number): number {
  const next = text.charCodeAt(at);
  // neither white space nor the start of a comment
  if (next > SPACE_CODE && next <= LAST_ASCII && next !== SLASH_CODE) return at;
  SPACE.lastIndex = at;
  return at + (SPACE.exec(text)?.[0].length ?? 0);
}

const SPACE_CODE = 0x20;
const SLASH_CODE = 0x2f;
const LAST_ASCII = 0x7e;
const SPACE = /(?:\s+|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;
