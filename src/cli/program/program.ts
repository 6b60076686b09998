/** The command tree. Commands are loaded when called, so that `--help` stays fast. */
import { Command, type CommanderError, Option } from "commander";

import { HELP_EXAMPLES } from "../../protocols/examples.ts";
import type { CliContext } from "../cli-context.ts";
import { addMcpCommands } from "../mcp/mcp-commands.ts";
import { createWrappingOutput } from "../terminal/wrap-lines.ts";
import { addDebateCommands, addDemoCommand } from "./debate-commands.ts";
import { addEvalCommand } from "./eval-command.ts";
import { addGateCommand } from "./gate-commands.ts";
import { addDecisionCommands, addInspectCommands, addJournalCommands } from "./inspect-commands.ts";
import { addConfigCommands, addStartCommands } from "./setup-commands.ts";
import { addServeCommand, addTeamCommands } from "./team-commands.ts";
import { listVisibleCommands } from "./visible-commands.ts";

/** Runs one command; resolves to the exit code. */
export type CommandHandler = (
  cli: CliContext,
  args: readonly string[],
  flags: Record<string, unknown>,
) => Promise<number>;

/** Commands that `--help` names in one line, and `--help-all` describes. */
const RARE_GROUP = "More";

export interface CliProgramOptions {
  readonly version: string;
  /** Called with the command's module once the arguments are understood. */
  readonly act: (load: () => Promise<CommandHandler>, command: Command) => Promise<void>;
  /** What was typed: commands that are not in it get no flags and arguments; left out, all do. */
  readonly words?: readonly string[];
  /** The only command that is declared. */
  readonly only?: string | undefined;
}

/** The program for one call: hundreds of flags take longer to declare than most commands take to run. */
export function buildCalledProgram(
  options: CliProgramOptions & Required<Pick<CliProgramOptions, "words">>,
): Command {
  const called = buildCliProgram(options);
  // help, and what is no command, need the names of all
  return called.commands.length > 0 ? called : buildCliProgram({ ...options, only: undefined });
}

export function buildCliProgram({ version, act, words, only }: CliProgramOptions): Command {
  const program = new Command("dissent");
  if (words !== undefined) declareOnlyNamed(program, words);
  if (only !== undefined) leaveOutOthers(program, only);
  program
    .description("Several AI models debate your question; code computes the result.")
    .version(version, "-V, --version")
    .option("-C, --cwd <dir>", "run in this directory")
    .option("-c, --config <file>", "use this file instead of dissent.yaml")
    .option("--json", "print JSON on stdout")
    .option("-q, --quiet", "print no progress on stderr")
    .option("--no-input", "never ask; fail where an answer is needed")
    .addOption(
      new Option("--display <how>", "progress display").choices(["auto", "live", "plain", "none"]),
    )
    .option("--no-color", "print no colours")
    .showSuggestionAfterError(true)
    .configureHelp({
      showGlobalOptions: false,
      sortSubcommands: false,
      subcommandTerm: (command) => command.name(),
      visibleCommands: (command) =>
        listVisibleCommands(command).filter((child) => child.helpGroup() !== RARE_GROUP),
    });
  program.addHelpText("after", () => tellRareCommands(program)).addHelpText("after", EXIT_HELP);

  const on = (command: Command, load: () => Promise<CommandHandler>): Command =>
    command.action(async () => act(load, command));

  program.commandsGroup("Start");
  addDemoCommand(program, on);
  addStartCommands(program, on);
  addDebateCommands(program, on);
  addInspectCommands(program, on);
  program.commandsGroup("Connect");
  addMcpCommands(program, on);
  addServeCommand(program, on);
  addGateCommand(program, on);
  addConfigCommands(program, on);
  program.commandsGroup(RARE_GROUP);
  addEvalCommand(program, on);
  addDecisionCommands(
    program.command("decisions").description("Check past decisions and record how they went"),
    on,
  );
  addJournalCommands(program.command("journal").description("Export and import journals"), on);
  addTeamCommands(program, on);
  tellOtherFlags(program);
  throwInsteadOfExit(program);
  return program;
}

function leaveOutOthers(program: Command, only: string): void {
  const declare = program.command.bind(program) as (name: string, options?: object) => Command;
  const other = new Command();
  const leaveOut = (): Command => other;
  Object.assign(other, {
    command: leaveOut,
    argument: leaveOut,
    option: leaveOut,
    addOption: leaveOut,
  });
  Object.assign(program, {
    command: (name: string, options?: object) => (name === only ? declare(name, options) : other),
  });
}

function declareOnlyNamed(command: Command, words: readonly string[]): void {
  command.createCommand = (name) => {
    const made = new Command(name);
    // whole, as one of its own commands may be meant without its name: "mcp --http" is "mcp serve --http"
    if (name !== undefined && words.includes(name)) return made;
    declareOnlyNamed(made, words);
    const leaveOut = (): Command => made;
    return Object.assign(made, {
      argument: leaveOut,
      option: leaveOut,
      addOption: leaveOut,
      addHelpText: leaveOut,
    });
  };
}

/** Binds a command to the module that does it. */
export type BindCommand = (command: Command, load: () => Promise<CommandHandler>) => Command;

/** Says where the flags are that the help of a command leaves out. */
function tellOtherFlags(program: Command): void {
  for (const command of program.commands) {
    command.addHelpText("after", () => {
      const hasRareFlags = command.options.some(({ hidden }) => hidden);
      const all = hasRareFlags ? [`All flags: dissent ${command.name()} --help-all`] : [];
      return ["", ...all, "Flags of every command, such as --json: dissent --help"].join("\n");
    });
    tellOtherFlags(command);
  }
}

/** Names the commands that the list leaves out; empty if it leaves out none. */
function tellRareCommands(program: Command): string {
  const shown = program.createHelp().visibleCommands(program);
  const names = listVisibleCommands(program)
    .filter((command) => !shown.includes(command))
    .map((command) => command.name());
  return names.length === 0 ? "" : `\nMore: ${names.join(", ")}; see dissent --help-all`;
}

/** Lists every command and flag in `--help`, the rare ones too. */
export function showWholeHelp(command: Command): void {
  command.configureHelp({
    ...command.configureHelp(),
    visibleCommands: listVisibleCommands,
  });
  for (const option of command.options) option.hideHelp(false);
  for (const child of command.commands) showWholeHelp(child);
}

/** Commander would end the process by itself; the one place that may is main. */
function throwInsteadOfExit(command: Command): void {
  command.exitOverride((error: CommanderError) => {
    throw error;
  });
  command.configureOutput({
    outputError: () => {},
    writeOut: (text) => void createWrappingOutput(process.stdout).write(text),
  });
  for (const child of command.commands) throwInsteadOfExit(child);
}

const EXIT_HELP = `
Exit codes:
  0 decided   10 contested, or no model judged   11 decided against, or --fail-on
  2 usage     3 providers or quorum   4 limit reached   5 verification failed
  1 defect    130 paused, resumable

Examples:
  dissent demo
  dissent "Postgres or SQLite?" --option "A: Postgres, ..." --option "B: SQLite, ..."
${HELP_EXAMPLES.join("\n")}
  dissent decide last C -m "pilot with two crews first"
`;
