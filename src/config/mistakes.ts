/** What a schema finds wrong, in the words of the person who wrote it. */
import type * as z from "zod";

import type { SetupError } from "../errors.ts";
import { nearest } from "../text/nearest.ts";
import { plainLine, shown } from "../text/plain-text.ts";
import type { Markup, Path } from "./yaml.ts";

export interface Mistake {
  readonly path: Path;
  readonly part: "key" | "value";
  /** Reads on from the name of the value: `must be greater than 0, got -1`. */
  readonly says: string;
  readonly hint: string;
}

/** Which keys may stand in the mapping at a path. */
export type KnownKeys = (path: Path) => readonly string[];

/** The first thing a schema finds wrong with what was written. */
export function firstMistake(error: z.ZodError, written: unknown, known: KnownKeys): Mistake {
  const issue = error.issues[0];
  if (issue === undefined) throw error;
  const path = issue.path.map((step) => (typeof step === "number" ? step : String(step)));
  if (issue.code === "unrecognized_keys") {
    return unknownKey([...path, issue.keys[0] ?? ""], known(path));
  }
  if (issue.code === "invalid_key") {
    const says = issue.issues[0]?.message ?? issue.message;
    return { path, part: "key", says, hint: `Rename ${spellPath(path)}.` };
  }
  const value = valueAt(written, path);
  return {
    path,
    part: "value",
    says: `${issue.message}, got ${shown(value)}`,
    hint: `Change ${spellPath(path)}${path.length > 0 ? ", or remove it to use the default" : ""}.`,
  };
}

export function unknownKey(path: Path, known: readonly string[]): Mistake {
  const meant = nearest(String(path.at(-1)), known);
  return {
    path,
    part: "key",
    says: "is not known",
    hint: meant === undefined ? `Use one of: ${known.join(", ")}.` : `Write ${meant} instead.`,
  };
}

/** A mistake as an error at its place in a file. */
export function faultIn(markup: Markup, { path, part, says, hint }: Mistake): SetupError {
  return markup.fault(markup.placeOf(path, part), `${spellPath(path)} ${says}.`, hint);
}

function spellPath(path: Path): string {
  return path.length === 0 ? "the file" : plainLine(path.join(".")).slice(0, 80);
}

function valueAt(written: unknown, path: Path): unknown {
  let value = written;
  for (const step of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Object.entries(value).find(([key]) => key === String(step))?.[1];
  }
  return value;
}
