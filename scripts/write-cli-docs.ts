/** Writes docs/cli.md from the command tree itself, so that the page cannot name what does not exist. */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import type { Argument, Command, Option } from "commander";

import { EXIT } from "../src/cli/exit-codes.ts";
import { DEBATE_ARGUMENT, DEBATE_OR_JOURNAL_ARGUMENT } from "../src/cli/program/debate-flags.ts";
import { buildCliProgram } from "../src/cli/program/program.ts";
import { RENAMED_COMMANDS } from "../src/cli/program/renamed-commands.ts";
import { listVisibleCommands } from "../src/cli/program/visible-commands.ts";

export function cliPage(): string {
  const program = buildCliProgram({ version: "", act: async () => {} });
  const groups = new Map<string, Command[]>();
  for (const command of listVisibleCommands(program)) {
    const group = command.helpGroup() ?? "";
    groups.set(group, [...(groups.get(group) ?? []), command]);
  }
  const shared = findSharedFlags(program);
  const sections = [...groups].flatMap(([group, commands]) => [
    `## ${group}`,
    ...commands.flatMap((command) => commandSections(command, shared)),
  ]);
  const parts = [INTRODUCTION, globalFlags(program), sharedFlags(shared), ...sections];
  return `${[...parts, exitCodes(), BEHAVIOUR, oldNames()].join("\n\n")}\n`;
}

const INTRODUCTION = `# Command line

Look up every command, flag and exit code.

\`\`\`
dissent                              # the few commands to begin with
dissent <command> --help             # the flags people use; --help-all shows the others
\`\`\`

- \`dissent "A or B?"\` means \`dissent run "A or B?"\`: a first word with a space or a question mark is a question.
- \`<debate>\` is an id, any beginning or ending of it that fits no other debate (the last four letters are enough), or
  \`last\`; \`[debate]\` is \`last\` if you leave it out. \`show\`, \`report\`, \`verify\`, \`diff\`, \`view\` and \`decide\` also
  take a \`.jsonl\` journal.
- \`dissent config\` means \`dissent config explain\`.

\`scripts/write-cli-docs.ts\` writes this page from the program itself.`;

function oldNames(): string {
  const rows = Object.entries(RENAMED_COMMANDS).map(([old, now]) =>
    row(`\`dissent ${old}\``, `\`dissent ${now}\``),
  );
  return [
    "## Old names",
    "",
    "Old names still work, and print the new one on standard error.",
    "",
    row("Old", "New"),
    row("---", "---"),
    ...rows,
  ].join("\n");
}

function globalFlags(program: Command): string {
  return ["## Flags of every command", "", flagTable(program.options)].join("\n");
}

/** Commands that take every flag of a debate; others take some. */
const DEBATING: readonly string[] = ["run", "challenge", "review", "gate"];
const SHARED_ANCHOR = "#flags-of-a-debate";

function findSharedFlags(program: Command): readonly Option[] {
  const [first, ...others] = program.commands.filter((command) =>
    DEBATING.includes(command.name()),
  );
  return (first?.options ?? []).filter((option) =>
    others.every((command) => listShared(command, [option]).length === 1),
  );
}

/** The options of a command that say the same as one of these. */
function listShared(command: Command, shared: readonly Option[]): Option[] {
  return command.options.filter((option) =>
    shared.some((one) => one.flags === option.flags && one.description === option.description),
  );
}

function sharedFlags(shared: readonly Option[]): string {
  const text =
    "`run`, `challenge`, `review` and `gate` take all of these, others those that their section names.";
  return ["## Flags of a debate", "", text, "", flagTable(shared)].join("\n");
}

/** A command, or the commands below it where it only groups them. */
function commandSections(command: Command, shared: readonly Option[]): string[] {
  if (command.commands.length > 0) {
    return command.commands.flatMap((child) => commandSections(child, shared));
  }
  const parts = [
    `### dissent ${formatCommandPath(command)}`,
    `${command.description()}.`,
    usage(command),
  ];
  const told = command.registeredArguments.filter(isWorthARow);
  if (told.length > 0) parts.push(argumentTable(told));
  const common = listShared(command, shared);
  const own = command.options.filter((option) => !common.includes(option));
  if (own.length > 0) parts.push(flagTable(own));
  if (common.length === shared.length) parts.push(`And all [flags of a debate](${SHARED_ANCHOR}).`);
  else if (common.length > 0) {
    const flags = common.map(({ long }) => `\`${long}\``).join(", ");
    parts.push(`And of the [flags of a debate](${SHARED_ANCHOR}): ${flags}.`);
  }
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

/** The introduction says what every command takes for a debate. */
function isWorthARow({ description }: Argument): boolean {
  return description !== DEBATE_ARGUMENT && description !== DEBATE_OR_JOURNAL_ARGUMENT;
}

function argumentTable(told: readonly Argument[]): string {
  const rows = told.map((argument) =>
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
    "The question is decided, or the command did what you asked. Also a contested question with `--allow-contested`.",
  defect: "A defect in Dissent or in a protocol, or a journal that doesn't follow the rules.",
  usage:
    "The command, brief or configuration is wrong, and nothing was spent. Also a journal that is damaged or in use elsewhere, and a result that can't be written.",
  providers:
    "Too few valid answers: INSUFFICIENT_DATA or ABORTED. Also no model, `gate` without its quorum, and `doctor` without a working model.",
  limit: "A limit was reached, or the journal can't be written. You can resume.",
  verification:
    "`verify` found a difference, `journal export` left out a damaged journal, or a case of `doctor --conformance` failed.",
  contested:
    "The debate ended without agreement, only built-in readers answered, or it waits for a person. Record your choice with `decide`.",
  gate: "Decided against it (a plan that doesn't hold), or `--fail-on` found something, see [Debates in pipelines](gate.md). From `decisions check`: an assumption behind a decision no longer holds.",
  interrupted: "Paused with Ctrl-C or SIGTERM. You can resume.",
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

const BEHAVIOUR = `Contested isn't zero, so that \`dissent run brief.md && ship\` doesn't ship while the judges disagree.
\`--allow-contested\` changes that, but not if only built-in readers answered.

## Streams

Results go to standard output, progress and errors to standard error.

A run prints a short summary; for the whole record use \`-o record.md\` or \`dissent report\`.

With \`--json\`, a run prints one JSON object per line:

1. \`{"event":"launch",…}\` with the debate's id, the process id and the files its settings come from,
2. one line per journal event, with type, sequence number and fields,
3. \`{"event":"done",…}\` with the outcome, the cost in total and per seat, and the exit code.

With \`--dry-run\` it prints one line, \`{"event":"plan",…}\`: seats, estimate, hosts and every text that would be sent. Other
commands print JSON instead of text, and \`show --follow\` prints the events.

An error is one line, what to do, and a code; [errors](errors.md) lists the codes. With \`--json\` it is JSON.

Progress is redrawn on a terminal, and one line per event elsewhere or if \`TERM\` is \`dumb\` or \`CI\` is set.
\`--display none\` and \`--quiet\` show none. Under a limit it says how many calls, dollars and how much time are left.

## Ctrl-C

| Ctrl-C | What happens |
| --- | --- |
| once | No new call starts. Calls in progress finish and are recorded. The debate pauses. |
| twice | Calls in progress are dropped, and asked again on resume. |
| a third time | The process ends at once. The journal keeps what was recorded. |

At a question, Ctrl-C ends the command with exit code 130, and Ctrl-D takes the safe answer.

SIGTERM counts as Ctrl-C; \`dissent resume\` continues. After \`kill -9\`, \`resume\` continues at once on the same machine.
On another machine it says \`store-lease-held\` for up to 15 seconds.

## Colours and signs

\`NO_COLOR\`, \`--no-color\` and \`TERM=dumb\` turn colours off; so does output that isn't a terminal. \`FORCE_COLOR\` turns
them on. A colour never carries meaning alone. Without a UTF-8 locale, signs are ASCII: \`->\`, \`ok\`, \`x\`.

Text wraps at the width of the terminal, from 40 columns on; long paths stay whole. In a pipe nothing is wrapped, and ids
are never cut.

## Completion

The tab key completes commands, flags, files, protocols, settings, formats, gates, hosts and the ids of your debates:

\`\`\`
eval "$(dissent config completion bash)"                                         # in ~/.bashrc
eval "$(dissent config completion zsh)"                                          # in ~/.zshrc, after compinit
dissent config completion fish > ~/.config/fish/completions/dissent.fish
\`\`\`

## Where things are kept

Debates are in \`.dissent/dissent.db\` of the project: the nearest folder, from the current one upwards, with \`.dissent\`, a
configuration file or \`.git\`. \`.dissent\` has its own \`.gitignore\`, so Git never picks up your debates.

Results go to the brief's \`feature_dir\`, or to \`.dissent/debates/<id>\`. \`-o\` names another folder (end it with \`/\`), or
adds a file that ends in \`.md\`, \`.json\`, \`.yaml\`, \`.yml\`, \`.jsonl\`, \`.html\` or \`.sarif\`.`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL("../docs/cli.md", import.meta.url), cliPage());
}
