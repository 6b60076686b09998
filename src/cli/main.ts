/** The only place that prints an error or sets an exit code. */
import { homedir } from "node:os";

import { CommanderError } from "commander";

import { packageVersion } from "../app/version.ts";
import { SetupError } from "../errors.ts";
import { adoptNpmSettings } from "../network/npm-settings.ts";
import { describeError, EXIT, exitOfError } from "./exit-codes.ts";
import { FIRST_SCREEN } from "./program/first-screen.ts";
import { buildProgram } from "./program/program.ts";
import type { GlobalFlags } from "./session.ts";
import { askingForTrust } from "./terminal/ask-for-trust.ts";
import { InterruptedByPerson } from "./terminal/interrupted-by-person.ts";
import { wrappingOutput } from "./terminal/wrap-lines.ts";

export async function main(args: readonly string[]): Promise<void> {
  outliveReaders();
  adoptNpmSettings(process.env, homedir());
  try {
    process.exitCode = await dispatched(args);
  } catch (error) {
    if (error instanceof InterruptedByPerson) {
      process.exitCode = EXIT.interrupted;
      return;
    }
    const shown = asUsage(error);
    if (shown === undefined) return;
    wrappingOutput(process.stderr).write(await withoutKeys(describeError(shown)));
    process.exitCode = exitOfError(shown);
  }
}

/** An error may repeat what was typed, and a defect anything at all (K17). */
async function withoutKeys(text: string): Promise<string> {
  const { env } = process;
  const [{ redactor }, { storedSecrets }] = await Promise.all([
    import("../text/redact.ts"),
    import("../models/keys.ts"),
  ]);
  return redactor(env, storedSecrets({ env, homeDir: homedir() }))(text);
}

/** A reader that has seen enough (`dissent list | head`) is no defect, and ends no debate. */
function outliveReaders(): void {
  process.stderr.on("error", () => {});
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") return;
    const full = new SetupError("file-unreadable", `Standard output broke (${error.code}).`, {
      hint: "Free some space, or write to a file with -o.",
    });
    process.stderr.write(describeError(full));
    process.exit(exitOfError(full));
  });
}

async function dispatched(args: readonly string[]): Promise<number> {
  if (args.length === 0) {
    wrappingOutput(process.stdout).write(FIRST_SCREEN);
    return EXIT.decided;
  }
  let exit: number = EXIT.decided;
  const program = buildProgram({
    version: packageVersion(),
    async act(load, command) {
      const flags = command.optsWithGlobals<Record<string, unknown> & GlobalFlags>();
      // not needed for help, and slow to load: the rules of every protocol hang on it
      const [action, { openSession }] = await Promise.all([load(), import("./session.ts")]);
      const session = openSession(flags);
      const args = command.processedArgs.flat() as string[];
      // a dry run asks nobody, so there is nothing to leave behind
      exit =
        flags["detach"] === true && flags["dryRun"] !== true
          ? await (await import("./debates/detach.ts")).detached(session)
          : await askingForTrust(session, () => action(session, args, flags));
    },
  });
  const names = program.commands.map((command) => command.name());
  await program.parseAsync(withDefaultVerb(args, names), { from: "user" });
  return exit;
}

/** `dissent "A or B?"` is `dissent run "A or B?"`: a question has a space or a question mark. */
function withDefaultVerb(args: readonly string[], names: readonly string[]): string[] {
  let at = 0;
  while (args[at]?.startsWith("-")) at += WITH_VALUE.has(args[at] ?? "") ? 2 : 1;
  const first = args[at];
  const question = first !== undefined && /[\s?]/.test(first) && !names.includes(first);
  return question ? [...args.slice(0, at), "run", ...args.slice(at)] : [...args];
}

// flags of every command may come before the question, some with a value
const WITH_VALUE = new Set(["-C", "--cwd", "-c", "--config", "--display"]);

/** Commander's complaints in our words; undefined for help and version, which are no mistakes. */
function asUsage(error: unknown): unknown {
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
