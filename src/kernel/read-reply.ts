/** Finds the JSON value in what a model said: bare, fenced, or inside prose. */
import type { Json } from "../domain/json.ts";

export type Reading =
  | { readonly found: true; readonly value: Json }
  | { readonly found: false; readonly problem: string };

export function readReply(text: string): Reading {
  const trimmed = text.trim();
  if (trimmed === "") return { found: false, problem: "the reply is empty" };
  for (const candidate of candidates(trimmed)) {
    const value = parsed(candidate);
    if (value !== undefined && value !== null && typeof value === "object") {
      return { found: true, value };
    }
  }
  return { found: false, problem: "the reply holds no JSON object" };
}

function* candidates(text: string): Generator<string> {
  yield text;
  for (const [, inside] of text.matchAll(/```[\w+-]*[^\S\n]*\n([\s\S]*?)```/g)) {
    if (inside !== undefined) yield inside;
  }
  yield* balanced(text);
}

/** Objects written inside prose, longest start first; gives up after a few so that a flood stays cheap. */
function* balanced(text: string): Generator<string> {
  let start = text.indexOf("{");
  for (let tries = 0; start !== -1 && tries < 20; tries++) {
    const end = closing(text, start);
    if (end === undefined) {
      start = text.indexOf("{", start + 1);
      continue;
    }
    yield text.slice(start, end + 1);
    start = text.indexOf("{", end + 1);
  }
}

function closing(text: string, start: number): number | undefined {
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

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
