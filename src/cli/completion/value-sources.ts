/** The possible values of each flag and argument, for completion. */
import type { Argument, Option } from "commander";

import { PROTOCOL_FLAG_VALUES } from "../../protocols/commands.ts";

/** A kind of values; `free` is text that cannot be known beforehand. */
export type ValueSource =
  | "files"
  | "directories"
  | "debates"
  | "debates-or-files"
  | "protocols"
  | "gates"
  | "hosts"
  | "key-names"
  | "settings"
  | "free"
  | readonly string[];

/** Several of them may be given, separated by commas. */
const LIST_FLAGS: ReadonlySet<string> = new Set(["fail-on", "scope"]);

const FLAG_SOURCES: Readonly<Record<string, ValueSource>> = {
  cwd: "directories",
  config: "files",
  context: "files",
  out: "files",
  record: "files",
  replay: "files",
  source: "files",
  blame: "files",
  comment: "files",
  file: "files",
  import: "files",
  supersedes: "files",
  bundle: "directories",
  protocol: "protocols",
  "fail-on": "gates",
  debate: "debates",
  setting: "settings",
  ...PROTOCOL_FLAG_VALUES,
  scope: ["read", "run", "decide", "admin"],
};

const ARGUMENT_SOURCES: Readonly<Record<string, ValueSource>> = {
  debate: "debates",
  what: "debates-or-files",
  brief: "files",
  plan: "files",
  drafts: "files",
  document: "files",
  path: "files",
  dir: "directories",
  host: "hosts",
  protocol: "protocols",
  recording: "protocols",
  name: "key-names",
  verdict: ["right", "wrong", "partial"],
  shell: ["bash", "zsh", "fish"],
};

export interface PossibleValues {
  readonly source: ValueSource;
  readonly isList: boolean;
}

export function findFlagValues(option: Option): PossibleValues {
  const name = option.long?.replace(/^--/, "") ?? "";
  if (option.argChoices !== undefined) return { source: option.argChoices, isList: false };
  return { source: lookUpValueSource(FLAG_SOURCES, name), isList: LIST_FLAGS.has(name) };
}

export function findArgumentValues(argument: Argument): PossibleValues {
  const source = lookUpValueSource(ARGUMENT_SOURCES, argument.name());
  const takesJournals = source === "debates" && argument.description.includes(".jsonl");
  return { source: takesJournals ? "debates-or-files" : source, isList: false };
}

function lookUpValueSource(
  table: Readonly<Record<string, ValueSource>>,
  name: string,
): ValueSource {
  return Object.hasOwn(table, name) ? (table[name] ?? "free") : "free";
}

/** For a test: no name may be left over from a flag or an argument that is gone. */
export const COMPLETION_NAMES = {
  flags: Object.keys(FLAG_SOURCES),
  arguments: Object.keys(ARGUMENT_SOURCES),
};
