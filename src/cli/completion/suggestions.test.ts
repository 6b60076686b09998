import type { Command } from "commander";
import { describe, expect, test } from "vitest";

import { buildCliProgram } from "../program/program.ts";
import { listVisibleCommands } from "../program/visible-commands.ts";
import { type SuggestionLookup, locateCursor, suggestCompletions } from "./suggestions.ts";
import { COMPLETION_NAMES, findArgumentValues, findFlagValues } from "./value-sources.ts";

const program = buildCliProgram({ version: "", act: async () => {} });

const LOOKED_UP: Readonly<Record<string, readonly string[]>> = {
  debates: ["last", "sync-1a2b"],
  "debates-or-files": ["last", "sync-1a2b"],
  protocols: ["judges", "board"],
  gates: ["dissent", "degraded"],
  settings: ["rotate=true", "rotate=false", "repo=true"],
};
const lookUp: SuggestionLookup = async (source) =>
  (LOOKED_UP[String(source)] ?? []).map((value) => ({ value, about: "" }));

async function offered(...words: readonly string[]): Promise<readonly (string | null)[]> {
  const { values, paths } = await suggestCompletions(program, words, lookUp);
  return [...values.map(({ value }) => value), ...(paths === null ? [] : [`:${paths}`])];
}

function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap(everyCommand)];
}

describe("what could come next", () => {
  test("is every command at the beginning, and none that is hidden", async () => {
    const all = await offered("");

    expect(all).toEqual(listVisibleCommands(program).map((child) => child.name()));
    expect(all.length).toBeGreaterThan(16);
    expect(all).not.toContain("completion-words");
    expect(all).not.toContain("help");
  });

  test.each([
    [["re"], ["review", "resume", "report"]],
    [["--json", "ver"], ["verify"]],
    [["-C", "somewhere", "ver"], ["verify"]],
    [["mcp", "in"], ["install"]],
    [["run", "--dry"], ["--dry-run"]],
    [["mcp", "install", "--s"], ["--scope"]],
    [["run", "--disp"], ["--display"]],
    [["--display", "l"], ["live"]],
    [
      ["run", "--protocol", ""],
      ["judges", "board"],
    ],
    [["run", "-p", "b"], ["board"]],
    [["run", "--protocol=b"], ["--protocol=board"]],
    [["run", "--protocol", "=", "b"], ["board"]],
    [
      ["run", "--protocol", "="],
      ["judges", "board"],
    ],
    [["gate", "q.md", "--fail-on", "dissent,d"], ["dissent,degraded"]],
    [["gate", "q.md", "--fail-on=dissent,"], ["--fail-on=dissent,degraded"]],
    [
      ["run", "--setting", "rot"],
      ["rotate=true", "rotate=false"],
    ],
    [["run", "--setting", "rotate=t"], ["rotate=true"]],
    [["run", "--setting=rotate=t"], ["--setting=rotate=true"]],
    // as bash splits it
    [
      ["run", "--setting", "rotate", "="],
      ["true", "false"],
    ],
    [["run", "--setting", "rotate", "=", "f"], ["false"]],
    [["run", "--setting", "=", "rotate", "=", "f"], ["false"]],
    [["report", "-f", "ht"], ["html"]],
    [["merge", "-d", "q"], ["quick"]],
    [["tokens", "create", "--scope", "read,d"], ["read,decide"]],
    [["mcp", "install", "claude", "--scope", "p"], ["project"]],
    [["resume", "s"], ["sync-1a2b"]],
    [
      ["show", "s"],
      ["sync-1a2b", ":files"],
    ],
    [["outcome", "last", "w"], ["wrong"]],
    [["run", ""], [":files"]],
    [["merge", "a.md", "b.md", ""], [":files"]],
    [["run", "q.md", "--dry-run", "-o", ""], [":files"]],
    [["-C", ""], [":directories"]],
    [["config", "explain", ""], [":files"]],
    [["completion", "z"], ["zsh"]],
    // nothing can be known here
    [["run", "--budget", ""], []],
    [["blame", "a.md", ""], []],
    [["nonsense", ""], []],
  ])("after %j is %j", async (words, expected) => {
    expect(await offered(...words)).toEqual(expected);
  });

  test("an old name of a command takes its flags and arguments", async () => {
    expect(await offered("mcp", "--ht")).toEqual(["--http"]);
    expect(await offered("config", "")).toEqual([
      "explain",
      "schema",
      "trust",
      "keys",
      "protocols",
      "completion",
      ":files",
    ]);
  });
});

test("after a double dash, words are arguments and no flags", () => {
  expect(locateCursor(program, ["run", "--", "--protocol", ""])).toMatchObject({
    flag: null,
    argumentsBefore: 1,
  });
});

test("every flag and argument with known values is one that a command has", () => {
  const all = everyCommand(program);
  const flags = new Set(all.flatMap(({ options }) => options.map(({ long }) => long?.slice(2))));
  const names = new Set(all.flatMap((one) => one.registeredArguments.map((each) => each.name())));

  expect(COMPLETION_NAMES.flags.filter((name) => !flags.has(name))).toEqual([]);
  expect(COMPLETION_NAMES.arguments.filter((name) => !names.has(name))).toEqual([]);
});

test("values that are written down here are those that the help names", () => {
  const described = everyCommand(program).flatMap((one) => [
    ...one.options
      .filter(({ argChoices }) => argChoices === undefined)
      .map((option) => ({ ...findFlagValues(option), help: option.description })),
    ...one.registeredArguments.map((each) => ({
      ...findArgumentValues(each),
      help: each.description,
    })),
  ]);
  const written = described.flatMap(({ source, help }) =>
    typeof source === "string" ? [] : [{ source, help }],
  );
  const unknown = written.flatMap(({ source, help }) =>
    source.filter((value) => !help.includes(value)),
  );

  expect(written.length).toBeGreaterThan(5);
  expect(unknown).toEqual([]);
});
