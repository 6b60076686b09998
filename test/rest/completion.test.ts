/** Completion in the shells themselves: a line is typed, the tab key is pressed, and the shell runs what came of it. */
import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { beforeAll, describe, expect, test } from "vitest";

import {
  BIN,
  debates,
  followed,
  NO_TERMINAL,
  type Project,
  run,
  scriptedProject,
} from "../support/processes/cli.ts";
import { missingPart } from "../support/processes/missing-part.ts";
import { recommends, responds } from "../support/protocols/judges.ts";

const TAB = "\t";

/** How a shell is started without anybody's settings, loads the script, and shows what it was made to run. */
const SHELLS = {
  bash: {
    command: "bash --norc --noprofile -i",
    load: ". ./completion.bash; bind 'set enable-bracketed-paste off'; bind 'set bell-style none'",
    run: 'dissent() { printf "GOT<%s>\\n" "$*"; }',
    missing: undefined,
  },
  zsh: {
    command: "zsh -f -i",
    load: "autoload -Uz compinit && compinit -D -u; . ./completion.zsh; unsetopt beep",
    run: 'dissent() { printf "GOT<%s>\\n" "$*"; }',
    missing: missingPart("zsh"),
  },
} as const;

let at: Project;
let path: string;
let id: string;

beforeAll(async () => {
  const seats = ["risk", "value", "effort"];
  const script = Object.fromEntries(
    seats.flatMap((seat) => [
      [`openings/${seat}`, recommends(seat, "A")],
      [`responses/${seat}`, responds(seat, "A")],
    ]),
  );
  at = scriptedProject(script, { "notes for all.md": "x", "plans/one.md": "x" });
  const bin = join(at.base, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "dissent"), `#!/bin/sh\nexec "${process.execPath}" "${BIN}" "$@"\n`);
  chmodSync(join(bin, "dissent"), 0o755);
  path = `${bin}:${process.env["PATH"] ?? ""}`;
  expect((await run(at, ["run", "q.md"])).code).toBe(0);
  id = (await debates(at))[0]?.id ?? "";
  for (const shell of ["bash", "zsh", "fish"]) {
    at.write(`completion.${shell}`, (await run(at, ["config", "completion", shell])).stdout);
  }
});

/** What is typed, and what the shell then runs; $ID is the debate's. */
const LINES: readonly (readonly [what: string, typed: string, runs: string])[] = [
  ["a command", `dissent repo${TAB}`, "report"],
  ["a command below another", `dissent config protocols sh${TAB}`, "config protocols show"],
  ["a flag", `dissent run --dry${TAB}`, "run --dry-run"],
  ["a protocol", `dissent run -p rou${TAB}`, "run -p roundtable"],
  [
    "a protocol behind an equals sign",
    `dissent run --protocol=rou${TAB}`,
    "run --protocol=roundtable",
  ],
  ["a format", `dissent report --format sa${TAB}`, "report --format sarif"],
  [
    "a gate in a list",
    `dissent gate q.md --fail-on dissent,uns${TAB}`,
    "gate q.md --fail-on dissent,unsupported-change",
  ],
  [
    "the value of a setting",
    `dissent run -p judges --setting second_round=when_${TAB}`,
    "run -p judges --setting second_round=when_split",
  ],
  ["a host", `dissent mcp install vs${TAB}`, "mcp install vscode"],
  ["the id of a debate", `dissent show off${TAB}`, "show $ID"],
  ["a debate by its newest", `dissent audit la${TAB}`, "audit last"],
  ["a file with spaces in its name", `dissent run notes${TAB}`, "run notes for all.md"],
  ["a file after a flag", `dissent run q.md -f scr${TAB}`, "run q.md -f script.json"],
];

describe.skipIf(NO_TERMINAL).each(Object.entries(SHELLS))("%s", (_, shell) => {
  test.skipIf(shell.missing)("completes commands, flags, values, debates and files", async () => {
    const terminal = followed(
      spawn("script", ["-qec", shell.command, "/dev/null"], {
        cwd: at.dir,
        env: {
          PATH: path,
          HOME: at.home,
          TERM: "dumb",
          LANG: "C.UTF-8",
          PS1: "$ ",
          SHELL: "/bin/sh",
        },
      }),
    );
    const type = (text: string): void => void terminal.child.stdin?.write(text);
    type(`${shell.load}; ${shell.run}; printf 'RE%s\\n' ADY\n`);
    await terminal.said("READY");
    for (const [index, [, typed]] of LINES.entries()) {
      type(`${typed}\nprintf 'DONE%s\\n' ${index}\n`);
      await terminal.said(`DONE${index}`);
    }
    type("exit\n");
    const { code, stdout } = await terminal.ended;
    const after = stdout.slice(stdout.lastIndexOf("READY"));
    const ran = [...after.matchAll(/GOT<([^>\n]*)>/g)].map(([, words]) => words);

    expect(ran).toEqual(LINES.map(([, , runs]) => runs.replace("$ID", id)));
    expect(code).toBe(0);
  });
});

describe.skipIf(missingPart("fish"))("fish", () => {
  test.each(LINES)("completes %s", async (_, typed, runs) => {
    const line = typed.slice(0, -1);
    const child = spawn(
      "fish",
      ["--no-config", "-c", `source completion.fish; complete -C '${line}'`],
      {
        cwd: at.dir,
        env: { PATH: path, HOME: at.home, LANG: "C.UTF-8", TERM: "dumb" },
      },
    );
    const { stdout, stderr } = await followed(child).ended;
    const last =
      runs
        .replace("$ID", id)
        .split(/ (?!for|all)/)
        .at(-1) ?? "";
    const offered = stdout.split("\n").map((one) => one.split("\t", 1)[0]?.replaceAll("\\ ", " "));

    expect(stderr).toBe("");
    expect(offered).toContain(last);
  });
});
