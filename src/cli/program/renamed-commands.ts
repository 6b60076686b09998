/** Commands that have moved: their old names still work, are not listed, and say the new name in one line. */
import type { Command } from "commander";

import { RENAMED_PROTOCOL_COMMANDS } from "../../protocols/examples.ts";

/** What each old name is called now. */
export const RENAMED_COMMANDS: Readonly<Record<string, string>> = {
  watch: "show --follow",
  audit: "show --audit",
  stats: "list --stats",
  ...RENAMED_PROTOCOL_COMMANDS,
  fork: "resume --fork",
  answer: "resume --answer",
  export: "journal export",
  import: "journal import",
  check: "decisions check",
  outcome: "decisions outcome",
  keys: "config keys",
  protocols: "config protocols",
  completion: "config completion",
  worker: "team worker",
  tokens: "team tokens",
  fleet: "team fleet",
};

/** A command by this name: hidden where it stands under the name that it had before. */
export function declareCommand(parent: Command, name: string): Command {
  const isOld = parent.parent === null && Object.hasOwn(RENAMED_COMMANDS, name);
  return parent.command(name, { hidden: isOld });
}

/** The line for a command that was called by its old name; null for all others. */
export function describeRenamedCommand(command: Command): string | null {
  const names = listCommandNames(command);
  const [old = "", ...rest] = names;
  const renamed = Object.hasOwn(RENAMED_COMMANDS, old) ? RENAMED_COMMANDS[old] : undefined;
  if (renamed === undefined) return null;
  return `dissent: "dissent ${names.join(" ")}" is now "dissent ${[renamed, ...rest].join(" ")}".`;
}

/** The words that lead to a command, without the program's own name. */
function listCommandNames(command: Command): string[] {
  if (command.parent === null) return [];
  return [...listCommandNames(command.parent), command.name()];
}
