/** Reads TOML well enough to know what is set and whether it is TOML at all, and adds a table at its end. */
import { Malformed, type Plain } from "./install-json.ts";

/** A table while it is read; the values of lists of tables are such tables. */
interface Table {
  readonly entries: Map<string, Table | readonly Table[] | Plain>;
  /** Written out by a header, a dotted key or braces, after which others may not write it again. */
  made: "implicit" | "header" | "dotted" | "braces";
}

const newTable = (made: Table["made"]): Table => ({ entries: new Map(), made });

type Entry = Table | readonly Table[] | Plain;

function isTable(entry: Entry | undefined): entry is Table {
  return typeof entry === "object" && entry !== null && "entries" in entry && "made" in entry;
}

function isTables(entry: Entry | undefined): entry is readonly Table[] {
  return Array.isArray(entry) && entry.length > 0 && entry.every(isTable);
}

/** The text as plain values; dates stay as they are written. */
export function readToml(text: string): Plain {
  const root = newTable("header");
  const reader = readerOf(text);
  let current = root;
  for (reader.blank(); !reader.done(); reader.blank()) {
    if (reader.sees("[")) current = header(reader, root);
    else pair(reader, current, 0);
    reader.lineEnd();
  }
  return plain(root);
}

/** The text with a table at its end. Whoever calls has seen that nothing of that name is there. */
export function addToToml(
  text: string,
  { under, name, entry }: { under: string; name: string; entry: Plain },
): string {
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const gap = text === "" ? "" : text.endsWith("\n") ? newline : newline + newline;
  const lines = Object.entries(entry ?? {}).map(([key, value]) => `${key} = ${written(value)}`);
  return `${text}${gap}${[`[${under}.${name}]`, ...lines].join(newline)}${newline}`;
}

/** JSON's strings are TOML's, and so are its lists of them. */
function written(value: Plain): string {
  return Array.isArray(value) ? `[${value.map(written).join(", ")}]` : JSON.stringify(value);
}

function plain(entry: Entry): Plain {
  if (isTable(entry)) {
    return Object.fromEntries([...entry.entries].map(([key, value]) => [key, plain(value)]));
  }
  return isTables(entry) ? entry.map(plain) : entry;
}

interface Reader {
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

function readerOf(text: string): Reader {
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  const reader: Reader = {
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
      throw new Malformed(at, why);
    },
  };
  return reader;
}

function header(reader: Reader, root: Table): Table {
  const isList = reader.sees("[[");
  reader.takes(isList ? "[[" : "[");
  const path = dottedKey(reader);
  if (!reader.takes(isList ? "]]" : "]")) reader.fail("a bracket is missing");
  const name = path.at(-1) ?? "";
  const parent = path.slice(0, -1).reduce((table, key) => below(reader, table, key), root);
  const there = parent.entries.get(name);
  if (isList) {
    if (there !== undefined && !isTables(there)) reader.fail(`${name} is set twice`);
    const table = newTable("header");
    parent.entries.set(name, [...(isTables(there) ? there : []), table]);
    return table;
  }
  if (there === undefined) {
    const table = newTable("header");
    parent.entries.set(name, table);
    return table;
  }
  if (!isTable(there) || there.made !== "implicit") reader.fail(`${name} is set twice`);
  there.made = "header";
  return there;
}

/** The table of that name in a header's path; made where there is none. */
function below(reader: Reader, table: Table, key: string): Table {
  const there = table.entries.get(key);
  if (isTables(there)) return there.at(-1) ?? table;
  if (isTable(there) && there.made !== "braces") return there;
  if (there !== undefined) reader.fail(`${key} is no table`);
  const made = newTable("implicit");
  table.entries.set(key, made);
  return made;
}

function pair(reader: Reader, current: Table, depth: number): void {
  const path = dottedKey(reader);
  if (!reader.takes("=")) reader.fail("an equals sign is missing");
  reader.space();
  const name = path.at(-1) ?? "";
  const holder = path.slice(0, -1).reduce((table, key) => {
    const there = table.entries.get(key);
    if (isTable(there) && there.made !== "braces" && there.made !== "header") return there;
    if (there !== undefined) reader.fail(`${key} is set twice`);
    const made = newTable("dotted");
    table.entries.set(key, made);
    return made;
  }, current);
  if (holder.entries.has(name)) reader.fail(`${name} is set twice`);
  holder.entries.set(name, value(reader, depth));
}

function dottedKey(reader: Reader): string[] {
  const path: string[] = [];
  do {
    reader.space();
    const bare = reader.matches(/[A-Za-z0-9_-]+/y);
    path.push(bare ?? quotedKey(reader));
    reader.space();
  } while (reader.takes("."));
  return path;
}

function quotedKey(reader: Reader): string {
  return oneLineString(reader) ?? reader.fail("a name is missing");
}

const DEEPEST = 100;
const DATE = String.raw`\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:\d\d)?)?|\d\d:\d\d(?::\d\d(?:\.\d+)?)?`;
const NUMBER = String.raw`[+-]?(?:inf|nan|0x[\da-fA-F_]+|0o[0-7_]+|0b[01_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d[\d_]*)?)`;
const WORD = new RegExp(`true|false|${DATE}|${NUMBER}`, "y");

function value(reader: Reader, depth: number): Entry {
  if (depth > DEEPEST) reader.fail("it is nested too deeply");
  const text = longString(reader) ?? oneLineString(reader);
  if (text !== undefined) return text;
  if (reader.takes("[")) return list(reader, depth);
  if (reader.takes("{")) return braces(reader, depth);
  const word = reader.matches(WORD);
  if (word === undefined) return reader.fail("a value is missing");
  if (word === "true" || word === "false") return word === "true";
  const number = Number(word.replaceAll("_", ""));
  return Number.isNaN(number) ? word : number;
}

function list(reader: Reader, depth: number): Plain {
  const values: Plain[] = [];
  for (reader.blank(); !reader.takes("]"); reader.blank()) {
    values.push(plain(value(reader, depth + 1)));
    reader.blank();
    if (!reader.takes(",") && !reader.sees("]")) reader.fail("a comma or ] is missing");
  }
  return values;
}

function braces(reader: Reader, depth: number): Table {
  const table = newTable("dotted");
  for (reader.blank(); !reader.takes("}"); reader.blank()) {
    pair(reader, table, depth + 1);
    reader.blank();
    if (!reader.takes(",") && !reader.sees("}")) reader.fail("a comma or } is missing");
  }
  table.made = "braces";
  return table;
}

function longString(reader: Reader): string | undefined {
  const literal = reader.matches(/'''[^]*?'{3,5}/y);
  if (literal !== undefined) return literal.slice(3, -3).replace(/^\r?\n/, "");
  const basic = reader.matches(/"""(?:[^\\]|\\[^])*?"{3,5}/y);
  if (basic !== undefined) return unescaped(basic.slice(3, -3).replace(/^\r?\n/, ""));
  return reader.sees("'''") || reader.sees('"""') ? reader.fail("a text does not end") : undefined;
}

function oneLineString(reader: Reader): string | undefined {
  const literal = reader.matches(/'[^'\n]*'/y);
  if (literal !== undefined) return literal.slice(1, -1);
  const basic = reader.matches(/"(?:[^"\\\n]|\\.)*"/y);
  if (basic !== undefined) return unescaped(basic.slice(1, -1));
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

function unescaped(text: string): string {
  return text.replace(ESCAPE, (found) => {
    const [sign = "", ...digits] = found.slice(1);
    // a line that goes on below
    if (/\s/.test(sign)) return "";
    if (digits.length > 0) return character(Number.parseInt(digits.join(""), 16));
    return ESCAPES[sign] ?? sign;
  });
}

function character(code: number): string {
  return code > 0x10ffff ? "\uFFFD" : String.fromCodePoint(code);
}
