/** Reads JSON from a program's output, whatever else it printed. */
import { type JsonFields, toJsonFields } from "../../domain/json.ts";

/** The value at a path such as `item.text`; undefined if there is none. Numbers are list indexes, -1 is the last. */
export function readJsonPath(value: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((inner, name) => {
    if (Array.isArray(inner)) return /^-?\d+$/.test(name) ? inner.at(Number(name)) : undefined;
    return Object.hasOwn(toJsonFields(inner), name) ? toJsonFields(inner)[name] : undefined;
  }, value);
}

export function readTextAt(value: unknown, path: string): string | undefined {
  const found = readJsonPath(value, path);
  return typeof found === "string" && found.trim() !== "" ? found : undefined;
}

/** A count or an amount; what is not a number counts as none. */
export function readNumberAt(value: unknown, path: string): number {
  const found = readJsonPath(value, path);
  return typeof found === "number" && Number.isFinite(found) && found > 0 ? found : 0;
}

export function readStatusAt(value: unknown, path: string): number | undefined {
  const found = readNumberAt(value, path);
  return Number.isInteger(found) && found >= 400 && found <= 599 ? found : undefined;
}

/** The object or list that a text is, or ends with: warnings are printed before it. */
export function parseTrailingJson(text: string): unknown {
  const whole = parseJsonOrUndefined(text);
  if (whole !== undefined) return whole;
  // the end of a text is read from the last lines that could begin it, so that a flood of noise stays cheap
  const starts = [...text.slice(-LONGEST_END).matchAll(/^[[{]/gm)].slice(-MOST_STARTS);
  for (const { index } of starts) {
    const value = parseJsonOrUndefined(text.slice(-LONGEST_END).slice(index));
    if (value !== undefined) return value;
  }
  return undefined;
}

const LONGEST_END = 1024 * 1024;
const MOST_STARTS = 50;

/** Every line that is an object; others are noise. */
export function parseJsonLines(text: string): readonly JsonFields[] {
  return text.split("\n").flatMap((line) => {
    const value = line.trimStart().startsWith("{") ? parseJsonOrUndefined(line) : undefined;
    return typeof value === "object" && value !== null ? [toJsonFields(value)] : [];
  });
}

function parseJsonOrUndefined(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    // not JSON, or not all of it
    return undefined;
  }
}

/** The number that a pattern finds in an error's words. */
export function parseStatusCode(says: string, pattern: RegExp): number | undefined {
  const [, digits] = pattern.exec(says) ?? [];
  return digits === undefined ? undefined : Number(digits);
}
