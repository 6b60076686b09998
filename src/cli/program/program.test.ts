import type { Command } from "commander";
import { describe, expect, test } from "vitest";

import { buildCalledProgram, buildCliProgram, showWholeHelp } from "./program.ts";
import { RENAMED_COMMANDS, describeRenamedCommand } from "./renamed-commands.ts";
import { listVisibleCommands } from "./visible-commands.ts";

const program = buildCliProgram({ version: "", act: async () => {} });

function findCommand(root: Command, words: string): Command | undefined {
  return words
    .split(" ")
    .reduce<Command | undefined>(
      (at, word) => at?.commands.find((child) => child.name() === word),
      root,
    );
}

function listShown(command: Command): Command[] {
  return command.createHelp().visibleCommands(command);
}

function listAll(command: Command): Command[] {
  return [command, ...command.commands.flatMap(listAll)];
}

describe("the command tree", () => {
  test("shows a person few commands, none by its old name, and names the others in one line", () => {
    const shown = listShown(program).map((child) => child.name());
    const others = listVisibleCommands(program)
      .map((child) => child.name())
      .filter((name) => !shown.includes(name));
    let help = "";
    program.configureOutput({ writeOut: (text) => void (help += text) });
    program.outputHelp();

    expect(shown.length).toBeLessThanOrEqual(19);
    expect(shown.filter((name) => Object.hasOwn(RENAMED_COMMANDS, name))).toEqual([]);
    expect(help).toContain(`\nMore: ${others.join(", ")}; see dissent --help-all\n`);
  });

  test("--help-all shows the commands that --help only names", () => {
    const all = buildCliProgram({ version: "", act: async () => {} });
    let help = "";
    all.configureOutput({ writeOut: (text) => void (help += text) });
    showWholeHelp(all);
    all.outputHelp();

    expect(listShown(all)).toEqual(listVisibleCommands(all));
    expect(help).toContain("\nMore\n");
    expect(help).not.toContain("see dissent --help-all");
  });

  test.each(Object.entries(RENAMED_COMMANDS))("%s still works and says %s", (old, now) => {
    const command = findCommand(program, old);
    const [words = "", flag] = now.split(" --");
    const target = findCommand(program, words);

    expect(command).toBeDefined();
    expect(target).toBeDefined();
    expect(command && describeRenamedCommand(command)).toBe(
      `dissent: "dissent ${old}" is now "dissent ${now}".`,
    );
    expect(target && describeRenamedCommand(target)).toBeNull();
    if (flag !== undefined) {
      expect(target?.options.map((option) => option.name())).toContain(flag);
    } else {
      const flags = (one: Command | undefined): string[] =>
        one === undefined ? [] : listAll(one).flatMap(({ options }) => options.map((o) => o.flags));
      expect(flags(target)).toEqual(flags(command));
    }
  });

  test("a part of an old command says its whole new name", () => {
    const created = findCommand(program, "tokens create");

    expect(created && describeRenamedCommand(created)).toBe(
      'dissent: "dissent tokens create" is now "dissent team tokens create".',
    );
  });

  test("run --help shows twelve flags, --help-all all of them", () => {
    const run = findCommand(program, "run");
    const all = buildCliProgram({ version: "", act: async () => {} });
    showWholeHelp(all);
    const whole = findCommand(all, "run");
    const shown = (one: Command | undefined): number =>
      one?.options.filter(({ hidden }) => !hidden).length ?? 0;

    expect(shown(run)).toBeLessThanOrEqual(13);
    expect(shown(run)).toBeGreaterThanOrEqual(12);
    expect(shown(whole)).toBe(whole?.options.length);
    expect(run?.helpInformation()).not.toContain("--max-tokens");
    expect(whole?.helpInformation()).toContain("--max-tokens");
  });

  test("what a command does is said in at most 60 characters, beginning with a verb", () => {
    const described = listAll(program)
      .slice(1)
      .map((command) => command.description());

    expect(described.filter((text) => text.length > 60)).toEqual([]);
    expect(
      described.filter((text) => /^(?:The|A|What|Which|Whether|All|Every)\b/.test(text)),
    ).toEqual([]);
  });
});

describe("the program for one call", () => {
  const act = async (): Promise<void> => {};
  const flags = (command: Command | undefined): number => command?.options.length ?? -1;

  test("declares the command that is called as the whole program does, and no other", () => {
    for (const whole of program.commands) {
      const name = whole.name();
      const { commands } = buildCalledProgram({ version: "", act, words: [name], only: name });
      // those below it too: one of them may be meant where none is named
      const tree = (command: Command | undefined) =>
        command && listAll(command).map((one) => [one.name(), flags(one)]);

      expect(commands.map((one) => one.name())).toEqual([name]);
      expect(tree(commands[0])).toEqual(tree(whole));
    }
  });

  test("has the names of all where the word is no command", () => {
    const words = ["help", "show"];
    const { commands } = buildCalledProgram({ version: "", act, words, only: "help" });

    expect(commands.map((one) => one.name())).toEqual(program.commands.map((one) => one.name()));
    expect(flags(commands.find((one) => one.name() === "show"))).toBeGreaterThan(0);
    expect(flags(commands.find((one) => one.name() === "run"))).toBe(0);
  });
});
