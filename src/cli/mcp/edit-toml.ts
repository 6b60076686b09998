/** Reads enough TOML to know what is set and whether the file is valid, and adds a table at its end. */
import { MalformedTextError, type PlainValue } from "./edit-json.ts";

/** A table while it is read; the values of lists of tables are such tables. */
interface TomlTable {
  readonly entries: Map<string, TomlTable | readonly TomlTable[] | PlainValue>;
  /** Written out by a header, a dotted key or braces, after which others may not write it again. */
  made: "implicit" | "header" | "dotted" | "braces";
}

const createTomlTable = (made: TomlTable["made"]): TomlTable => ({ entries: new Map(), made });

type TomlEntry = TomlTable | readonly TomlTable[] | PlainValue;

function isTomlTable(entry: TomlEntry | undefined): entry is TomlTable {
  return typeof entry === "object" && entry !== null && "entries" in entry && "made" in entry;
}

function isTomlTableList(entry: TomlEntry | undefined): entry is readonly TomlTable[] {
  return Array.isArray(entry) && entry.length > 0 && entry.every(isTomlTable);
}

/** The text as plain values; dates stay as they are written. */
export function parseToml(text: string): PlainValue {
  const root = createTomlTable("header");
  const reader = createTomlReader(text);
  let current = root;
  for (reader.blank(); !reader.done(); reader.blank()) {
    if (reader.sees("[")) current = parseTomlHeader(reader, root);
    else parseTomlPair(reader, current, 0);
    reader.lineEnd();
  }
  return convertTomlToPlain(root);
}

/** The text with a table at its end. Whoever calls has seen that nothing of that name is there. */
export function addTomlTable(
  text: string,
  { under, name, entry }: { under: string; name: string; entry: PlainValue },
): string {
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

function convertTomlToPlain(entry: TomlEntry): PlainValue {
  if (isTomlTable(entry)) {
    return Object.fromEntries(
      [...entry.entries].map(([key, value]) => [key, convertTomlToPlain(value)]),
    );
  }
  return isTomlTableList(entry) ? entry.map(convertTomlToPlain) : entry;
}

interface TomlReader {
  done(): boolean;
  sees(word: string): boolean;
  /** Past it, or false. */
  takes(word: string): boolean;
  /** What the pattern finds here, or undefined. */
  matches(pattern: RegExp): string | undefined;
  /** Past spaces within a line. */
  space(): void;
  /** Past spaces, comments and ends of lines. */
  blank(): void;
  lineEnd(): void;
  fail(why: string): never;
}

function createTomlReader(text: string): TomlReader {
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  const reader: TomlReader = {
    done: () => at >= text.length,
    sees: (word) => text.startsWith(word, at),
    takes(word) {
      const there = text.startsWith(word, at);
      if (there) at += word.length;
      return there;
    },
    matches(pattern) {
      pattern.lastIndex = at;
      const found = pattern.exec(text)?.[0];
      at += found?.length ?? 0;
      return found;
    },
    space: () => void reader.matches(/[ \t]*/y),
    blank: () => void reader.matches(/(?:[ \t\r\n]|#[^\n]*)*/y),
    lineEnd() {
      if (reader.matches(/[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/y) === undefined) {
        reader.fail("there is more after the end of a line");
      }
    },
    fail(why) {
      throw new MalformedTextError(at, why);
    },
  };
  return reader;
}

function parseTomlHeader(reader: TomlReader, root: TomlTable): TomlTable {
  const isList = reader.sees("[[");
  reader.takes(isList ? "[[" : "[");
  const path = parseDottedKey(reader);
  if (!reader.takes(isList ? "]]" : "]")) reader.fail("a bracket is missing");
  const name = path.at(-1) ?? "";
  const parent = path
    .slice(0, -1)
    .reduce((table, key) => findTomlSubtable(reader, table, key), root);
  const there = parent.entries.get(name);
  if (isList) {
    if (there !== undefined && !isTomlTableList(there)) reader.fail(`${name} is set twice`);
    const table = createTomlTable("header");
    parent.entries.set(name, [...(isTomlTableList(there) ? there : []), table]);
    return table;
  }
  if (there === undefined) {
    const table = createTomlTable("header");
    parent.entries.set(name, table);
    return table;
  }
  if (!isTomlTable(there) || there.made !== "implicit") reader.fail(`${name} is set twice`);
  there.made = "header";
  return there;
}

/** The table of that name in a header's path; made where there is none. */
function findTomlSubtable(reader: TomlReader, table: TomlTable, key: string): TomlTable {
  const there = table.entries.get(key);
  if (isTomlTableList(there)) return there.at(-1) ?? table;
  if (isTomlTable(there) && there.made !== "braces") return there;
  if (there !== undefined) reader.fail(`${key} is no table`);
  const made = createTomlTable("implicit");
  table.entries.set(key, made);
  return made;
}

function parseTomlPair(reader: TomlReader, current: TomlTable, depth: number): void {
  const path = parseDottedKey(reader);
  if (!reader.takes("=")) reader.fail("an equals sign is missing");
  reader.space();
  const name = path.at(-1) ?? "";
  const holder = path.slice(0, -1).reduce((table, key) => {
    const there = table.entries.get(key);
    if (isTomlTable(there) && there.made !== "braces" && there.made !== "header") return there;
    if (there !== undefined) reader.fail(`${key} is set twice`);
    const made = createTomlTable("dotted");
    table.entries.set(key, made);
    return made;
  }, current);
  if (holder.entries.has(name)) reader.fail(`${name} is set twice`);
  holder.entries.set(name, parseTomlValue(reader, depth));
}

function parseDottedKey(reader: TomlReader): string[] {
  const path: string[] = [];
  do {
    reader.space();
    const bare = reader.matches(/[A-Za-z0-9_-]+/y);
    path.push(bare ?? parseQuotedKey(reader));
    reader.space();
  } while (reader.takes("."));
  return path;
}

function parseQuotedKey(reader: TomlReader): string {
  return parseSingleLineString(reader) ?? reader.fail("a name is missing");
}

const MAX_TOML_DEPTH = 100;
const DATE = String.raw`\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:\d\d)?)?|\d\d:\d\d(?::\d\d(?:\.\d+)?)?`;
const NUMBER = String.raw`[+-]?(?:inf|nan|0x[\da-fA-F_]+|0o[0-7_]+|0b[01_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d[\d_]*)?)`;
const WORD = new RegExp(`true|false|${DATE}|${NUMBER}`, "y");

function parseTomlValue(reader: TomlReader, depth: number): TomlEntry {
  if (depth > MAX_TOML_DEPTH) reader.fail("it is nested too deeply");
  const text = parseMultilineString(reader) ?? parseSingleLineString(reader);
  if (text !== undefined) return text;
  if (reader.takes("[")) return parseTomlArray(reader, depth);
  if (reader.takes("{")) return parseInlineTable(reader, depth);
  const word = reader.matches(WORD);
  if (word === undefined) return reader.fail("a value is missing");
  if (word === "true" || word === "false") return word === "true";
  const number = Number(word.replaceAll("_", ""));
  return Number.isNaN(number) ? word : number;
}

function parseTomlArray(reader: TomlReader, depth: number): PlainValue {
  const values: PlainValue[] = [];
  for (reader.blank(); !reader.takes("]"); reader.blank()) {
    values.push(convertTomlToPlain(parseTomlValue(reader, depth + 1)));
    reader.blank();
    if (!reader.takes(",") && !reader.sees("]")) reader.fail("a comma or ] is missing");
  }
  return values;
}

function parseInlineTable(reader: TomlReader, depth: number): TomlTable {
  const table = createTomlTable("dotted");
  for (reader.blank(); !reader.takes("}"); reader.blank()) {
    parseTomlPair(reader, table, depth + 1);
    reader.blank();
    if (!reader.takes(",") && !reader.sees("}")) reader.fail("a comma or } is missing");
  }
  table.made = "braces";
  return table;
}

function parseMultilineString(reader: TomlReader): string | undefined {
  const literal = reader.matches(/'''[^]*?'{3,5}/y);
  if (literal !== undefined) return literal.slice(3, -3).replace(/^\r?\n/, "");
  const basic = reader.matches(/"""(?:[^\\]|\\[^])*?"{3,5}/y);
  if (basic !== undefined) return unescapeTomlString(basic.slice(3, -3).replace(/^\r?\n/, ""));
  return reader.sees("'''") || reader.sees('"""') ? reader.fail("a text does not end") : undefined;
}

function parseSingleLineString(reader: TomlReader): string | undefined {
  const literal = reader.matches(/'[^'\n]*'/y);
  if (literal !== undefined) return literal.slice(1, -1);
  const basic = reader.matches(/"(?:[^"\\\n]|\\.)*"/y);
  if (basic !== undefined) return unescapeTomlString(basic.slice(1, -1));
  return reader.sees("'") || reader.sees('"') ? reader.fail("a text does not end") : undefined;
}

const ESCAPES: Readonly<Record<string, string>> = {
  b: "\b",
  t: "\t",
  n: "\n",
  f: "\f",
  r: "\r",
  e: "\u001b",
};

const ESCAPE = /\\(?:[ \t]*\r?\n\s*|u[\da-fA-F]{4}|U[\da-fA-F]{8}|x[\da-fA-F]{2}|[^])/g;

function unescapeTomlString(text: string): string {
  return text.replace(ESCAPE, (found) => {
    const [sign = "", ...digits] = found.slice(1);
    // a line that goes on below
    if (/\s/.test(sign)) return "";
    if (digits.length > 0) return decodeCodePoint(Number.parseInt(digits.join(""), 16));
    return ESCAPES[sign] ?? sign;
  });
}

function decodeCodePoint(code: number): string {
  return code > 0x10ffff ? "\uFFFD" : String.fromCodePoint(code);
}
