/** One place a setting can come from, and how it speaks of its own mistakes. */
import { SetupError } from "../errors.ts";
import { stripToPlainLine } from "../text/plain-text.ts";
import { createMistakeError, type InputMistake } from "./input-mistakes.ts";
import type { ParsedMarkup, ValuePath } from "./parse-markup.ts";
import { formatSourcePosition } from "./source-position.ts";

export interface ConfigLayer {
  readonly values: Readonly<Record<string, unknown>>;
  /** Where a value was said: `project dissent.yaml:14:3`. */
  origin(path: ValuePath): string;
  fault(mistake: InputMistake): SetupError;
}

/** A file, with `values` as they are after its own spellings were resolved. */
export function createFileLayer(
  kind: "brief" | "project" | "user",
  markup: ParsedMarkup,
  {
    values,
    pathIn = (path) => path,
  }: { values: ConfigLayer["values"]; pathIn?: (path: ValuePath) => ValuePath },
): ConfigLayer {
  return {
    values,
    origin: (path) => `${kind} ${formatSourcePosition(markup.placeOf(pathIn(path), "key"))}`,
    fault: (mistake) => createMistakeError(markup, { ...mistake, path: pathIn(mistake.path) }),
  };
}

/** One value from outside any file. */
export interface ConfigOverride {
  /** As the person typed it: `--budget`, `DISSENT_BUDGET`. */
  readonly from: string;
  /** Path in the configuration: `limits.usd`. */
  readonly key: string;
  readonly value: unknown;
}

export function createOverrideLayer(
  kind: "flag" | "env",
  { from, key, value }: ConfigOverride,
): ConfigLayer {
  const name = stripToPlainLine(from);
  const steps = splitSettingKey(key);
  const unsafe = steps.find((step) => ["__proto__", "constructor", "prototype"].includes(step));
  const fault = ({ says, hint }: Pick<InputMistake, "says" | "hint">): SetupError =>
    new SetupError(kind === "flag" ? "bad-option" : "bad-config", `${name} ${says}.`, { hint });
  if (unsafe !== undefined) {
    throw fault({ says: `cannot set ${unsafe}`, hint: "Choose another name." });
  }
  return {
    values: nestValue(steps, typeof value === "string" ? parseOverrideText(key, value) : value),
    origin: () => `${kind} ${name}`,
    fault: ({ path, part, says }) =>
      fault({
        says: part === "key" ? `names ${stripToPlainLine(path.join("."))}, which ${says}` : says,
        hint: `Give ${name} another value, or leave it out.`,
      }),
  };
}

/** Seat and setting names keep their own dots out of the path: only the first two steps are split off. */
function splitSettingKey(key: string): string[] {
  const [first = "", second, ...rest] = key.split(".");
  if (second === undefined) return [first];
  return first === "participants" ? [first, second, ...rest] : [first, [second, ...rest].join(".")];
}

function nestValue(steps: readonly string[], value: unknown): Record<string, unknown> {
  const [first = "", ...rest] = steps;
  return { [first]: rest.length === 0 ? value : nestValue(rest, value) };
}

/** Flags and variables are text; a number or a yes in them is meant as one where a number can stand. */
function parseOverrideText(key: string, text: string): unknown {
  const trimmed = text.trim();
  if (NUMERIC_SETTINGS.includes(key) || key.startsWith("settings.")) {
    if (/^-?\d+(?:\.\d+)?$/.test(trimmed)) return Number(trimmed);
  }
  if (key === "records.journal" || key.startsWith("settings.")) {
    if (trimmed === "true" || trimmed === "false") return trimmed === "true";
  }
  return text;
}

const NUMERIC_SETTINGS = [
  "maxRounds",
  "limits.calls",
  "limits.tokens",
  "limits.usd",
  "confirmAbove",
  "context.maxBytes",
];
