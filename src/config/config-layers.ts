/** One place a setting can come from, and how its mistakes are described. */
import { isJsonObject } from "../domain/json.ts";
import { SetupError } from "../errors.ts";
import { stripToPlainLine } from "../text/plain-text.ts";
import { isSlug } from "../text/slug.ts";
import { redactDatabaseAddress } from "./database-reference.ts";
import { type InputMistake, createMistakeError } from "./input-mistakes.ts";
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
    origin: (path) => `${kind} ${formatSourcePosition(markup.findPosition(pathIn(path), "key"))}`,
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

/** Flags and variables are text; a number or a yes in them is read as one where a number is allowed. */
function parseOverrideText(key: string, text: string): unknown {
  const trimmed = text.trim();
  if (NUMERIC_SETTINGS.includes(key) || key.startsWith("settings.")) {
    if (/^-?\d+(?:\.\d+)?$/.test(trimmed)) return Number(trimmed);
  }
  // variables that switch something on are often set to a digit
  if (key === "offline" && /^[01]$/.test(trimmed)) return trimmed === "1";
  if (key === "offline" || key === "records.journal" || key.startsWith("settings.")) {
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

// The settings that environment variables carry.

/** Variable to the path of its setting. */
const SETTING_BY_VARIABLE: Readonly<Record<string, string>> = {
  DISSENT_PROTOCOL: "protocol",
  DISSENT_CONSENSUS: "consensus",
  DISSENT_MAX_ROUNDS: "maxRounds",
  DISSENT_TIMEOUT: "timeout",
  DISSENT_MAX_CALLS: "limits.calls",
  DISSENT_MAX_TOKENS: "limits.tokens",
  DISSENT_BUDGET: "limits.usd",
  DISSENT_MAX_TIME: "limits.time",
  DISSENT_DISPLAY: "display",
  DISSENT_ENGINE: "engine",
  DISSENT_OFFLINE: "offline",
  DISSENT_OUT: "out",
  DISSENT_DATABASE_URL: "database",
};

const SEAT_VARIABLE_PREFIX = "DISSENT_SEAT_";

/** An empty variable counts as none: that is how shells and workflows unset one. */
export function listEnvironmentOverrides(
  env: Readonly<Record<string, string | undefined>>,
): readonly ConfigOverride[] {
  return Object.entries(env).flatMap(([from, value]): readonly ConfigOverride[] => {
    if (value === undefined || value.trim() === "") return [];
    const key = from.startsWith(SEAT_VARIABLE_PREFIX)
      ? parseSeatVariable(from)
      : SETTING_BY_VARIABLE[from];
    if (key === undefined) return [];
    return [{ from, key, value: key === "database" ? redactDatabaseAddress(value) : value }];
  });
}

function parseSeatVariable(variable: string): string {
  const seat = variable.slice(SEAT_VARIABLE_PREFIX.length).toLowerCase().replaceAll("_", "-");
  if (isSlug(seat)) return `participants.${seat}.model`;
  throw new SetupError("bad-config", `${stripToPlainLine(variable)} does not name a seat.`, {
    hint: "Write the seat's id after DISSENT_SEAT_, such as DISSENT_SEAT_RISK.",
  });
}

// Joins layers value by value: a later layer wins, and every value remembers where it came from.

export interface ConfigLeaf {
  readonly path: readonly string[];
  readonly value: unknown;
  readonly origin: string;
}

/** The leaves that remain, lowest layer first. */
export function mergeLayerLeaves(layers: readonly ConfigLayer[]): readonly ConfigLeaf[] {
  let kept: ConfigLeaf[] = [];
  for (const layer of layers) {
    for (const leaf of listLayerLeaves(layer, layer.values, [])) {
      const below = kept.filter((other) => overlapsPath(leaf.path, other.path));
      // an empty mapping says nothing against what a lower layer put there
      if (isJsonObject(leaf.value) && below.length > 0) continue;
      kept = kept.filter((other) => !below.includes(other));
      kept.push(isAdditiveSetting(leaf) ? appendToLeaf(below, leaf) : leaf);
    }
  }
  return kept;
}

/** Leaves as one mapping again. */
export function buildSettingsTree(leaves: readonly ConfigLeaf[]): Record<string, unknown> {
  const tree: Record<string, unknown> = {};
  for (const { path, value } of leaves) {
    let at = tree;
    for (const step of path.slice(0, -1)) {
      const below = at[step];
      at = isJsonObject(below) ? below : (at[step] = {});
    }
    at[path.at(-1) ?? ""] = value;
  }
  return tree;
}

function listLayerLeaves(
  layer: ConfigLayer,
  values: object,
  above: readonly string[],
): readonly ConfigLeaf[] {
  return Object.entries(values).flatMap(([key, value]): readonly ConfigLeaf[] => {
    const path = [...above, key];
    if (isJsonObject(value) && Object.keys(value).length > 0)
      return listLayerLeaves(layer, value, path);
    return [{ path, value, origin: layer.origin(path) }];
  });
}

/** The same leaf, or one inside the other. */
function overlapsPath(path: readonly string[], other: readonly string[]): boolean {
  return path.every((step, index) => other[index] === undefined || other[index] === step);
}

/** No layer can take a lower one's protection away. */
function isAdditiveSetting({ path }: ConfigLeaf): boolean {
  return path.join(".") === "context.deny";
}

function appendToLeaf(below: readonly ConfigLeaf[], leaf: ConfigLeaf): ConfigLeaf {
  const both = [...below, leaf];
  return {
    path: leaf.path,
    value: [...new Set(both.flatMap(({ value }) => (Array.isArray(value) ? value : [])))],
    origin: both.map(({ origin }) => origin).join(", "),
  };
}
