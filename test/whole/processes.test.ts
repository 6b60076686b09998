/** Several real processes on one SQLite file. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { expect, test } from "vitest";

import { sqliteStore } from "../../src/stores/sqlite.ts";

const run = promisify(execFile);
const PROGRAM = join(import.meta.dirname, "../programs/append-lines.ts");
const PROCESSES = 4;
const LINES = 30;

test("Q1 Q3 processes that make one database at once all write to it, and no place is written twice", async () => {
  const directory = mkdtempSync(join(tmpdir(), "dissent-processes-"));
  for (let attempt = 0; attempt < 6; attempt++) {
    const path = join(directory, `${attempt}`, "dissent.db");

    const startMs = Date.now() + 600;
    const printed = await Promise.all(
      Array.from({ length: PROCESSES }, (_, name) =>
        run(process.execPath, [PROGRAM, path, String(name), String(LINES), String(startMs)]),
      ),
    );

    const store = sqliteStore(path);
    for (let name = 0; name < PROCESSES; name++) {
      const own = await store.read(`own-${name}`);
      expect(own.map(({ line }) => line)).toEqual(own.map((_, at) => `${name}-${at}`));
      expect(own).toHaveLength(LINES);
    }
    const common = await store.read("common");
    const conflicts = printed.reduce((sum, { stdout }) => sum + Number(stdout), 0);
    expect(common.length + conflicts).toBe(PROCESSES * LINES);
    expect(common.every(({ line }, at) => line.endsWith(`-${at}`))).toBe(true);
    await store.close();
  }
  rmSync(directory, { recursive: true, force: true });
});
