/** What could come next in a command line that is being typed. */
import type { Command } from "commander";

import { childrenOf, cursorPlace, defaultChild, flagsOf } from "./typed-words.ts";
import {
  type PossibleValues,
  valuesOfArgument,
  valuesOfFlag,
  type ValueSource,
} from "./value-sources.ts";

export interface Suggestion {
  readonly value: string;
  readonly about: string;
}

/** What the shell is to add by itself. */
export type Paths = "files" | "directories" | null;

export interface Suggestions {
  readonly values: readonly Suggestion[];
  readonly paths: Paths;
}

/** Values that are known only here and now: protocols, debates and the like. */
export type Lookup = (source: ValueSource) => Promise<readonly Suggestion[]>;

export async function suggestionsFor(
  program: Command,
  words: readonly string[],
  lookUp: Lookup,
): Promise<Suggestions> {
  const place = cursorPlace(program, words);
  const { command, flag, current, kept } = place;
  if (flag !== null) return possible(valuesOfFlag(flag), { current, kept, lookUp });
  if (current.startsWith("-")) {
    const flags = flagsOf(command).flatMap(({ long, description }) =>
      long ? [{ value: long, about: description }] : [],
    );
    return { values: beginningWith(current, flags), paths: null };
  }
  const children =
    place.argumentsBefore > 0
      ? []
      : childrenOf(command).map((child) => ({ value: child.name(), about: child.description() }));
  const argument = argumentAt(command, place.argumentsBefore);
  const named = argument && (await possible(valuesOfArgument(argument), { current, kept, lookUp }));
  return {
    values: [...beginningWith(current, children), ...(named?.values ?? [])],
    paths: named?.paths ?? null,
  };
}

function argumentAt(
  command: Command,
  index: number,
): Command["registeredArguments"][number] | undefined {
  const all = (defaultChild(command) ?? command).registeredArguments;
  const last = all.at(-1);
  return all[index] ?? (last?.variadic ? last : undefined);
}

async function possible(
  { source, isList }: PossibleValues,
  { current, kept, lookUp }: { current: string; kept: string; lookUp: Lookup },
): Promise<Suggestions> {
  // in a list, all that stands before the last comma is chosen already
  const chosen = isList ? current.slice(0, current.lastIndexOf(",") + 1) : "";
  const taken = new Set(chosen.split(","));
  const known = Array.isArray(source)
    ? (source as readonly string[]).map((value) => ({ value, about: "" }))
    : await lookUp(source);
  const values = beginningWith(current.slice(chosen.length), known)
    .filter(({ value }) => !isList || !taken.has(value))
    .map(({ value, about }) => ({ value: `${kept}${chosen}${value}`, about }));
  return { values, paths: pathsOf(source) };
}

function pathsOf(source: ValueSource): Paths {
  if (source === "files" || source === "debates-or-files") return "files";
  return source === "directories" ? "directories" : null;
}

function beginningWith(current: string, all: readonly Suggestion[]): Suggestion[] {
  return all.filter(({ value }) => value.startsWith(current));
}
