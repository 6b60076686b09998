/** Reads a host's JSON or TOML as people write it, and adds an entry: what is there stays byte for byte. */
import {
  createScanner,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { parse, TomlError } from "smol-toml";

export type PlainValue =
  | string
  | number
  | boolean
  | null
  | readonly PlainValue[]
  | { readonly [key: string]: PlainValue };

export interface AddedEntry {
  readonly under: string;
  readonly name: string;
  readonly entry: PlainValue;
}

/** Why a text cannot be read, and at which line and column. */
export class MalformedTextError extends Error {
  readonly line: number;
  readonly column: number;

  constructor({ line, column }: { line: number; column: number }, why: string) {
    super(why);
    this.line = line;
    this.column = column;
  }
}

/** The value of a text with comments and trailing commas; null where there is nothing but spaces and comments. */
export function parseLenientJson(text: string): PlainValue {
  const root = parseJsonNode(text);
  return root === undefined ? null : (getNodeValue(root) as PlainValue);
}

/** The text with one more entry under a key of its own object. The caller has checked that it is not there. */
export function addJsonEntry(text: string, { under, name, entry }: AddedEntry): string {
  const root = parseJsonNode(text);
  if (root === undefined) {
    return `${text}${JSON.stringify({ [under]: { [name]: entry } }, null, 2)}\n`;
  }
  const holder = listMembers(root).find(([key]) => key?.value === under)?.[1];
  return holder === undefined
    ? insertJsonMember(text, root, [under, { [name]: entry }])
    : insertJsonMember(text, holder, [name, entry]);
}

// jsonc-parser's own insertion moves the comment behind the last entry to the new one
function insertJsonMember(
  text: string,
  object: Node,
  [key, value]: readonly [string, PlainValue],
): string {
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const unit = /^([ \t]+)\S/m.exec(text)?.[1] ?? "  ";
  const lineStart = text.lastIndexOf("\n", object.offset) + 1;
  const base = /^[ \t]*/.exec(text.slice(lineStart, object.offset))?.[0] ?? "";
  const closing = object.offset + object.length - 1;
  const last = object.children?.at(-1);
  const cut = last === undefined ? object.offset + 1 : last.offset + last.length;
  const endsInComma = last !== undefined && isCommaNext(text, cut);
  const comma = last === undefined || endsInComma ? "" : ",";
  const before = `${text.slice(0, cut)}${comma}${text.slice(cut, closing).trimEnd()}`;
  const member = `${JSON.stringify(key)}: ${JSON.stringify(value, null, unit)}`
    .split("\n")
    .map((line) => `${base}${unit}${line}`)
    .join(newline);
  const after = endsInComma ? "," : "";
  return `${before}${newline}${member}${after}${newline}${base}${text.slice(closing)}`;
}

function isCommaNext(text: string, at: number): boolean {
  const scanner = createScanner(text, true);
  scanner.setPosition(at);
  scanner.scan();
  return text.charAt(scanner.getTokenOffset()) === ",";
}

/** Names and values of an object. */
function listMembers({ type, children = [] }: Node): readonly (readonly (Node | undefined)[])[] {
  return type === "object" ? children.map(({ children: pair = [] }) => pair) : [];
}

function parseJsonNode(text: string): Node | undefined {
  const plain = text.replace(/^\uFEFF/, " ");
  checkJsonDepth(plain);
  const errors: ParseError[] = [];
  const root = parseTree(plain, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [first] = errors;
  if (first !== undefined) throw createJsonError(text, first.offset, describeJsonError(first));
  if (root !== undefined) checkDuplicateKeys(text, root);
  return root;
}

const MAX_JSON_DEPTH = 100;

/** The parser calls itself for every bracket, and would run out of stack. */
function checkJsonDepth(text: string): void {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    const at = scanner.getTokenOffset();
    if ("{[".includes(text.charAt(at))) depth++;
    if ("}]".includes(text.charAt(at))) depth--;
    if (depth > MAX_JSON_DEPTH) throw createJsonError(text, at, "it is nested too deeply");
  }
}

function checkDuplicateKeys(text: string, node: Node): void {
  const names = new Set<unknown>();
  for (const [key] of listMembers(node)) {
    if (key !== undefined && names.has(key.value)) {
      throw createJsonError(text, key.offset, `${JSON.stringify(key.value)} is there twice`);
    }
    names.add(key?.value);
  }
  for (const child of node.children ?? []) checkDuplicateKeys(text, child);
}

/** "close brace expected" for `CloseBraceExpected`. */
function describeJsonError({ error }: ParseError): string {
  return printParseErrorCode(error)
    .replace(/(?!^)[A-Z]/g, " $&")
    .toLowerCase();
}

function createJsonError(text: string, at: number, why: string): MalformedTextError {
  const lines = text.slice(0, at).split("\n");
  const place = { line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
  return new MalformedTextError(place, why);
}

export function parseToml(text: string): PlainValue {
  try {
    return parse(text, { integersAsBigInt: "asNeeded" }) as PlainValue;
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [why = ""] = error.message.split("\n");
    throw new MalformedTextError(error, why.replace(/^Invalid TOML document: |\.$/g, ""));
  }
}

/** The text with a table at its end. The caller has checked that no table has that name. */
export function addTomlTable(text: string, { under, name, entry }: AddedEntry): string {
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const gap = text === "" ? "" : text.endsWith("\n") ? newline : newline + newline;
  const lines = Object.entries(entry ?? {}).map(
    ([key, value]) => `${key} = ${formatTomlValue(value)}`,
  );
  return `${text}${gap}${[`[${under}.${name}]`, ...lines].join(newline)}${newline}`;
}

/** JSON's strings are TOML's, and so are its lists of them. */
function formatTomlValue(value: PlainValue): string {
  return Array.isArray(value)
    ? `[${value.map(formatTomlValue).join(", ")}]`
    : JSON.stringify(value);
}
