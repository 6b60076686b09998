/** Writes docs/cli.md from the command tree itself, so that the page cannot name what does not exist. */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import type { Argument, Command, Option } from "commander";

import { EXIT } from "../src/cli/exit-codes.ts";
import { buildCliProgram } from "../src/cli/program/program.ts";
import { RENAMED_COMMANDS } from "../src/cli/program/renamed-commands.ts";

export function cliPage(): string {
  const program = buildCliProgram({ version: "", act: async () => {} });
  const groups = new Map<string, Command[]>();
  for (const command of program.createHelp().visibleCommands(program)) {
    if (command.name() === "help") continue;
    const group = command.helpGroup() || "More";
    groups.set(group, [...(groups.get(group) ?? []), command]);
  }
  const sections = [...groups].flatMap(([group, commands]) => [
    `## ${group}`,
    ...commands.flatMap(commandSections),
  ]);
  return `${[introduction(), globalFlags(program), ...sections, exitCodes(), BEHAVIOUR].join("\n\n")}\n`;
}

const introduction = (): string => `# Command line

This page is generated from the command tree by \`scripts/write-cli-docs.ts\`. A test fails when the two differ.

\`dissent "A or B?"\` is \`dissent run "A or B?"\`: a first word with a space or a question mark in it is a question.
Where a command takes a debate, it takes the whole id, any beginning or ending of it that fits no other debate (the
last four letters are enough), or \`last\`. \`dissent list\` shows whole ids. \`show\`, \`report\`,
\`verify\`, \`diff\`, \`view\` and \`decide\` also take a \`.jsonl\` journal.

\`dissent\` alone prints the few commands to begin with. \`--help\` shows the flags people use, \`--help-all\` all of
them; this page lists all. \`dissent config\` is \`dissent config explain\`.

## Old names

Commands that have moved still work, and say their new name on standard error.

${oldNames()}`;

function oldNames(): string {
  const rows = Object.entries(RENAMED_COMMANDS).map(([old, now]) =>
    row(`\`dissent ${old}\``, `\`dissent ${now}\``),
  );
  return [row("Old", "Now"), row("---", "---"), ...rows].join("\n");
}

function globalFlags(program: Command): string {
  return ["## Flags of every command", "", flagTable(program.options)].join("\n");
}

/** A command, or the commands below it where it only groups them. */
function commandSections(command: Command): string[] {
  if (command.commands.length > 0) return command.commands.flatMap(commandSections);
  const parts = [
    `### dissent ${formatCommandPath(command)}`,
    `${command.description()}.`,
    usage(command),
  ];
  if (command.registeredArguments.length > 0) parts.push(argumentTable(command));
  if (command.options.length > 0) parts.push(flagTable(command.options));
  return parts;
}

function formatCommandPath(command: Command): string {
  const above = command.parent?.parent ? `${formatCommandPath(command.parent)} ` : "";
  return `${above}${command.name()}`;
}

function usage(command: Command): string {
  const words = command.registeredArguments.map(spelledArgument);
  const flags = command.options.length > 0 ? ["[flags]"] : [];
  return ["```", ["dissent", formatCommandPath(command), ...flags, ...words].join(" "), "```"].join(
    "\n",
  );
}

function spelledArgument(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

function argumentTable(command: Command): string {
  const rows = command.registeredArguments.map((argument) =>
    row(`\`${spelledArgument(argument)}\``, argument.description + otherwise(argument)),
  );
  return [row("Argument", "Meaning"), row("---", "---"), ...rows].join("\n");
}

function flagTable(options: readonly Option[]): string {
  const rows = options.map((option) => {
    const choices = option.argChoices ? `: ${option.argChoices.join(", ")}` : "";
    return row(`\`${option.flags}\``, option.description + choices + otherwise(option));
  });
  return [row("Flag", "Meaning"), row("---", "---"), ...rows].join("\n");
}

function otherwise({ defaultValue }: Argument | Option): string {
  const told = typeof defaultValue === "string";
  return told ? ` (default: ${defaultValue})` : "";
}

function row(...cells: string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

const MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  decided:
    "The question is decided, or the command did what it was asked. Also a contested question under `--allow-contested`.",
  defect:
    "A defect in Dissent or in a protocol, or a journal that the rules at hand do not lead to.",
  usage:
    "Usage, brief or configuration, before anything is spent; a journal that is damaged or held elsewhere; a result that cannot be written.",
  providers:
    "Too few gave a valid answer: INSUFFICIENT_DATA or ABORTED. Also `gate` without its quorum, and `doctor` where no language model answers.",
  limit: "A limit was reached, or the journal cannot be written. Resumable.",
  verification:
    "`verify` found a difference; `export` left out a damaged journal; a case of `doctor --conformance` failed.",
  contested:
    "The debate ended without agreement, only the built-in readers spoke, or it waits for a person. Record the choice with `decide`.",
  gate: "Decided against it (a plan that does not hold), or a gate of `--fail-on` is shut, see [Debates in pipelines](gate.md); of `check`: something is lost that a decision stands on.",
  interrupted:
    "Interrupted by Ctrl-C or SIGTERM. A debate that was running or waiting can be resumed.",
};

function exitCodes(): string {
  const rows = Object.entries(EXIT)
    .toSorted(([, a], [, b]) => a - b)
    .map(([name, code]) => row(String(code), name, MEANINGS[name as keyof typeof EXIT]));
  return [
    "## Exit codes",
    "",
    row("Code", "Name", "Meaning"),
    row("---", "---", "---"),
    ...rows,
  ].join("\n");
}

const BEHAVIOUR = `Contested is not zero on purpose: \`dissent run brief.md && ship\` does not ship while the judges disagree, or
while only the built-in readers have read the brief. \`--allow-contested\` allows the first and not the second.

## Streams

Results go to standard output, progress and errors to standard error.

| Standard output is | \`run\`, \`challenge\`, \`gate\`, \`resume\` and \`fork\` print |
| --- | --- |
| a terminal | a summary of a few lines |
| a pipe or a file | the whole record as Markdown: \`dissent run brief.md > record.md\` |
| either, with \`--json\` | one JSON object per line |

With \`--json\` the first line is \`{"event":"launch",…}\` with the debate's id, the process id and the files its
settings come from. Then comes one line per journal event, with its type, its sequence number and its fields. The last line is \`{"event":"done",…}\` with the
outcome, what it took in all and for each seat, and the exit code. With \`--dry-run\` there is one line,
\`{"event":"plan",…}\`, with seats, estimate, hosts and every text that would be sent. \`watch\` prints the events of
the journal. Commands that look, such as \`list\`, \`show\`, \`verify\`, \`audit\`, \`stats\`, \`check\`, \`blame\`, \`doctor\`,
\`protocols\` and \`config explain\`, print JSON in the place of text.

Progress has two forms. The live form redraws the turns in flight and needs a terminal on standard error. The plain
form prints one line per event and no escape codes. \`--display auto\` takes the live form on a terminal, unless
\`TERM\` is \`dumb\` or \`CI\` is set. \`--display none\` and \`--quiet\` print no progress.

An error is one line, a line that says what to do, and a code. [Errors](errors.md) lists the codes.

## Ctrl-C

| Ctrl-C | What happens |
| --- | --- |
| once | No further turn starts. Turns in flight land and are recorded. The debate pauses. |
| twice | Turns in flight are dropped. They are asked again on resume. |
| a third time | The process leaves at once. The journal keeps what was committed. |

At a question (the cost, a key, a stop of a merge, a form in your editor) Ctrl-C ends the command with exit code 130.
Ctrl-D is the safe answer: no, nothing written, left open. Nothing is spent or lost either way.

SIGTERM counts as Ctrl-C. The exit code is 130, and \`dissent resume\` continues. A process that is killed outright
leaves a lease behind. On the same machine \`resume\` sees that its process is gone and continues at once;
elsewhere the lease runs out after 15 seconds, and until then \`resume\` says \`store-lease-held\`.

## Colours and signs

Colours are off when \`NO_COLOR\` is set, with \`--no-color\`, when \`TERM\` is \`dumb\`, and when the stream is not a
terminal. \`FORCE_COLOR\` turns them on. An option's letter always stands beside its colour. Where the locale is not
UTF-8, signs fall back to ASCII: \`->\`, \`ok\`, \`x\`.

Lines on a terminal break between words and fit its width, from 40 columns on. A word that is wider than the terminal,
such as a path, stands alone and whole. In a pipe nothing is wrapped, and ids are never cut.

## Completion

The tab key completes commands, flags, files, protocols, formats, gates, hosts and the ids of your debates:

\`\`\`
eval "$(dissent config completion bash)"                                         # in ~/.bashrc
eval "$(dissent config completion zsh)"                                          # in ~/.zshrc, after compinit
dissent config completion fish > ~/.config/fish/completions/dissent.fish
\`\`\`

## Where things are kept

Debates live in \`.dissent/dissent.db\` of the project. The project is the nearest directory upwards that holds
\`.dissent\`, a configuration file or \`.git\`, else the current one. Results are written to the brief's \`feature_dir\`,
else to \`.dissent/debates/<id>\`. \`-o\` replaces the directory, or adds a file when it ends in \`.md\`, \`.json\`,
\`.yaml\`, \`.yml\`, \`.jsonl\`, \`.html\` or \`.sarif\`. Another file ending is refused; end the name of a folder in \`/\`.

\`.dissent\` holds its own \`.gitignore\`, so git never picks up your debates. Dissent keeps that file if you change it.`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL("../docs/cli.md", import.meta.url), cliPage());
}
