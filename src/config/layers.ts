/** One place a setting can come from, and how it speaks of its own mistakes. */
import { SetupError } from "../errors.ts";
import { plainLine } from "../text/plain-text.ts";
import { faultIn, type Mistake } from "./mistakes.ts";
import { spellPlace } from "./place.ts";
import type { Markup, Path } from "./yaml.ts";

export interface Layer {
  readonly values: Readonly<Record<string, unknown>>;
  /** Where a value was said: `project dissent.yaml:14:3`. */
  origin(path: Path): string;
  fault(mistake: Mistake): SetupError;
}

/** A file, with `values` as they are after its own spellings were resolved. */
export function fileLayer(
  kind: "brief" | "project" | "user",
  markup: Markup,
  { values, pathIn = (path) => path }: { values: Layer["values"]; pathIn?: (path: Path) => Path },
): Layer {
  return {
    values,
    origin: (path) => `${kind} ${spellPlace(markup.placeOf(pathIn(path), "key"))}`,
    fault: (mistake) => faultIn(markup, { ...mistake, path: pathIn(mistake.path) }),
  };
}

/** One value from outside any file. */
export interface Override {
  /** As the person typed it: `--budget`, `DISSENT_BUDGET`. */
  readonly from: string;
  /** Path in the configuration: `limits.usd`. */
  readonly key: string;
  readonly value: unknown;
}

export function overrideLayer(kind: "flag" | "env", { from, key, value }: Override): Layer {
  const name = plainLine(from);
  const steps = stepsOf(key);
  const unsafe = steps.find((step) => ["__proto__", "constructor", "prototype"].includes(step));
  const fault = ({ says, hint }: Pick<Mistake, "says" | "hint">): SetupError =>
    new SetupError(kind === "flag" ? "bad-option" : "bad-config", `${name} ${says}.`, { hint });
  if (unsafe !== undefined) {
    throw fault({ says: `cannot set ${unsafe}`, hint: "Choose another name." });
  }
  return {
    values: nested(steps, typeof value === "string" ? fromText(key, value) : value),
    origin: () => `${kind} ${name}`,
    fault: ({ path, part, says }) =>
      fault({
        says: part === "key" ? `names ${plainLine(path.join("."))}, which ${says}` : says,
        hint: `Give ${name} another value, or leave it out.`,
      }),
  };
}

/** Seat and setting names keep their own dots out of the path: only the first two steps are split off. */
function stepsOf(key: string): string[] {
  const [first = "", second, ...rest] = key.split(".");
  if (second === undefined) return [first];
  return first === "participants" ? [first, second, ...rest] : [first, [second, ...rest].join(".")];
}

function nested(steps: readonly string[], value: unknown): Record<string, unknown> {
  const [first = "", ...rest] = steps;
  return { [first]: rest.length === 0 ? value : nested(rest, value) };
}

/** Flags and variables are text; a number or a yes in them is meant as one where a number can stand. */
function fromText(key: string, text: string): unknown {
  const trimmed = text.trim();
  if (NUMERIC.includes(key) || key.startsWith("settings.")) {
    if (/^-?\d+(?:\.\d+)?$/.test(trimmed)) return Number(trimmed);
  }
  if (key === "records.journal" || key.startsWith("settings.")) {
    if (trimmed === "true" || trimmed === "false") return trimmed === "true";
  }
  return text;
}

const NUMERIC = [
  "maxRounds",
  "limits.calls",
  "limits.tokens",
  "limits.usd",
  "confirmAbove",
  "context.maxBytes",
];
