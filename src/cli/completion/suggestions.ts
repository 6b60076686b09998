/** What could come next in a command line that is being typed. */
import type { Command } from "commander";

import {
  listVisibleSubcommands,
  locateCursor,
  findDefaultSubcommand,
  listCommandFlags,
} from "./typed-words.ts";
import {
  type PossibleValues,
  findArgumentValues,
  findFlagValues,
  type ValueSource,
} from "./value-sources.ts";

export interface CompletionSuggestion {
  readonly value: string;
  readonly about: string;
}

/** What the shell is to add by itself. */
export type CompletionPathKind = "files" | "directories" | null;

export interface CompletionResult {
  readonly values: readonly CompletionSuggestion[];
  readonly paths: CompletionPathKind;
}

/** Values that are known only here and now: protocols, debates and the like. */
export type SuggestionLookup = (source: ValueSource) => Promise<readonly CompletionSuggestion[]>;

export async function suggestCompletions(
  program: Command,
  words: readonly string[],
  lookUp: SuggestionLookup,
): Promise<CompletionResult> {
  const place = locateCursor(program, words);
  const { command, flag, current, kept } = place;
  if (flag !== null) return suggestPossibleValues(findFlagValues(flag), { current, kept, lookUp });
  if (current.startsWith("-")) {
    const flags = listCommandFlags(command).flatMap(({ long, description }) =>
      long ? [{ value: long, about: description }] : [],
    );
    return { values: filterByPrefix(current, flags), paths: null };
  }
  const children =
    place.argumentsBefore > 0
      ? []
      : listVisibleSubcommands(command).map((child) => ({
          value: child.name(),
          about: child.description(),
        }));
  const argument = findArgumentAt(command, place.argumentsBefore);
  const named =
    argument &&
    (await suggestPossibleValues(findArgumentValues(argument), { current, kept, lookUp }));
  return {
    values: [...filterByPrefix(current, children), ...(named?.values ?? [])],
    paths: named?.paths ?? null,
  };
}

function findArgumentAt(
  command: Command,
  index: number,
): Command["registeredArguments"][number] | undefined {
  const all = (findDefaultSubcommand(command) ?? command).registeredArguments;
  const last = all.at(-1);
  return all[index] ?? (last?.variadic ? last : undefined);
}

async function suggestPossibleValues(
  { source, isList }: PossibleValues,
  { current, kept, lookUp }: { current: string; kept: string; lookUp: SuggestionLookup },
): Promise<CompletionResult> {
  // in a list, all that stands before the last comma is chosen already
  const chosen = isList ? current.slice(0, current.lastIndexOf(",") + 1) : "";
  const taken = new Set(chosen.split(","));
  const known = Array.isArray(source)
    ? (source as readonly string[]).map((value) => ({ value, about: "" }))
    : await lookUp(source);
  const values = filterByPrefix(current.slice(chosen.length), known)
    .filter(({ value }) => !isList || !taken.has(value))
    .map(({ value, about }) => ({ value: `${kept}${chosen}${value}`, about }));
  return { values, paths: choosePathKind(source) };
}

function choosePathKind(source: ValueSource): CompletionPathKind {
  if (source === "files" || source === "debates-or-files") return "files";
  return source === "directories" ? "directories" : null;
}

function filterByPrefix(
  current: string,
  all: readonly CompletionSuggestion[],
): CompletionSuggestion[] {
  return all.filter(({ value }) => value.startsWith(current));
}
