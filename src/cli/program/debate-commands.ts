/** The commands that start debates and go on with them. */
import type { Command } from "commander";

import { addProtocolDebateCommands, addProtocolFlags } from "../../protocols/commands.ts";
import {
  addAnswerFlags,
  addBriefArguments,
  addContinueFlags,
  addDebateFlags,
  addForkFlags,
  addLimitFlags,
  addPageFlag,
  collectRepeatedFlag,
  COMMON_RUN_FLAGS,
  DEBATE_ARGUMENT,
  DEBATE_OR_JOURNAL_ARGUMENT,
  showOnlyCommonFlags,
} from "./debate-flags.ts";
import type { BindCommand } from "./program.ts";
import { declareCommand } from "./renamed-commands.ts";

export function addDebateCommands(program: Command, on: BindCommand): void {
  program.commandsGroup("Debate");
  const run = addProtocolFlags(
    addBriefArguments(program.command("run")).description(
      "Debate a brief file, a question, or standard input (-)",
    ),
  );
  on(
    showOnlyCommonFlags(addDebateFlags(addPageFlag(run)), COMMON_RUN_FLAGS),
    async () => (await import("../commands/run.ts")).runDebateCommand,
  );
  addProtocolDebateCommands(program, on);
  addResumeCommand(program, on);
  addDecideCommand(program, on);
  addOldAnswerCommand(program, on);
  addOldForkCommand(program, on);
}

export function addDemoCommand(program: Command, on: BindCommand): void {
  const demo = program
    .command("demo")
    .description("Play a recorded debate, without a key or network")
    .argument("[recording]", "a protocol or a recording; default: list them, play the first")
    .option("--list", "list the recordings and play none")
    .option("-o, --out <path>", "write the result here; repeat it", collectRepeatedFlag)
    .option("-y, --yes", "overwrite files that Dissent did not write")
    .option("--allow-contested", "exit 0 when the question stays contested");
  on(addPageFlag(demo), async () => (await import("../commands/demo.ts")).runDemoCommand);
}

function addResumeCommand(program: Command, on: BindCommand): void {
  const resume = program
    .command("resume")
    .description("Continue, reopen, rerun or answer a debate")
    .argument("[debate]", DEBATE_ARGUMENT, "last");
  const resumed = addLimitFlags(addPageFlag(resume))
    .option(
      "--ask <fact>",
      "reopen an ended debate with a new fact; repeat it",
      collectRepeatedFlag,
    )
    .option("--answer", "answer for a seat that a person holds")
    .option("--fork", "rerun the debate from a given step as a new one")
    .option(
      "-s, --seat <seat=model>",
      "with --answer: your seat; with --fork: another model; repeat it",
      collectRepeatedFlag,
    );
  const whole = addContinueFlags(addForkFlags(addAnswerFlags(resumed))).option(
    "-y, --yes",
    "accept the cost and overwriting",
  );
  on(whole, async () => (await import("../commands/resume.ts")).runResumeCommand);
}

function addDecideCommand(program: Command, on: BindCommand): void {
  const decide = program
    .command("decide")
    .description("Record your decision beside the panel's outcome")
    .argument("<debate>", DEBATE_OR_JOURNAL_ARGUMENT)
    .argument("[option]", "the chosen option")
    .option(
      "--comment <file>",
      "read option and reason from a comment: /dissent decide … because …",
    )
    .option("-m, --message <why>", "your reason; asked for if you leave it out")
    .option("--by <name>", "who decides")
    .option("--adr", "also write a decision record")
    .option("--supersedes <record>", "the record it replaces; repeat it", collectRepeatedFlag)
    .option("-y, --yes", "overwrite files that Dissent did not write");
  on(
    addContinueFlags(decide),
    async () => (await import("../commands/decide.ts")).runDecideCommand,
  );
}

function addOldAnswerCommand(program: Command, on: BindCommand): void {
  const answer = declareCommand(program, "answer")
    .description("Answer for a seat that a person holds")
    .argument("[debate]", DEBATE_ARGUMENT, "last")
    .option("--seat <seat>", "the seat you answer for", collectRepeatedFlag)
    .option("-y, --yes", "overwrite files that Dissent did not write");
  on(
    addContinueFlags(addAnswerFlags(answer)),
    async () => (await import("../commands/answer.ts")).runAnswerCommand,
  );
}

function addOldForkCommand(program: Command, on: BindCommand): void {
  const fork = declareCommand(program, "fork")
    .description("Rerun a debate from a given step")
    .argument("<debate>", DEBATE_OR_JOURNAL_ARGUMENT)
    .option("-s, --seat <seat=model>", "use another model; repeat it", collectRepeatedFlag)
    .option("-y, --yes", "accept the cost");
  on(
    addContinueFlags(addLimitFlags(addForkFlags(fork))),
    async () => (await import("../commands/fork.ts")).runForkCommand,
  );
}
