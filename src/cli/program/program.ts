/** The command tree. Commands are loaded when called, so that `--help` stays fast. */
import { Command, type CommanderError, Option } from "commander";

import {
  addProtocolDebateCommands,
  addProtocolFlags,
  addProtocolInspectCommands,
} from "../../protocols/commands.ts";
import { HELP_EXAMPLES } from "../../protocols/examples.ts";
import type { CliContext } from "../cli-context.ts";
import { addMcpCommands } from "../mcp/mcp-commands.ts";
import { createWrappingOutput } from "../terminal/wrap-lines.ts";
import {
  addBriefArguments,
  addContinueFlags,
  addDebateFlags,
  addLimitFlags,
  collectRepeatedFlag,
} from "./debate-flags.ts";
import { addGateCommand } from "./gate-commands.ts";
import {
  addAuditCommands,
  addJournalCommands,
  addPageFlag,
  addViewCommand,
} from "./inspect-commands.ts";
import { addSetupCommands } from "./setup-commands.ts";
import { addFleetCommands, addServeCommand, addTokenCommands } from "./team-commands.ts";

/** Runs one command; resolves to the exit code. */
export type CommandHandler = (
  cli: CliContext,
  args: readonly string[],
  flags: Record<string, unknown>,
) => Promise<number>;

export interface CliProgramOptions {
  readonly version: string;
  /** Called with the command's module once the arguments are understood. */
  readonly act: (load: () => Promise<CommandHandler>, command: Command) => Promise<void>;
}

export function buildCliProgram({ version, act }: CliProgramOptions): Command {
  const program = new Command("dissent")
    .description("Put a question before several minds and compute what came of it.")
    .version(version, "-V, --version")
    .option("-C, --cwd <dir>", "work as if called in this directory")
    .option("-c, --config <file>", "read this configuration instead of dissent.yaml")
    .option("--json", "machine-readable output on stdout")
    .option("-q, --quiet", "no progress on stderr")
    .addOption(
      new Option("--display <how>", "progress display").choices(["auto", "live", "plain", "none"]),
    )
    .option("--no-color", "no colours")
    .showSuggestionAfterError(true)
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false })
    .addHelpText("after", EXIT_HELP);

  const on = (command: Command, load: () => Promise<CommandHandler>): Command =>
    command.action(async () => act(load, command));

  addDebateCommands(program, on);
  addInspectCommands(program, on);
  addAuditCommands(program, on);
  addJournalCommands(program, on);
  addMcpCommands(program, on);
  addFleetCommands(program, on);
  addTokenCommands(program, on);
  addServeCommand(program, on);
  addSetupCommands(program, on);
  throwInsteadOfExit(program);
  return program;
}

/** Binds a command to the module that does it. */
export type BindCommand = (command: Command, load: () => Promise<CommandHandler>) => Command;

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

function addDebateCommands(program: Command, on: BindCommand): void {
  program.commandsGroup("Debate");
  const run = addProtocolFlags(
    addBriefArguments(program.command("run")).description(
      "Hold a debate on a brief file, a question, or standard input (-)",
    ),
  );
  on(
    addDebateFlags(addPageFlag(run)),
    async () => (await import("../commands/run.ts")).runDebateCommand,
  );
  addProtocolDebateCommands(program, on);
  addDemoCommand(program, on);
  addGateCommand(program, on);
  addContinuingCommands(program, on);
}

function addDemoCommand(program: Command, on: BindCommand): void {
  const demo = program
    .command("demo")
    .description("Play a recorded debate of language models: no key, no network, a few seconds")
    .argument(
      "[recording]",
      "a protocol or a recording; default: list them and play the first protocol",
    )
    .option("--list", "list the recordings and play none")
    .option("-o, --out <path>", "write the result here; repeat it", collectRepeatedFlag)
    .option("-y, --yes", "overwrite files that Dissent did not write")
    .option("--allow-contested", "exit 0 when the question stays contested");
  on(addPageFlag(demo), async () => (await import("../commands/demo.ts")).runDemoCommand);
}

function addContinuingCommands(program: Command, on: BindCommand): void {
  const resume = program
    .command("resume")
    .description("Continue a paused, limited or crashed debate, or reopen one that has ended")
    .argument("[debate]", "its id or the start or end of it, or last", "last");
  const resumed = addLimitFlags(addPageFlag(resume))
    .option(
      "--ask <fact>",
      "reopen an ended debate with a new fact; repeat it",
      collectRepeatedFlag,
    )
    .option("-y, --yes", "do not ask: agree to the cost, and to writing over what is there");
  on(
    addContinueFlags(resumed),
    async () => (await import("../commands/resume.ts")).runResumeCommand,
  );
  const decide = program
    .command("decide")
    .description("Record a person's decision, beside the panel's outcome")
    .argument("<debate>", "its id or the start or end of it, last, or a .jsonl journal")
    .argument("[option]", "the chosen option")
    .option("--comment <file>", "take option and reason from a /dissent decide … because … in it")
    .option("-m, --message <why>", "the reason; you are asked for it if you leave it out")
    .option("--by <name>", "who decides")
    .option("--adr", "also write a decision record")
    .option(
      "--supersedes <record>",
      "the record it takes the place of; repeat it",
      collectRepeatedFlag,
    )
    .option("-y, --yes", "overwrite files that Dissent did not write");
  on(
    addContinueFlags(decide),
    async () => (await import("../commands/decide.ts")).runDecideCommand,
  );
  const answer = program
    .command("answer")
    .description("Answer for a seat that a person holds, and let the debate go on")
    .argument("[debate]", "its id or the start or end of it, or last", "last")
    .option("--seat <seat>", "the seat you answer for")
    .option("--file <file>", "the filled form, or - for standard input")
    .option("--template", "print the empty form")
    .option("--by <name>", "who answers")
    .option("-y, --yes", "overwrite files that Dissent did not write");
  on(
    addContinueFlags(answer),
    async () => (await import("../commands/answer.ts")).runAnswerCommand,
  );
  const fork = program
    .command("fork")
    .description("Hold a debate again from a point on, with another model or a new fact")
    .argument("<debate>", "its id, last, or a .jsonl journal")
    .option("--at <step>", "the step to hold again, or the number of an event")
    .option("-s, --seat <seat=model>", "another model for a seat; repeat it", collectRepeatedFlag)
    .option("--fact <text>", "a new fact for the brief; repeat it", collectRepeatedFlag)
    .option(
      "--setting <name=value>",
      "another setting of the protocol; repeat it",
      collectRepeatedFlag,
    )
    .option("-y, --yes", "do not ask: agree to the cost");
  on(
    addContinueFlags(addLimitFlags(fork)),
    async () => (await import("../commands/fork.ts")).runForkCommand,
  );
}

function addListCommand(program: Command, on: BindCommand): void {
  on(
    program
      .command("list")
      .description("All debates of this project, newest first")
      .argument("[words...]", "only those with these words in id, question or outcome")
      .option("--search <words>", "the same")
      .option("-n, --limit <n>", "at most this many", "50")
      .addOption(
        new Option("--status <status>", "only these").choices([
          "running",
          "paused",
          "waiting",
          "settled",
        ]),
      ),
    async () => (await import("../commands/list.ts")).runListCommand,
  );
}

function addVerifyCommand(program: Command, on: BindCommand): void {
  on(
    program
      .command("verify")
      .description("Recompute a debate offline and name the first difference")
      .argument(
        "[what]",
        "a debate, a .jsonl journal, a .md record, a result, an .html page, or their folder",
        "last",
      )
      .option("--head <hash>", "the chain head it must have: 12 to 64 hex digits")
      .option("--sign", "sign its last event with your SSH key")
      .option("--anchor <where>", "git (a note in this repository), or a timestamp server")
      .addOption(
        new Option(
          "--require <level>",
          "fail unless it is signed by a known key, or anchored",
        ).choices(["signed", "anchored"]),
      ),
    async () => (await import("../commands/verify.ts")).runVerifyCommand,
  );
}

function addInspectCommands(program: Command, on: BindCommand): void {
  program.commandsGroup("Look");
  addViewCommand(program, on);
  addListCommand(program, on);
  on(
    program
      .command("show")
      .description("A debate from beginning to end")
      .argument("[debate]", "its id, last, or a .jsonl journal", "last")
      .option("--claims", "with every claim and its evidence"),
    async () => (await import("../commands/show.ts")).runShowCommand,
  );
  on(
    program
      .command("watch")
      .description("Follow a debate that another process holds")
      .argument("[debate]", "its id or the start or end of it, or last", "last"),
    async () => (await import("../commands/watch.ts")).runWatchCommand,
  );
  on(
    program
      .command("report")
      .description("The record of a debate, from its journal, without asking anyone")
      .argument("[debate]", "its id, last, or a .jsonl journal", "last")
      .addOption(
        new Option("-f, --format <format>", "format").choices([
          "md",
          "adr",
          "json",
          "yaml",
          "jsonl",
          "html",
          "sarif",
          "comment",
        ]),
      )
      .option(
        "-o, --out <file>",
        "write it here: .md .json .yaml .jsonl .html .sarif, or any with -f",
      )
      .option("--journal", "md, adr: with the journal inside, so that anyone can verify it")
      .option("-y, --yes", "overwrite a file that Dissent did not write"),
    async () => (await import("../commands/report.ts")).runReportCommand,
  );
  addVerifyCommand(program, on);
  addProtocolInspectCommands(program, on);
}

const EXIT_HELP = `
Exit codes:
  0 decided   10 contested or judged by nobody     11 a gate tripped
  2 usage     3 providers or quorum   4 limit reached   5 verification failed
  1 defect    130 paused, resumable

Examples:
  dissent demo
  dissent "Postgres or SQLite?" --option "A: Postgres, ..." --option "B: SQLite, ..."
${HELP_EXAMPLES.join("\n")}
  dissent decide last C -m "pilot with two crews first"
`;
