/** Flags that several commands share. */
import { type Command, Option } from "commander";

import { BRIEF_FLAGS } from "../../protocols/examples.ts";

/** For a flag that may be given several times. */
export const collectRepeatedFlag = (value: string, before: readonly string[] = []): string[] => [
  ...before,
  value,
];

/** What a debate can be named by; a command that takes journals says so itself. */
export const DEBATE_ARGUMENT = "its id, the start or end of its id, or last";
export const DEBATE_OR_JOURNAL_ARGUMENT = "its id, last, or a .jsonl journal";

/** A question and its options. */
export function addBriefArguments(command: Command): Command {
  return command
    .argument("<brief>", "brief file, question, or - for standard input")
    .option("-p, --protocol <name>", "choose the rules; list them with: config protocols list")
    .option("--option <text>", 'add an option, "A: text"; repeat it', collectRepeatedFlag)
    .option("--consensus <share>", "share of votes an option needs: 2/3, 67%, 0.67");
}

/** Flags of commands that start a debate on a brief. */
export function addDebateFlags(command: Command): Command {
  const quoting = command.option(
    "-f, --context <file>",
    "let participants quote this: file, glob or debate:<id>; repeat it",
    collectRepeatedFlag,
  );
  for (const { flag, description } of BRIEF_FLAGS) quoting.option(flag, description);
  const asked = quoting
    .option("--propose-panel", "let a model propose the panel; you accept or edit it")
    .option("--repo [folder]", "let participants ask for files of this checkout")
    .option("--no-repo", "ask for no files of a repository")
    .option("--auto", "vote blind first, and debate only if that may pay off")
    .option("--anonymous", "hide names, rotate the order, show each position once")
    .option("--max-rounds <n>", "run at most this many rounds")
    .option(
      "-o, --out <path>",
      "write the result: a directory, or .md .json .yaml .jsonl .html; repeat it",
      collectRepeatedFlag,
    )
    .option("--adr", "also write a decision record, numbered like your others")
    .option("--supersedes <record>", "the record it replaces; repeat it", collectRepeatedFlag);
  return addRunFlags(asked);
}

/** Flags of every command that starts a debate. */
export function addRunFlags(command: Command): Command {
  const held = command
    .option(
      "-s, --seat <seat=model>",
      "put a model or person in a seat; repeat it",
      collectRepeatedFlag,
    )
    .option("--offline", "use the built-in reader instead of models; it only quotes")
    .option("--timeout <time>", "wait this long for each answer: 120s, 2m")
    .option("--max-calls <n>", "pause before more calls than this")
    .option("--max-tokens <n>", "pause before more tokens than this")
    .option("--budget <usd>", "pause before spending more dollars than this")
    .option("--max-time <time>", "start no new call after this long")
    .addOption(
      new Option("--on-limit <what>", "what to do at a limit").choices(["pause", "finish"]),
    )
    .option("--setting <name=value>", "change a protocol setting; repeat it", collectRepeatedFlag)
    .option("--dry-run", "show who would be asked and the cost; ask nothing")
    .option("--detach", "run in the background and return at once")
    .option("--allow-unpriced", "allow models of unknown price under --budget")
    .option("-y, --yes", "accept the cost, likely secrets and overwriting")
    .option("--attest", "ask dissenters to confirm their wording")
    .option("--allow-contested", "exit 0 when the question stays contested")
    .option("--fail-on <what>", `also exit 11 on: ${GATE_NAMES}`);
  return addCassetteFlags(held);
}

export const GATE_NAMES = "dissent, degraded, weak, open-challenge, unsupported-change, blind-seat";

export function addCassetteFlags(command: Command): Command {
  return command
    .option("--record <cassette>", "record every answer to this file")
    .option("--replay <cassette>", "answer from this file, at no cost");
}

/** For a debate that has limits already. */
export function addLimitFlags(command: Command): Command {
  return command
    .option("--max-calls <n>", "set a new limit of calls")
    .option("--max-tokens <n>", "set a new limit of tokens")
    .option("--budget <usd>", "set a new limit of dollars")
    .option("--max-time <time>", "set a new limit of time");
}

/** Flags of every command that continues a debate. */
export function addContinueFlags(command: Command): Command {
  const told = command
    .option("--repo <folder>", "the checkout to read files from")
    .option("--allow-contested", "exit 0 when the question stays contested")
    .option("-o, --out <path>", "write the result here; repeat it", collectRepeatedFlag);
  return addCassetteFlags(told);
}

/** For a person's answer to a seat. */
export function addAnswerFlags(command: Command): Command {
  return command
    .option("--file <file>", "read the filled form from here, or - for standard input")
    .option("--template", "print the empty form")
    .option("--by <name>", "your name, for the record");
}

/** For a debate that is run again from a step on. */
export function addForkFlags(command: Command): Command {
  return command
    .option("--at <step>", "the step to run again, or the number of an event")
    .option("--fact <text>", "add a new fact to the brief; repeat it", collectRepeatedFlag)
    .option("--setting <name=value>", "change a protocol setting; repeat it", collectRepeatedFlag);
}

/** The page beside the terminal. */
export function addPageFlag(command: Command): Command {
  return command.option("--open", "open the debate in the browser while it runs");
}

/** Shows only these flags in `--help`; the others are listed by `--help-all`. */
export function showOnlyCommonFlags(command: Command, common: readonly string[]): Command {
  for (const option of command.options) {
    if (!common.includes(option.name())) option.hideHelp();
  }
  return command;
}

/** The twelve flags of a debate that people use. */
export const COMMON_RUN_FLAGS = [
  "protocol",
  "option",
  "context",
  "seat",
  "setting",
  "budget",
  "dry-run",
  "open",
  "out",
  "adr",
  "fail-on",
  "yes",
];
