/** Several real processes on one SQLite file. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { sqliteStore } from "../../src/stores/sqlite.ts";

const PROGRAM = join(import.meta.dirname, "../programs/append-lines.ts");
const PROCESSES = 4;
const LINES = 30;

test("SQ1 SQ3 processes that make one database at once all write to it, and no place is written twice", async () => {
  const directory = mkdtempSync(join(tmpdir(), "dissent-processes-"));
  for (let attempt = 0; attempt < 6; attempt++) {
    const path = join(directory, `${attempt}`, "dissent.db");

    const programs = Array.from({ length: PROCESSES }, (_, name) => appending(path, name));
    await Promise.all(programs.map(({ ready }) => ready));
    // all begin at once, so that they meet while the tables are being made
    for (const { begin } of programs) begin();
    const conflicts = await Promise.all(programs.map(({ conflicts: counted }) => counted));

    const store = sqliteStore(path);
    for (let name = 0; name < PROCESSES; name++) {
      const own = await store.read(`own-${name}`);
      expect(own.map(({ line }) => line)).toEqual(own.map((_, at) => `${name}-${at}`));
      expect(own).toHaveLength(LINES);
    }
    const common = await store.read("common");
    const lost = conflicts.reduce((sum, count) => sum + count, 0);
    expect(common.length + lost).toBe(PROCESSES * LINES);
    expect(common.every(({ line }, at) => line.endsWith(`-${at}`))).toBe(true);
    await store.close();
  }
  rmSync(directory, { recursive: true, force: true });
});

interface Appending {
  readonly ready: Promise<unknown>;
  readonly begin: () => void;
  /** How many lines another process wrote first. */
  readonly conflicts: Promise<number>;
}

function appending(path: string, name: number): Appending {
  const child = spawn(process.execPath, [PROGRAM, path, String(name), String(LINES)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  return {
    ready: once(child.stdout, "data"),
    begin: () => child.stdin.end("begin"),
    conflicts: once(child, "close").then(([code]) => {
      expect(code).toBe(0);
      return Number(printed.replace("ready\n", ""));
    }),
  };
}
