import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { fakeClock } from "../../test/support/time/fake-clock.ts";
import { runProgram } from "./run-program.ts";

const NODE = process.execPath;

test("AV4 what a program is given and says comes through, with its exit code", async () => {
  const script =
    "process.stdin.pipe(process.stdout); process.stdin.on('end', () => (process.exitCode = 3))";

  expect(await runProgram(NODE, ["-e", script], { env: process.env, input: "words" })).toEqual({
    status: 3,
    stdout: "words",
    stderr: "",
    failure: null,
  });
});

test("AV4 a program that is not installed is missing, and nothing is thrown", async () => {
  expect(await runProgram("no-such-program", [], { env: process.env })).toMatchObject({
    status: null,
    failure: "missing",
  });
});

test("AV4 a program that waits for ever is given up after 30 seconds, and ended with what it started", async () => {
  const folder = mkdtempSync(join(tmpdir(), "dissent-program-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const pids = join(folder, "pids");
  const waits = "setInterval(() => {}, 1e6)";
  const script = `
    const child = require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(waits)}]);
    const fs = require("node:fs");
    fs.writeFileSync(${JSON.stringify(`${pids}.draft`)}, process.pid + " " + child.pid);
    fs.renameSync(${JSON.stringify(`${pids}.draft`)}, ${JSON.stringify(pids)});
    ${waits}`;
  const clock = fakeClock();
  const ended = runProgram(NODE, ["-e", script], { env: process.env, clock });
  await expect.poll(() => existsSync(pids), { timeout: 30_000 }).toBe(true);

  clock.advance(29_999);
  expect(clock.waiting()).toBe(1);
  clock.advance(1);

  expect(await ended).toMatchObject({ status: null, failure: "too-slow" });
  const isAlive = (pid: number): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  const started = readFileSync(pids, "utf8").split(" ").map(Number);
  expect(started).toHaveLength(2);
  await expect.poll(() => started.filter(isAlive), { timeout: 30_000 }).toEqual([]);
});
