/** Describes what a schema rejected, in terms of the file the person wrote. */
import type * as z from "zod";

import type { SetupError } from "../errors.ts";
import { findNearestWord } from "../text/nearest-word.ts";
import { stripToPlainLine, formatShownValue } from "../text/plain-text.ts";
import type { ParsedMarkup, ValuePath } from "./parse-markup.ts";

export interface InputMistake {
  readonly path: ValuePath;
  readonly part: "key" | "value";
  /** Reads on from the name of the value: `must be greater than 0, got -1`. */
  readonly says: string;
  readonly hint: string;
}

/** The keys allowed in the mapping at a path. */
export type KnownKeysLookup = (path: ValuePath) => readonly string[];

/** The first thing a schema finds wrong with what was written. */
export function findFirstMistake(
  error: z.ZodError,
  written: unknown,
  known: KnownKeysLookup,
): InputMistake {
  const issue = error.issues[0];
  if (issue === undefined) throw error;
  const path = issue.path.map((step) => (typeof step === "number" ? step : String(step)));
  if (issue.code === "unrecognized_keys") {
    return createUnknownKeyMistake([...path, issue.keys[0] ?? ""], known(path));
  }
  if (issue.code === "invalid_key") {
    const says = issue.issues[0]?.message ?? issue.message;
    return { path, part: "key", says, hint: `Rename ${formatValuePath(path)}.` };
  }
  const value = findValueAt(written, path);
  return {
    path,
    part: "value",
    says: `${issue.message}, got ${formatShownValue(value)}`,
    hint: `Change ${formatValuePath(path)}${path.length > 0 ? ", or remove it to use the default" : ""}.`,
  };
}

export function createUnknownKeyMistake(path: ValuePath, known: readonly string[]): InputMistake {
  const meant = findNearestWord(String(path.at(-1)), known);
  return {
    path,
    part: "key",
    says: "is not known",
    hint: meant === undefined ? `Use one of: ${known.join(", ")}.` : `Write ${meant} instead.`,
  };
}

/** A mistake as an error at its place in a file. */
export function createMistakeError(
  markup: ParsedMarkup,
  { path, part, says, hint }: InputMistake,
): SetupError {
  return markup.fault(markup.findPosition(path, part), `${formatValuePath(path)} ${says}.`, hint);
}

function formatValuePath(path: ValuePath): string {
  return path.length === 0 ? "the file" : stripToPlainLine(path.join(".")).slice(0, 80);
}

function findValueAt(written: unknown, path: ValuePath): unknown {
  let value = written;
  for (const step of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Object.entries(value).find(([key]) => key === String(step))?.[1];
  }
  return value;
}
