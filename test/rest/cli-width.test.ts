/** No printed line is wider than the terminal, at any width from 40 to 200 columns. */
import { join } from "node:path";

import { beforeAll, describe, expect, test } from "vitest";

import type { CliContext } from "../../src/cli/cli-context.ts";
import { runAuditCommand } from "../../src/cli/commands/audit.ts";
import { runListCommand } from "../../src/cli/commands/list.ts";
import { runDebateCommand as runCommand } from "../../src/cli/commands/run.ts";
import { runConfigExplainCommand } from "../../src/cli/commands/setup/config.ts";
import { runKeysListCommand } from "../../src/cli/commands/setup/keys.ts";
import {
  runProtocolsListCommand,
  runProtocolsShowCommand,
} from "../../src/cli/commands/setup/protocols.ts";
import { runShowCommand } from "../../src/cli/commands/show.ts";
import { runStatsCommand } from "../../src/cli/commands/stats.ts";
import { runVerifyCommand } from "../../src/cli/commands/verify.ts";
import { formatErrorMessage } from "../../src/cli/exit-codes.ts";
import { FIRST_SCREEN } from "../../src/cli/program/first-screen.ts";
import { type CommandHandler, buildCliProgram } from "../../src/cli/program/program.ts";
import {
  type TerminalOutput,
  createTerminalStyle,
  measureColumns,
  stripColours,
} from "../../src/cli/terminal/terminal-style.ts";
import { createWrappingOutput } from "../../src/cli/terminal/wrap-lines.ts";
import { DissentError } from "../../src/errors.ts";
import { runBlameCommand } from "../../src/protocols/merge/command/blame.ts";
import {
  briefText,
  debates,
  EXAMPLES,
  NO_TERMINAL,
  type Project,
  project,
  run,
  runInTerminal,
  renderTerminalScreen,
} from "../support/processes/cli.ts";

const BRIEFS = [
  "offline-sync.md",
  "open-source-it.md",
  "rewrite-billing.md",
  "event-schema.md",
  "two-options.md",
];
const DRAFTS = ["draft-ops.md", "draft-product.md"].map((name) =>
  join(EXAMPLES, "merge-plan", name),
);
const WIDE = briefText({
  question: "離線同步功能要不要在第二版就交付給所有現場工程師使用？🚀",
  id: "wide",
  options: { A: "只做線上版本並且保留重試佇列", B: "完整的離線優先同步 ✅" },
});
const WIDTHS = Array.from({ length: 161 }, (_, index) => 40 + index);

let at: Project;
let ids: string[];

beforeAll(async () => {
  at = project({ "wide.md": WIDE });
  for (const brief of [...BRIEFS.map((name) => join(EXAMPLES, name)), "wide.md"]) {
    await run(at, ["run", brief, "-q"]);
  }
  await run(at, ["merge", ...DRAFTS, "-o", "out.md", "-q"]);
  ids = (await debates(at)).map(({ id }) => id);
});

interface Screen {
  readonly session: CliContext;
  readonly printed: () => string;
}

function screenOfColumns(columns: number): Screen {
  let printed = "";
  const terminal: TerminalOutput = {
    isTTY: true,
    columns,
    rows: 40,
    write(text) {
      printed += text;
      return true;
    },
  };
  const env = { LANG: "C.UTF-8", TERM: "xterm-256color", HOME: at.home, USER: "tester" };
  const cliContext: CliContext = {
    cwd: at.dir,
    root: at.dir,
    env,
    homeDir: at.home,
    configPath: null,
    person: "tester",
    stdin: async () => "",
    stdout: createWrappingOutput(terminal),
    stderr: createWrappingOutput(terminal),
    documents: terminal,
    style: createTerminalStyle(terminal, env),
    flags: {},
    args: [],
  };
  return { session: cliContext, printed: () => printed };
}

/** One word that is wider than the terminal stands alone; everything else fits. */
function expectToFit(text: string, columns: number, what: string): void {
  for (const line of stripColours(text).split("\n")) {
    if (measureColumns(line) <= columns || !/\s/.test(line.trim())) continue;
    expect.fail(`${what} at ${columns} columns: ${measureColumns(line)} cells: ${line}`);
  }
}

async function expectActionToFit(
  action: CommandHandler,
  args: readonly string[],
  { flags = {}, widths = WIDTHS }: { flags?: Record<string, unknown>; widths?: readonly number[] },
): Promise<void> {
  for (const columns of widths) {
    const { session: cliContext, printed } = screenOfColumns(columns);
    await action(cliContext, args, flags).catch((error: unknown) => {
      if (!(error instanceof DissentError)) throw error;
      cliContext.stderr.write(formatErrorMessage(error));
    });
    expect(printed()).not.toBe("");
    expectToFit(printed(), columns, args.join(" "));
  }
}

describe("no line is wider than the terminal", () => {
  test("K2 of any debate that is shown, by every protocol", async () => {
    expect(ids).toHaveLength(BRIEFS.length + 2);
    // together they meet every width
    for (const [index, id] of ids.entries()) {
      const widths = WIDTHS.filter((columns) => columns % ids.length === index);
      await expectActionToFit(runShowCommand, [id], { flags: { claims: true }, widths });
    }
  });

  test("of a dry run of every example", async () => {
    for (const brief of [...BRIEFS.map((name) => join(EXAMPLES, name)), "wide.md"]) {
      await expectActionToFit(runCommand, [brief], { flags: { dryRun: true } });
    }
  });

  test.each<[string, CommandHandler, readonly string[]]>([
    ["list", runListCommand, []],
    ["blame", runBlameCommand, ["out.md"]],
    ["protocols", runProtocolsListCommand, []],
    ["protocols show", runProtocolsShowCommand, ["roundtable"]],
    ["config explain", runConfigExplainCommand, []],
    ["keys list", runKeysListCommand, []],
    ["an error with a hint", runShowCommand, ["no-such-debate"]],
    ["an ambiguous id", runShowCommand, ["o"]],
  ])("of %s", async (_, action, args) => {
    await expectActionToFit(action, args, {});
  });

  // each computes for a while, so they meet every eighth width
  test.each<[string, CommandHandler, readonly string[]]>([
    ["audit", runAuditCommand, ["last"]],
    ["stats", runStatsCommand, []],
    ["verify", runVerifyCommand, ["last"]],
  ])("of %s", async (_, action, args) => {
    const widths = WIDTHS.filter((columns) => columns % 8 === 0);
    await expectActionToFit(action, args, { widths });
  });

  test("of the help of every command, and of the first screen", () => {
    const program = buildCliProgram({ version: "0", act: async () => {} });
    const texts = [program, ...program.commands].map((command) => command.helpInformation());
    for (const columns of WIDTHS) {
      const { session: cliContext, printed } = screenOfColumns(columns);
      for (const text of [...texts, FIRST_SCREEN]) cliContext.stdout.write(text);
      expectToFit(printed(), columns, "help");
    }
  });
});

test("ids stay whole at every width, ready to be pasted", async () => {
  for (const columns of WIDTHS) {
    const { session: cliContext, printed } = screenOfColumns(columns);
    await runListCommand(cliContext, [], {});
    const words = stripColours(printed()).split(/\s+/);
    expect(ids.filter((id) => !words.includes(id))).toEqual([]);
  }
});

test("a pipe gets whole ids and whole questions, one debate a line", async () => {
  const { stdout } = await run(at, ["list"]);

  const lines = stdout.trimEnd().split("\n");
  expect(lines).toHaveLength(ids.length);
  for (const id of ids) expect(stdout).toContain(`  ${id} `);
  expect(stdout).not.toContain("…");
  expect(stdout).toContain("離線同步功能要不要在第二版就交付給所有現場工程師使用？🚀");
});

test("dissent alone is at most 25 lines of 80 columns, and exits 0", async () => {
  const { code, stdout, stderr } = await run(at, []);

  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const lines = stdout.trimEnd().split("\n");
  expect(lines.length).toBeLessThanOrEqual(25);
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  // every command that it shows exists
  const { commands } = buildCliProgram({ version: "0", act: async () => {} });
  const shown = lines.flatMap((line) => /^ {2}dissent ([a-z]+)/.exec(line)?.[1] ?? []);
  expect(new Set(shown)).toEqual(
    new Set(["demo", "init", "run", "challenge", "review", "merge", "list", "doctor"]),
  );
  for (const name of shown) expect(commands.map((command) => command.name())).toContain(name);
});

describe.skipIf(NO_TERMINAL).concurrent("on a real terminal", () => {
  test.each([40, 63, 80, 200])(
    "a whole run of %d columns leaves no wider line",
    async (columns) => {
      const here = project();
      const brief = join(EXAMPLES, "offline-sync.md");
      const { stdout } = await runInTerminal(here, ["run", brief], { columns });

      const screen = renderTerminalScreen(stdout);
      expect(screen.length).toBeGreaterThan(15);
      expectToFit(screen.join("\n"), columns, "run");
      expect(screen.join("\n")).not.toMatch(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/);
    },
  );
});
