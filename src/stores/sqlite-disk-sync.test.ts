import { mkdtempSync, readdirSync, readlinkSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { expect, onTestFinished, test } from "vitest";

import { systemClock } from "../clock.ts";
import {
  createDiskSync,
  createDiskSyncForLog,
  openWalFile,
  type WalFile,
} from "./sqlite-disk-sync.ts";
import { createStoreOnDatabase } from "./sqlite-journals.ts";
import { openSqliteDatabase } from "./sqlite-open.ts";
import { sqliteStore } from "./sqlite.ts";

/** A log whose next wait takes so long. */
function logThatTakes(times: number[]) {
  let nowMs = 0;
  const how: string[] = [];
  const log: WalFile = {
    now() {
      how.push("on the spot");
      nowMs += times.shift() ?? 0;
    },
    beside(told) {
      how.push("beside");
      nowMs += times.shift() ?? 0;
      told(null);
    },
    close() {},
  };
  return { log, how, clock: () => nowMs };
}

test("SQ1 a slow disk is waited for beside the event loop, until it is fast again", () => {
  const { log, how, clock } = logThatTakes([1, 20, 20, 2, 1]);
  const disk = createDiskSyncForLog(log, clock);

  for (let wait = 0; wait < 5; wait++) disk.sync(() => {});

  expect(how).toEqual(["on the spot", "on the spot", "beside", "beside", "on the spot"]);
});

test("SQ4 a wait on the spot that fails says so as one beside does", () => {
  const full = new Error("EIO");
  const log: WalFile = {
    now() {
      throw full;
    },
    beside() {},
    close() {},
  };
  const told: unknown[] = [];

  createDiskSyncForLog(log).sync((fault) => told.push(fault));

  expect(told).toEqual([full]);
});

test.skipIf(process.platform !== "linux")(
  "SQ1 the log of a database is waited for on the spot and beside, and let go after the last",
  async () => {
    const directory = mkdtempSync(join(tmpdir(), "dissent-disk-"));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const path = join(directory, "dissent.db");
    const database = openSqliteDatabase(path);
    const opened = (): number =>
      readdirSync("/proc/self/fd").filter((one) => readLinkTarget(one) === `${path}-wal`).length;
    const before = opened();
    const log = openWalFile(`${path}-wal`);

    log.now();
    const waiting = new Promise((resolve) => log.beside(resolve));
    log.close();
    const meanwhile = opened();

    expect(await waiting).toBeNull();
    expect({ meanwhile: meanwhile - before, after: opened() - before }).toEqual({
      meanwhile: 1,
      after: 0,
    });
    database.close();
  },
);

function readLinkTarget(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return "";
  }
}

test
  .skipIf(process.platform === "win32")
  .each(["removed", "moved", "made anew", "left without its log"])(
  "SQ1 of a file that was %s meanwhile nothing is confirmed",
  async (how) => {
    const directory = mkdtempSync(join(tmpdir(), "dissent-disk-"));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const place = join(directory, "place");
    let nowMs = 0;
    const database = openSqliteDatabase(join(place, "dissent.db"));
    const store = createStoreOnDatabase(
      database,
      systemClock,
      createDiskSync(database, () => nowMs),
    );
    const add = (expected: number) =>
      store.append({ debate: "one", expected, lines: [`line ${expected}`], summary: null });
    await add(0);

    nowMs += 1_000;
    await add(1);

    if (how === "moved") renameSync(place, join(directory, "elsewhere"));
    else if (how === "left without its log") rmSync(join(place, "dissent.db-wal"));
    else rmSync(place, { recursive: true });
    const other = how === "made anew" ? sqliteStore(join(place, "dissent.db")) : undefined;
    nowMs += 1_000;

    for (const expected of [2, 3]) {
      await expect(add(expected)).rejects.toMatchObject({
        code: "store-unavailable",
        message: expect.stringMatching(/dissent\.db(?:-wal)? was moved or removed\.$/),
        hint: expect.stringContaining("Put it back"),
      });
    }
    await store.close();
    await other?.close();
  },
);

test("SQ1 a database in memory has nothing to wait for", () => {
  const database = new DatabaseSync(":memory:");
  const told: unknown[] = [];

  createDiskSync(database).sync((fault) => told.push(fault));

  expect(told).toEqual([null]);
  database.close();
});
