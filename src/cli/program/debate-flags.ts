/** Flags that several commands share. */
import { type Command, Option } from "commander";

import { BRIEF_FLAGS } from "../../protocols/examples.ts";

/** For a flag that may be given several times. */
export const collectRepeatedFlag = (value: string, before: readonly string[] = []): string[] => [
  ...before,
  value,
];

/** A question and what it is decided between. */
export function addBriefArguments(command: Command): Command {
  return command
    .argument("<brief>", "brief file, question, or -")
    .option("-p, --protocol <name>", "the rules to debate by")
    .option("--option <text>", 'an option, "A: text"; repeat it', collectRepeatedFlag)
    .option("--consensus <share>", "share of votes that carries: 2/3, 67%, 0.67");
}

/** Flags of commands that start a debate on a brief. */
export function addDebateFlags(command: Command): Command {
  const quoting = command.option(
    "-f, --context <file>",
    "a file, a glob or an earlier decision (debate:<id>) that may be quoted; repeat it",
    collectRepeatedFlag,
  );
  for (const { flag, description } of BRIEF_FLAGS) quoting.option(flag, description);
  const asked = quoting
    .option("--propose-panel", "let a model propose who else sits; you agree or edit it")
    .option("--anonymous", "show the others without names, in rotating order, each position once")
    .option("--max-rounds <n>", "how many rounds at most")
    .option(
      "-o, --out <path>",
      "write the result here: a directory, or .md .json .yaml .jsonl .html; repeat it",
      collectRepeatedFlag,
    )
    .option("--adr", "also write a decision record, numbered like the project's others")
    .option(
      "--supersedes <record>",
      "the record it takes the place of; repeat it",
      collectRepeatedFlag,
    );
  return addRunFlags(asked);
}

/** Flags of every command that starts a debate. */
export function addRunFlags(command: Command): Command {
  const held = command
    .option("-s, --seat <seat=model>", "who speaks for a seat; repeat it", collectRepeatedFlag)
    .option("--offline", "use the built-in reader, which decides nothing, instead of models")
    .option("--timeout <time>", "deadline of one answer: 120s, 2m")
    .option("--max-calls <n>", "pause before more calls than this")
    .option("--max-tokens <n>", "pause before more tokens than this")
    .option("--budget <usd>", "pause before more dollars than this")
    .option("--max-time <time>", "start no call after this long")
    .addOption(
      new Option("--on-limit <what>", "what a reached limit does").choices(["pause", "finish"]),
    )
    .option("--setting <name=value>", "a setting of the protocol; repeat it", collectRepeatedFlag)
    .option("--dry-run", "show what would be asked of whom, and ask nobody")
    .option("--detach", "run in the background and return once it has started")
    .option("--allow-unpriced", "ask models of unknown price under a limit in dollars")
    .option("-y, --yes", "do not ask: agree to the cost, likely secrets, and overwriting")
    .option("--attest", "ask whoever dissents whether the words that stand for it are right")
    .option("--allow-contested", "exit 0 when the question stays contested")
    .option(
      "--fail-on <what>",
      "exit 11 although decided: dissent, degraded, low-confidence, open-challenge, capitulation, blind-seat",
    );
  return addCassetteFlags(held);
}

function addCassetteFlags(command: Command): Command {
  return command
    .option("--record <cassette>", "record every answer to this file")
    .option("--replay <cassette>", "answer from this file, at no cost");
}

/** For a debate that has limits already. */
export function addLimitFlags(command: Command): Command {
  return command
    .option("--max-calls <n>", "a new limit")
    .option("--max-tokens <n>", "a new limit")
    .option("--budget <usd>", "a new limit")
    .option("--max-time <time>", "a new limit");
}

/** Flags of every command that continues a debate. */
export function addContinueFlags(command: Command): Command {
  const told = command
    .option("--allow-contested", "exit 0 when the question stays contested")
    .option("-o, --out <path>", "write the result here; repeat it", collectRepeatedFlag);
  return addCassetteFlags(told);
}
