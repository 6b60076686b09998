import type { Command } from "commander";

import { SetupError } from "../../errors.ts";
import { buildProgram } from "../program.ts";
import type { Action } from "../program.ts";

/** Scripts made from the command tree itself, so that they cannot name what does not exist. */
export const completion: Action = async (session, [shell = ""]) => {
  const program = buildProgram({ version: "", act: async () => {} });
  const write = SHELLS[shell];
  if (!write) {
    throw new SetupError("usage", `There is no completion for "${shell}".`, {
      hint: `Choose one of: ${Object.keys(SHELLS).join(", ")}.`,
    });
  }
  session.documents.write(write(program));
  return 0;
};

const SHELLS: Readonly<Record<string, (program: Command) => string>> = { bash, zsh, fish };

interface Node {
  readonly path: string;
  readonly commands: readonly { name: string; about: string }[];
  readonly flags: readonly { name: string; about: string }[];
}

/** Every command with what may follow it. */
function nodes(command: Command, path = ""): Node[] {
  const inherited = path === "" ? [] : (command.parent?.options ?? []);
  const own: Node = {
    path,
    commands: command.commands.map((child) => ({ name: child.name(), about: child.description() })),
    flags: [...command.options, ...inherited].flatMap(({ long, description }) =>
      long ? [{ name: long, about: description }] : [],
    ),
  };
  return [
    own,
    ...command.commands.flatMap((child) => nodes(child, `${path} ${child.name()}`.trim())),
  ];
}

function bash(program: Command): string {
  const cases = nodes(program).map(({ path, commands, flags }) => {
    const words = [...commands, ...flags].map(({ name }) => name).join(" ");
    return `    "${path}") words="${words}" ;;`;
  });
  return `_dissent() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path="" word words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) case "$path $word" in ${twoWordPaths(program)}) path="\${path:+$path }$word" ;; *) [ -z "$path" ] && path="$word" ;; esac ;; esac
  done
  case "$path" in
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current") $(compgen -f -- "$current"))
}
complete -o filenames -F _dissent dissent
`;
}

function twoWordPaths(program: Command): string {
  const paths = nodes(program).flatMap(({ path }) => (path.includes(" ") ? [`"${path}"`] : []));
  return paths.length === 0 ? '""' : paths.join("|");
}

function zsh(program: Command): string {
  return `#compdef dissent
autoload -U +X bashcompinit && bashcompinit
${bash(program)}`;
}

function fish(program: Command): string {
  const quoted = (text: string): string =>
    `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  const lines = nodes(program).flatMap(({ path, commands, flags }) => {
    const [first] = path.split(" ");
    const when = path === "" ? "__fish_use_subcommand" : `__fish_seen_subcommand_from ${first}`;
    return [
      ...commands.map(
        ({ name, about }) => `complete -c dissent -n "${when}" -f -a ${name} -d ${quoted(about)}`,
      ),
      ...flags.map(
        ({ name, about }) =>
          `complete -c dissent -n "${when}" -l ${name.slice(2)} -d ${quoted(about)}`,
      ),
    ];
  });
  return `${lines.join("\n")}\n`;
}
