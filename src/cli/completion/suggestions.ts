/** What can come next in a command line that is being typed. */
import type { Command, Option } from "commander";

import { listVisibleCommands } from "../program/visible-commands.ts";
import {
  type PossibleValues,
  type ValueSource,
  findArgumentValues,
  findFlagValues,
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

/** Values that are known only here and now, some of them by the words before: protocols, debates and the like. */
export type SuggestionLookup = (
  source: ValueSource,
  before: readonly string[],
) => Promise<readonly CompletionSuggestion[]>;

export async function suggestCompletions(
  program: Command,
  words: readonly string[],
  findValues: SuggestionLookup,
): Promise<CompletionResult> {
  const place = locateCursor(program, words);
  const lookUp = (source: ValueSource): Promise<readonly CompletionSuggestion[]> =>
    findValues(source, words.slice(0, -1));
  const { command, flag, current, kept, behind } = place;
  if (flag !== null) {
    const found = await suggestPossibleValues(findFlagValues(flag), { current, kept, lookUp });
    const values = found.values.map(({ value, about }) => ({
      value: value.slice(behind.length),
      about,
    }));
    return { ...found, values };
  }
  if (current.startsWith("-")) {
    const flags = listCommandFlags(command).flatMap(({ long, description }) =>
      long ? [{ value: long, about: description }] : [],
    );
    return { values: filterByPrefix(current, flags), paths: null };
  }
  const children =
    place.argumentsBefore > 0
      ? []
      : listVisibleCommands(command).map((child) => ({
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
  {
    current,
    kept,
    lookUp,
  }: {
    readonly current: string;
    readonly kept: string;
    readonly lookUp: (source: ValueSource) => Promise<readonly CompletionSuggestion[]>;
  },
): Promise<CompletionResult> {
  // in a list, everything before the last comma is chosen already
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

// Where the cursor is in a command line that is being typed: behind which command, flag or argument.

interface CursorPosition {
  /** The command that the words lead to. */
  readonly command: Command;
  /** The flag whose value is being typed; null if there is none. */
  readonly flag: Option | null;
  /** How many arguments come before; the one being typed is the next. */
  readonly argumentsBefore: number;
  /** What has been typed of the last word. */
  readonly current: string;
  /** The part of the same word before it that is kept, such as `--protocol=`. */
  readonly kept: string;
  /** The part of it that the shell does not replace. */
  readonly behind: string;
}

/** `words` are those after the program's name; the last one is being typed and may be empty. */
export function locateCursor(program: Command, words: readonly string[]): CursorPosition {
  const typed = joinSplitEquals(words);
  let command = program;
  let flag: Option | null = null;
  let argumentsBefore = 0;
  let isOver = false;
  for (const word of typed.before) {
    if (flag !== null) flag = null;
    else if (!isOver && word === "--") isOver = true;
    else if (!isOver && /^-./.test(word)) flag = findValueFlag(command, word);
    else {
      const below = argumentsBefore === 0 ? findSubcommand(command, word) : undefined;
      if (below === undefined) argumentsBefore += 1;
      else command = below;
    }
  }
  const place = { command, argumentsBefore, behind: typed.behind };
  if (flag !== null) return { ...place, flag, current: typed.current, kept: "" };
  const [, name = "", value = ""] = /^(--[^=]+=)(.*)$/s.exec(typed.current) ?? [];
  const inWord = name === "" || isOver ? null : findValueFlag(command, name.slice(0, -1));
  return inWord === null
    ? { ...place, flag: null, current: typed.current, kept: "" }
    : { ...place, flag: inWord, current: value, kept: name };
}

interface JoinedWords {
  readonly before: readonly string[];
  readonly current: string;
  /** The part of the current word that the shell takes for words of its own. */
  readonly behind: string;
}

/** bash reads `--flag=value` and `name=value` as three words and replaces only the last. */
function joinSplitEquals(words: readonly string[]): JoinedWords {
  const all = [...words];
  const last = all.pop() ?? "";
  const current = last === "=" ? "" : last;
  const sign = last === "=" ? all.length : all.length - 1;
  const name = sign === all.length || all[sign] === "=" ? (all[sign - 1] ?? "") : "";
  const behind = name === "" || name.startsWith("-") ? "" : `${name}=`;
  const before = behind === "" ? all : all.slice(0, sign - 1);
  return { before: before.filter((word) => word !== "="), current: behind + current, behind };
}

/** All flags that a command takes: its own, those of the command it is an alias of, and those of every command. */
function listCommandFlags(command: Command): readonly Option[] {
  const above: Option[] = [];
  for (let one: Command | null = command; one !== null; one = one.parent) {
    above.push(...one.options);
  }
  return [...above, ...(findDefaultSubcommand(command)?.options ?? [])];
}

/** `dissent config` is `dissent config explain`. */
function findDefaultSubcommand(command: Command): Command | undefined {
  const { _defaultCommandName: name } = command as { _defaultCommandName?: string | null };
  return command.commands.find((child) => child.name() === name);
}

function findSubcommand(command: Command, word: string): Command | undefined {
  return command.commands.find((child) => child.name() === word);
}

/** Null where it takes no value, or has it in the same word. */
function findValueFlag(command: Command, word: string): Option | null {
  const found = listCommandFlags(command).find(
    ({ short, long }) => short === word || long === word,
  );
  return found !== undefined && (found.required || found.optional) ? found : null;
}
