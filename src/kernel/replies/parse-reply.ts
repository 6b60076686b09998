/**
 * Finds the JSON value in a model's answer: bare, fenced, inside prose, after its thoughts, or written as JSON only
 * nearly is.
 *
 * RR1. Text inside thoughts is not the reply.
 * RR2. Nothing is guessed: of several different replies none is used, and nothing inside broken JSON is.
 */
import type { Json } from "../../domain/json.ts";
import { readJsonAt, skipJsonSpace } from "./relaxed-json.ts";

export type ParsedReply =
  /** What `read` made of it; if nothing could be read as a reply, the longest value there is. */
  | { readonly found: true; readonly value: Json }
  | { readonly found: false; readonly problem: string };

/** A value as the reply that it is; undefined if it is none. */
export type ReplyReader = (value: Json) => Json | undefined;

export function parseReply(text: string, read: ReplyReader = (value) => value): ParsedReply {
  const trimmed = text.trim();
  if (trimmed === "") return { found: false, problem: "the reply is empty" };
  const whole = parseWhole(trimmed);
  if (whole !== undefined) return { found: true, value: read(whole) ?? whole };
  const said = stripThoughts(trimmed);
  if (said === "") return { found: false, problem: "the reply holds thoughts and no answer" };
  const { values, fault } = listValues(said);
  const [reply, another] = listDistinctValues(
    values.map(read).filter((value) => value !== undefined),
  );
  if (another !== undefined) {
    return { found: false, problem: "the reply holds several JSON objects, give exactly one" };
  }
  if (reply !== undefined) return { found: true, value: reply };
  // what is broken is more likely the reply than what is whole and no reply
  const [longest] = fault === undefined ? values.toSorted(byLengthDescending) : [];
  if (longest !== undefined) return { found: true, value: longest };
  return { found: false, problem: fault ?? "the reply holds no JSON object" };
}

/** The text as one object or list, perhaps inside a JSON string; a bare word or number is not a reply. */
function parseWhole(text: string): Json | undefined {
  const reading = readJsonAt(text, 0);
  if ("fault" in reading || text.slice(reading.end).trim() !== "") return undefined;
  const { value } = reading;
  if (typeof value === "object") return value ?? undefined;
  return typeof value === "string" && /^\s*[{[]/.test(value) ? parseWhole(value.trim()) : undefined;
}

interface FoundValues {
  readonly values: readonly Json[];
  /** What is wrong with the first text that begins like JSON and is none. */
  readonly fault: string | undefined;
}

// a flood stays cheap
const MOST_VALUES = 20;
const MOST_STARTS = 2_000;

/** Objects and lists of objects, wherever they stand in the text. */
function listValues(text: string): FoundValues {
  const values: Json[] = [];
  let fault: string | undefined;
  let at = findBracket(text, 0);
  for (let tries = 0; at !== -1 && tries < MOST_STARTS && values.length < MOST_VALUES; tries++) {
    const reading = beginsLikeJson(text, at) ? readJsonAt(text, at) : undefined;
    if (!reading) {
      at = findBracket(text, at + 1);
      continue;
    }
    if ("value" in reading) {
      values.push(reading.value);
      at = findBracket(text, reading.end);
      continue;
    }
    fault ??= reading.fault;
    const end = findClosingBracket(text, at);
    at = end === undefined ? -1 : findBracket(text, end + 1);
  }
  return { values, fault };
}

function findBracket(text: string, from: number): number {
  BRACKET.lastIndex = from;
  return BRACKET.exec(text)?.index ?? -1;
}

const BRACKET = /[{[]/g;

/** `{"name"`, `{name:`, `{}`, `[{`: words in brackets and footnotes are left aside. */
function beginsLikeJson(text: string, at: number): boolean {
  let inside = skipJsonSpace(text, at + 1);
  if (text[at] === "[") {
    if (text[inside] !== "{") return false;
    inside = skipJsonSpace(text, inside + 1);
  }
  return matchPatternAt(/["'“}]|\w+\s*:/y, text, inside) !== undefined;
}

function findClosingBracket(text: string, start: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (inString) {
      if (char === "\\") at++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === "{" || char === "[") depth++;
    else if ((char === "}" || char === "]") && --depth === 0) return at;
  }
  return undefined;
}

function listDistinctValues(values: readonly Json[]): Json[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

function byLengthDescending(a: Json, b: Json): number {
  return JSON.stringify(b).length - JSON.stringify(a).length;
}

// as DeepSeek, Qwen, Seed-OSS and Mistral mark them, and as models do that were told to think aloud
const THOUGHTS = String.raw`(?:<((?:seed:)?think|thinking|thoughts?|reasoning|analysis|scratchpad)>|\[(think)\])`;

/** The text after the thoughts that some models put before their answer; all of it if there are none. */
function stripThoughts(text: string): string {
  // a word or two may come before them; what comes after a brace may be part of an answer
  const ahead = new RegExp(String.raw`[^{[<]*(?=${THOUGHTS}[^]*[<[]/(?:\1|\2)[>\]])`, "iy");
  let at = matchPatternAt(ahead, text, 0)?.[0].length ?? 0;
  for (;;) {
    const opening = matchPatternAt(new RegExp(String.raw`\s*${THOUGHTS}`, "iy"), text, at);
    if (!opening) break;
    const name = opening[1] ?? opening[2];
    const end = findTagEnd(new RegExp(String.raw`[<[]/${name}[>\]]`, "gi"), text, at);
    if (end === undefined) return "";
    at = end;
  }
  if (at > 0) return text.slice(at).trim();
  // some servers swallow the opening tag
  const end = findTagEnd(/<\/(?:seed:)?think>/gi, text, 0);
  const swallowed = end !== undefined && !/<(?:seed:)?think>/i.test(text.slice(0, end));
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
