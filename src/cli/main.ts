/** The only place that prints an error or sets an exit code. */
import { homedir } from "node:os";

import { CommanderError } from "commander";

import { readPackageVersion } from "../app/package-version.ts";
import { SetupError } from "../errors.ts";
import { adoptNpmSettings } from "../network/npm-settings.ts";
import type { GlobalFlags } from "./cli-context.ts";
import {
  EXIT,
  PromptInterruptedError,
  computeErrorExit,
  formatErrorJson,
  isErrorTold,
  formatErrorMessage,
} from "./exit-codes.ts";
import { FIRST_SCREEN } from "./program/first-screen.ts";
import { buildCalledProgram, showWholeHelp } from "./program/program.ts";
import { describeRenamedCommand } from "./program/renamed-commands.ts";
import { retryOnceTrusted } from "./terminal/ask-for-trust.ts";
import { createWrappingOutput } from "./terminal/wrap-lines.ts";

export async function main(args: readonly string[]): Promise<void> {
  ignoreBrokenPipes();
  adoptNpmSettings(process.env, homedir());
  try {
    process.exitCode = await dispatchCommand(args);
  } catch (error) {
    if (error instanceof PromptInterruptedError) {
      process.exitCode = EXIT.interrupted;
      return;
    }
    const shown = convertCommanderError(error);
    if (shown === undefined) return;
    const exit = computeErrorExit(shown);
    if (isJsonWanted(args) && !isErrorTold(shown)) {
      process.stdout.write(`${await redactErrorText(formatErrorJson(shown, exit))}\n`);
    }
    createWrappingOutput(process.stderr).write(await redactErrorText(formatErrorMessage(shown)));
    process.exitCode = exit;
  }
}

/** Read from the words themselves: what could not be understood may want JSON too. */
function isJsonWanted(args: readonly string[]): boolean {
  const end = args.includes("--") ? args.indexOf("--") : args.length;
  return args.slice(0, end).includes("--json");
}

/** An error may repeat what was typed, and a defect anything at all (K17). */
async function redactErrorText(text: string): Promise<string> {
  const { env } = process;
  const [{ createRedactor }, { listStoredSecrets }] = await Promise.all([
    import("../text/redact.ts"),
    import("../models/stored-keys.ts"),
  ]);
  return createRedactor(env, listStoredSecrets({ env, homeDir: homedir() }))(text);
}

/** A reader that has seen enough (`dissent list | head`) is not a defect, and ends no debate. */
function ignoreBrokenPipes(): void {
  process.stderr.on("error", () => {});
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") return;
    const full = new SetupError("file-unreadable", `Standard output broke (${error.code}).`, {
      hint: "Free some space, or write to a file with -o.",
    });
    process.stderr.write(formatErrorMessage(full));
    process.exit(computeErrorExit(full));
  });
}

async function dispatchCommand(args: readonly string[]): Promise<number> {
  if (args.length === 0) {
    createWrappingOutput(process.stdout).write(FIRST_SCREEN);
    return EXIT.decided;
  }
  let exit: number = EXIT.decided;
  const words = insertDefaultCommand(shortenHelpFlag(args));
  const program = buildCalledProgram({
    words,
    only: words[findCommandPlace(words)],
    version: readPackageVersion(),
    async act(load, command) {
      const renamed = describeRenamedCommand(command);
      // scripts and pipelines go on as they were
      if (renamed !== null && process.stderr.isTTY) process.stderr.write(`${renamed}\n`);
      const flags = command.optsWithGlobals<Record<string, unknown> & GlobalFlags>();
      // not needed for help, and slow to load: the rules of every protocol hang on it
      const [action, { openCliContext }] = await Promise.all([load(), import("./cli-context.ts")]);
      const cli = openCliContext(flags);
      const act = (): Promise<number> =>
        action(cli, command.processedArgs.flat() as string[], flags);
      // a dry run asks no model, so there is nothing to leave behind
      exit =
        flags["detach"] === true && flags["dryRun"] !== true
          ? await (await import("./debates/detach.ts")).runDetached(cli)
          : await act().catch((error: unknown) => retryOnceTrusted(cli, error, act));
    },
  });
  if (args.includes("--help-all")) showWholeHelp(program);
  await program.parseAsync(words, { from: "user" });
  return exit;
}

/** `--help-all` is help with the rare flags; after `--` it is an argument like any other. */
function shortenHelpFlag(args: readonly string[]): string[] {
  const end = args.includes("--") ? args.indexOf("--") : args.length;
  return args.map((word, index) => (index < end && word === "--help-all" ? "--help" : word));
}

/** `dissent "A or B?"` is `dissent run "A or B?"`: a question has a space or a question mark, and no command has. */
function insertDefaultCommand(args: readonly string[]): string[] {
  const at = findCommandPlace(args);
  const first = args[at];
  const question = first !== undefined && /[\s?]/.test(first);
  return question ? [...args.slice(0, at), "run", ...args.slice(at)] : [...args];
}

// flags of every command may come before it, some with a value
function findCommandPlace(args: readonly string[]): number {
  let at = 0;
  while (args[at]?.startsWith("-")) at += GLOBAL_VALUE_FLAGS.has(args[at] ?? "") ? 2 : 1;
  return at;
}

const GLOBAL_VALUE_FLAGS = new Set(["-C", "--cwd", "-c", "--config", "--display"]);

/** Commander's errors in our words; undefined for help and version, which are not errors. */
function convertCommanderError(error: unknown): unknown {
  if (!(error instanceof CommanderError)) return error;
  if (error.exitCode === 0) return undefined;
  if (error.code === "commander.help") {
    process.exitCode = EXIT.usage;
    return undefined;
  }
  // what is one argument too many may be a key, and is not repeated
  const told = error.message.replace(/ but got (\d+):.*/s, " but got $1.");
  const [first = "", ...rest] = told.replace(/^error: /, "").split("\n");
  const suggestion = rest
    .join(" ")
    .trim()
    .replace(/^\(|\)$/g, "");
  const code = error.code === "commander.unknownCommand" ? "unknown-command" : "usage";
  const sentence = first.charAt(0).toUpperCase() + first.slice(1).replace(/\.$/, "");
  return new SetupError(code, `${sentence}.`, {
    hint: suggestion === "" ? "See what is possible: dissent --help" : suggestion,
  });
}
