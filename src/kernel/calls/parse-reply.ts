/**
 * Finds the JSON value in a model's answer: bare, fenced, inside prose, after its thoughts, or alone in a list.
 *
 * RR1. Text inside thoughts is not the reply.
 * RR2. Nothing is guessed: of several different replies none is used, and broken JSON is not repaired.
 */
import type { Json } from "../../domain/json.ts";

export type ParsedReply =
  | { readonly found: true; readonly value: Json }
  | { readonly found: false; readonly problem: string };

/** Whether a value is a reply as far as its schema goes; without it, the first JSON value is taken. */
type ReplyPredicate = (value: Json) => boolean;

export function parseReply(text: string, fits?: ReplyPredicate): ParsedReply {
  const trimmed = text.trim();
  if (trimmed === "") return { found: false, problem: "the reply is empty" };
  const whole = parseJsonContainer(trimmed);
  if (whole !== undefined) return { found: true, value: unwrapSingleItem(whole, fits) };
  const said = stripThoughts(trimmed);
  if (said === "") return { found: false, problem: "the reply holds thoughts and no answer" };
  const bare = said === trimmed ? undefined : parseJsonContainer(said);
  if (bare !== undefined) return { found: true, value: unwrapSingleItem(bare, fits) };
  const values = listDistinctValues(
    [...listFencedBlocks(said), ...listBalancedObjects(said)].map(parseJsonContainer),
  );
  const [first] = values;
  if (first === undefined) return { found: false, problem: "the reply holds no JSON object" };
  if (!fits) return { found: true, value: first };
  const [reply, another] = listDistinctValues(
    values.map((value) => unwrapSingleItem(value, fits)).filter(fits),
  );
  if (another !== undefined) {
    return { found: false, problem: "the reply holds several JSON objects, give exactly one" };
  }
  return { found: true, value: reply ?? first };
}

/** The only element of a list where an object was asked for, and the element is one. */
function unwrapSingleItem(value: Json, fits: ReplyPredicate | undefined): Json {
  if (!fits || !Array.isArray(value) || value.length !== 1 || fits(value)) return value;
  const only = value[0] as Json;
  return fits(only) ? only : value;
}

/** The text after the thoughts that some models put before their answer; all of it if there are none. */
function stripThoughts(text: string): string {
  // a word or two may come before them; what comes after a brace may be part of an answer
  let at =
    matchPatternAt(/[^{[<]*(?=<(think|thinking|thought)>[^]*<\/\1>)/iy, text, 0)?.[0].length ?? 0;
  for (;;) {
    const opening = matchPatternAt(/\s*<(think|thinking|thought)>/iy, text, at);
    if (!opening) break;
    const end = findTagEnd(new RegExp(`</${opening[1]}>`, "gi"), text, at);
    if (end === undefined) return "";
    at = end;
  }
  if (at > 0) return text.slice(at).trim();
  // some servers swallow the opening tag
  const end = findTagEnd(/<\/think>/gi, text, 0);
  const swallowed = end !== undefined && !/<think>/i.test(text.slice(0, end));
  return swallowed ? text.slice(end).trim() : text;
}

function findTagEnd(closingTag: RegExp, text: string, from: number): number | undefined {
  const found = matchPatternAt(closingTag, text, from);
  return found && found.index + found[0].length;
}

function matchPatternAt(expression: RegExp, text: string, at: number): RegExpExecArray | undefined {
  expression.lastIndex = at;
  return expression.exec(text) ?? undefined;
}

// a flood stays cheap
const MOST_CANDIDATES = 20;

function* listFencedBlocks(text: string): Generator<string> {
  let count = 0;
  for (const [, inside] of text.matchAll(/```[\w+-]*[^\S\n]*\n([\s\S]*?)```/g)) {
    if (count++ === MOST_CANDIDATES) return;
    if (inside !== undefined) yield inside;
  }
}

/** Objects written inside prose, longest start first. */
function* listBalancedObjects(text: string): Generator<string> {
  let start = text.indexOf("{");
  for (let tries = 0; start !== -1 && tries < MOST_CANDIDATES; tries++) {
    const end = findClosingBrace(text, start);
    if (end === undefined) {
      start = text.indexOf("{", start + 1);
      continue;
    }
    yield text.slice(start, end + 1);
    start = text.indexOf("{", end + 1);
  }
}

function findClosingBrace(text: string, start: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (inString) {
      if (char === "\\") at++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === "{") depth++;
    else if (char === "}" && --depth === 0) return at;
  }
  return undefined;
}

function listDistinctValues(values: readonly (Json | undefined)[]): Json[] {
  const seen = new Map<string, Json>();
  for (const value of values) {
    if (value === undefined) continue;
    const words = JSON.stringify(value);
    if (!seen.has(words)) seen.set(words, value);
  }
  return [...seen.values()];
}

/** An object or a list; a bare word or number is not a reply. */
function parseJsonContainer(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
