/** Reads and edits JSON as people write it, with comments and trailing commas: what is there stays byte for byte. */

export type Plain =
  | string
  | number
  | boolean
  | null
  | readonly Plain[]
  | { readonly [key: string]: Plain };

/** Where a value is, and what it means. */
interface Node {
  readonly start: number;
  readonly end: number;
  readonly value: Plain;
  /** Of an object, in order. */
  readonly members: readonly Member[];
  readonly endsInComma: boolean;
}

interface Member {
  readonly key: string;
  readonly node: Node;
}

/** Why a text is none, at which character. */
export class Malformed extends Error {
  readonly at: number;

  constructor(at: number, why: string) {
    super(why);
    this.at = at;
  }
}

const DEEPEST = 100;

/** The value of a text; null where there is nothing but spaces and comments. */
export function readJson(text: string): Plain {
  return parsed(text)?.value ?? null;
}

/** The text with one more entry under a key of its own object. Whoever calls has seen that it is not there. */
export function addToJson(
  text: string,
  { under, name, entry }: { under: string; name: string; entry: Plain },
): string {
  const root = parsed(text);
  if (root === null) return `${text}${JSON.stringify({ [under]: { [name]: entry } }, null, 2)}\n`;
  const holder = root.members.find(({ key }) => key === under)?.node;
  return holder === undefined
    ? inserted(text, root, [under, { [name]: entry }])
    : inserted(text, holder, [name, entry]);
}

function inserted(text: string, object: Node, [key, value]: readonly [string, Plain]): string {
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

function parsed(text: string): Node | null {
  const start = skipped(text, text.startsWith("\uFEFF") ? 1 : 0);
  if (start === text.length) return null;
  const node = nodeAt(text, start, 0);
  const rest = skipped(text, node.end);
  if (rest < text.length) throw new Malformed(rest, "there is more after the end");
  return node;
}

/** Past spaces and comments. */
function skipped(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    if (/\s/.test(text.charAt(at))) at += 1;
    else if (text.startsWith("//", at)) {
      const end = text.indexOf("\n", at);
      at = end === -1 ? text.length : end;
    } else if (text.startsWith("/*", at)) {
      const end = text.indexOf("*/", at + 2);
      if (end === -1) throw new Malformed(at, "a comment does not end");
      at = end + 2;
    } else break;
  }
  return at;
}

const SCALAR = /"(?:[^"\\\u0000-\u001f]|\\.)*"|true|false|null|-?\d[\d.eE+-]*/y;

function nodeAt(text: string, start: number, depth: number): Node {
  if (depth > DEEPEST) throw new Malformed(start, "it is nested too deeply");
  const sign = text.charAt(start);
  if (sign === "{") return objectAt(text, start, depth);
  if (sign === "[") return arrayAt(text, start, depth);
  SCALAR.lastIndex = start;
  const word = SCALAR.exec(text)?.[0];
  if (word === undefined) throw new Malformed(start, "a value is missing");
  return {
    start,
    end: start + word.length,
    value: scalar(word, start),
    members: [],
    endsInComma: false,
  };
}

function scalar(word: string, at: number): Plain {
  try {
    return JSON.parse(word) as Plain;
  } catch {
    throw new Malformed(at, "a value cannot be read");
  }
}

function objectAt(text: string, start: number, depth: number): Node {
  const members: Member[] = [];
  const names = new Set<string>();
  const { end, endsInComma } = listed(text, { start, closing: "}" }, (at) => {
    const key = nodeAt(text, at, DEEPEST);
    if (typeof key.value !== "string") throw new Malformed(at, "a name in quotes is missing");
    const colon = skipped(text, key.end);
    if (text.charAt(colon) !== ":") throw new Malformed(colon, "a colon is missing");
    const node = nodeAt(text, skipped(text, colon + 1), depth + 1);
    const name = key.value;
    if (names.has(name)) throw new Malformed(at, `${JSON.stringify(name)} is there twice`);
    names.add(name);
    members.push({ key: name, node });
    return node.end;
  });
  const value = Object.fromEntries(members.map(({ key, node }) => [key, node.value]));
  return { start, end, value, members, endsInComma };
}

function arrayAt(text: string, start: number, depth: number): Node {
  const values: Plain[] = [];
  const { end, endsInComma } = listed(text, { start, closing: "]" }, (at) => {
    const node = nodeAt(text, at, depth + 1);
    values.push(node.value);
    return node.end;
  });
  return { start, end, value: values, members: [], endsInComma };
}

/** What stands between brackets, by commas; `take` reads one and says where it ends. */
function listed(
  text: string,
  { start, closing }: { start: number; closing: string },
  take: (at: number) => number,
): { end: number; endsInComma: boolean } {
  let endsInComma = false;
  for (let at = skipped(text, start + 1), first = true; ; first = false) {
    if (text.charAt(at) === closing) return { end: at + 1, endsInComma };
    if (!first && !endsInComma) throw new Malformed(at, `a comma or ${closing} is missing`);
    at = skipped(text, take(at));
    endsInComma = text.charAt(at) === ",";
    if (endsInComma) at = skipped(text, at + 1);
  }
}
