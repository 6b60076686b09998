/** Where programs are found: in absolute directories of PATH, and on Windows behind what npm writes. */
import { describe, expect, test } from "vitest";

import {
  locateProgram,
  type ProgramSearchContext,
  createProgramSearchContext,
} from "./locate-program.ts";

function machine(
  files: Readonly<Record<string, string>>,
  changes: Partial<ProgramSearchContext> = {},
): ProgramSearchContext {
  return {
    platform: "linux",
    env: { PATH: "/first:/second" },
    node: "/node",
    isProgram: (path) => Object.hasOwn(files, path),
    readText: (path) => files[path] ?? "",
    ...changes,
  };
}

describe("elsewhere", () => {
  test("the first directory that has it counts", () => {
    const files = { "/second/claude": "", "/first/codex": "", "/second/codex": "" };

    expect(locateProgram("claude", machine(files))).toEqual({
      found: true,
      file: "/second/claude",
      before: [],
    });
    expect(locateProgram("codex", machine(files))).toMatchObject({ file: "/first/codex" });
    expect(locateProgram("qwen", machine(files))).toEqual({ found: false, why: "missing" });
  });

  test("a path is taken as it is", () => {
    const at = machine({ "/opt/agent": "", "./here": "" });

    expect(locateProgram("/opt/agent", at)).toMatchObject({ file: "/opt/agent" });
    expect(locateProgram("/opt/other", at)).toMatchObject({ found: false });
  });

  test("relative entries of PATH are not searched: the current directory is not to be trusted", () => {
    const at = machine(
      { "./claude": "", "bin/claude": "", claude: "" },
      { env: { PATH: ":.:bin:" } },
    );

    expect(locateProgram("claude", at)).toMatchObject({ found: false });
  });

  test("on this machine a program is a file that may be run", () => {
    const here = createProgramSearchContext({ PATH: "/" });

    expect(locateProgram(process.execPath, here)).toMatchObject({ found: true });
    expect(locateProgram(import.meta.dirname, here)).toMatchObject({ found: false });
    expect(locateProgram(import.meta.filename, here)).toMatchObject({ found: false });
  });
});

describe("Windows", () => {
  const shim = (target: string): string =>
    [
      "@ECHO off",
      "GOTO start",
      ":find_dp0",
      "SET dp0=%~dp0",
      "EXIT /b",
      ":start",
      "SETLOCAL",
      "CALL :find_dp0",
      'IF EXIST "%dp0%\\node.exe" (',
      '  SET "_prog=%dp0%\\node.exe"',
      ") ELSE (",
      '  SET "_prog=node"',
      ")",
      `endLocal & goto #_undefined_# 2>NUL || title %COMSPEC% & "%_prog%"  "%dp0%\\${target}" %*`,
    ].join("\r\n");
  const windows = (
    files: Readonly<Record<string, string>>,
    env: ProgramSearchContext["env"] = {},
  ): ProgramSearchContext =>
    machine(files, {
      platform: "win32",
      node: "C:\\node.exe",
      env: { Path: 'C:\\first;"C:\\npm dir"', ...env },
    });

  test("behind a batch file of npm, the script is run by this Node.js", () => {
    const files = { "C:\\npm dir\\codex.CMD": shim("node_modules\\@openai\\codex\\bin\\codex.js") };

    expect(locateProgram("codex", windows(files))).toEqual({
      found: true,
      file: "C:\\node.exe",
      before: ["C:\\npm dir\\node_modules\\@openai\\codex\\bin\\codex.js"],
    });
  });

  test("behind a batch file that starts a program, the program is run", () => {
    const target = "node_modules\\@anthropic-ai\\claude-code\\bin\\claude.exe";
    const text = `@"%~dp0\\${target}" %*\r\n`;

    expect(locateProgram("claude", windows({ "C:\\first\\claude.CMD": text }))).toEqual({
      found: true,
      file: `C:\\first\\${target}`,
      before: [],
    });
  });

  test("a program goes before a batch file, in the order of PATHEXT", () => {
    const files = { "C:\\first\\claude.EXE": "", "C:\\first\\claude.CMD": shim("x.js") };

    expect(locateProgram("claude", windows(files))).toMatchObject({
      file: "C:\\first\\claude.EXE",
    });
    expect(locateProgram("claude.exe", windows({ "C:\\first\\claude.exe": "" }))).toMatchObject({
      file: "C:\\first\\claude.exe",
    });
  });

  test("a batch file of another kind is refused: a shell would read the prompt", () => {
    const files = { "C:\\first\\agent.BAT": "@echo off\r\npython agent.py %*\r\n" };

    expect(locateProgram("agent", windows(files))).toEqual({ found: false, why: "batch" });
  });

  test("scripts that Windows would hand to an interpreter are not programs", () => {
    const files = { "C:\\first\\agent.JS": "", "C:\\first\\agent.VBS": "" };

    expect(locateProgram("agent", windows(files, { PATHEXT: ".JS;.VBS;.EXE" }))).toMatchObject({
      found: false,
    });
  });
});
