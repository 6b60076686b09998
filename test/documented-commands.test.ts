/** Every command that a page shows is one that the program takes: its name, its flags and its arguments. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";

import { CommanderError } from "commander";
import { describe, expect, test } from "vitest";

import { buildCliProgram } from "../src/cli/program/program.ts";
import { RENAMED_COMMANDS } from "../src/cli/program/renamed-commands.ts";
import { type DocumentedCommand, listDocumentedCommands } from "./support/documented-commands.ts";

const ROOT = join(import.meta.dirname, "..");
const PAGES = execFileSync("git", ["ls-files", "*.md"], { cwd: ROOT, encoding: "utf8" })
  .split("\n")
  .filter((path) => /^(?:[A-Z]+\.md|(?:docs|examples|deploy|plugins|bench)\/)/.test(path))
  .filter((path) => !/CHANGELOG|__prompts__|recordings|docs\/decisions\//.test(path));
/** An argument that may be missing where a command is only spoken of. */
const UNFINISHED = ["commander.missingArgument", "commander.missingMandatoryOptionValue"];

/** Undefined if the program would run it. */
async function findMistake({ words, isWhole }: DocumentedCommand): Promise<string | undefined> {
  const program = buildCliProgram({ version: "0", act: async () => {} });
  const names = program.commands.map((command) => command.name());
  const first = words.find((word) => !word.startsWith("-"));
  const isQuestion = first !== undefined && /[\s?]/.test(first) && !names.includes(first);
  try {
    const args = words.map((word) => (word === "--help-all" ? "--help" : word));
    if (args.length > 0) {
      await program.parseAsync(isQuestion ? ["run", ...args] : args, { from: "user" });
    }
    return undefined;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0 || error.code === "commander.help") return undefined;
    if (!isWhole && UNFINISHED.includes(error.code)) return undefined;
    if (!isWhole && error.code === "commander.optionMissingArgument") return undefined;
    return error.message.split("\n")[0];
  }
}

describe("commands on the pages", () => {
  test("the pages show many", () => {
    const commands = PAGES.flatMap(listDocumentedCommands);

    expect(commands.filter(({ isWhole }) => isWhole).length).toBeGreaterThan(150);
    expect(commands.filter(({ isWhole }) => !isWhole).length).toBeGreaterThan(200);
  });

  test.each(PAGES)("the program takes every command of %s", async (path) => {
    const mistakes = await Promise.all(
      listDocumentedCommands(path)
        // the pattern of every command, with its arguments in brackets
        .filter(({ text }) => !/^dissent .*(?:\[flags\]|<command>)/.test(text))
        .map(async (command) => ({ ...command, mistake: await findMistake(command) })),
    );

    expect(
      mistakes
        .filter(({ mistake }) => mistake !== undefined)
        .map(({ line, text, mistake }) => `${path}:${line} ${text}: ${mistake}`),
    ).toEqual([]);
  });

  test.each(PAGES.filter((path) => path !== "docs/cli.md"))("%s uses no old name", (path) => {
    const old = Object.keys(RENAMED_COMMANDS);
    const found = listDocumentedCommands(path).filter(({ words }) =>
      old.some((name) => words.slice(0, name.split(" ").length).join(" ") === name),
    );

    expect(found.map(({ line, text }) => `${path}:${line} ${text}`)).toEqual([]);
  });

  test.each([
    ["dissent run a.md --nope", "error: unknown option '--nope'"],
    ["dissent fly", "error: unknown command 'fly'"],
    ["dissent diff a", "error: missing required argument 'other'"],
  ])("%s would be found", async (text, mistake) => {
    const words = text.split(" ").slice(1);
    const found = await findMistake({ path: "", line: 1, text, words, isWhole: true });

    expect(found).toBe(mistake);
  });
});
