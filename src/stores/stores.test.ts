import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { adds } from "../../test/conformance/store-lines.ts";
import { storeConformance } from "../../test/conformance/store.ts";
import { verified } from "../../test/support/journals/forge-journal.ts";
import { holdJudges, rounds, votes } from "../../test/support/protocols/judges.ts";
import { fakeClock } from "../../test/support/time/fake-clock.ts";
import { systemClock } from "../clock.ts";
import type { Store } from "../store.ts";
import { memoryStore } from "./memory.ts";
import { type DiskSync, createDiskSync } from "./sqlite-disk-sync.ts";
import { createStoreOnDatabase } from "./sqlite-journals.ts";
import { openSqliteDatabase, SCHEMA_VERSION } from "./sqlite-open.ts";
import { sqliteStore } from "./sqlite.ts";

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "dissent-store-"));
  path = join(directory, "deep", "dissent.db");
});
afterEach(() => {
  rmSync(directory, { recursive: true, force: true });
});

storeConformance("memory", { open: async (clock) => memoryStore(clock) });
storeConformance("sqlite", {
  open: async (clock) => sqliteStore(path, clock),
  reopen: async (clock) => sqliteStore(path, clock),
});

/** Transactions in the write-ahead log: frames that say how large the database is after them. */
function commits(): number {
  const log = readFileSync(`${path}-wal`);
  const frame = 24 + log.readUInt32BE(8);
  let count = 0;
  for (let at = 32; at + frame <= log.length; at += frame) {
    const current = log.subarray(at + 8, at + 16).equals(log.subarray(16, 24));
    if (current && log.readUInt32BE(at + 4) > 0) count += 1;
  }
  return count;
}

/** A disk that takes until it is told. */
function storeOnSlowDisk() {
  const database = openSqliteDatabase(path);
  const told: ((fault: Error | null) => void)[] = [];
  let onAsked = (): void => {};
  const disk: DiskSync = {
    ...createDiskSync(database),
    sync(tell) {
      told.push(tell);
      onAsked();
    },
  };
  return {
    store: createStoreOnDatabase(database, fakeClock(), disk),
    disk: {
      waits: () => told.length,
      asked: () =>
        new Promise<void>((resolve) => {
          if (told.length > 0) resolve();
          onAsked = resolve;
        }),
      arrive: (fault: Error | null = null) => told.shift()?.(fault),
    },
  };
}

describe("sqlite: durability", () => {
  test("SQ1 the journal is a write-ahead log, whose checkpoints are synced", () => {
    const database = openSqliteDatabase(path);

    expect(database.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
    expect(database.prepare("PRAGMA synchronous").get()).toEqual({ synchronous: 1 });
    database.close();
  });

  test("SQ1 SQ2 whoever adds waits until it is on the disk; whoever takes a lease does not", async () => {
    const { store, disk } = storeOnSlowDisk();
    const done: string[] = [];

    const lease = await store.lease("one", 1_000);
    const added = store.append({ ...adds("one", 0, "a"), lease }).then(() => done.push("added"));
    const kept = store.putBlob("h", "text").then(() => done.push("kept"));
    const renewed = store.renew(lease, 1_000).then(() => done.push("renewed"));
    await disk.asked();
    await renewed;

    expect({ done, waits: disk.waits() }).toEqual({ done: ["renewed"], waits: 1 });
    disk.arrive();
    await Promise.all([added, kept]);
    expect(done).toEqual(["renewed", "added", "kept"]);
    await store.close();
  });

  test("SQ2 what is asked for while the disk is waited for goes into the next transaction, all of it", async () => {
    const { store, disk } = storeOnSlowDisk();
    const first = store.append(adds("one", 0, "a"));
    await disk.asked();
    const before = commits();

    const more = ["two", "three", "four"].map((id) => store.append(adds(id, 0, "a")));
    await new Promise(setImmediate);
    expect(commits()).toBe(before);
    disk.arrive();
    await first;
    await disk.asked();

    expect(commits()).toBe(before + 1);
    disk.arrive();
    await Promise.all(more);
    await store.close();
  });

  test("SQ1 an addition given as a function is asked for once, when it is written", async () => {
    const { store, disk } = storeOnSlowDisk();
    const first = store.append(adds("one", 0, "a"));
    await disk.asked();
    let asked = 0;

    const second = store.append(() => {
      asked += 1;
      return adds("one", 1, "b", "c");
    });
    await new Promise(setImmediate);
    expect(asked).toBe(0);
    disk.arrive();
    await first;
    await disk.asked();
    disk.arrive();
    await second;

    expect({ asked, lines: (await store.read("one")).length }).toEqual({ asked: 1, lines: 3 });
    await store.close();
  });

  test("SQ4 K12 after a wait for the disk that failed nothing is written any more, and everyone hears why", async () => {
    const { store, disk } = storeOnSlowDisk();
    const first = store.append(adds("one", 0, "a")).catch((error: unknown) => error);
    await disk.asked();
    const second = store.append(adds("two", 0, "a")).catch((error: unknown) => error);

    disk.arrive(new Error("EIO: i/o error, fdatasync"));
    const third = await store.append(adds("three", 0, "a")).catch((error: unknown) => error);

    for (const error of [await first, await second, third]) {
      expect(error).toMatchObject({
        code: "store-unavailable",
        message: "The journal cannot be written: EIO: i/o error, fdatasync.",
      });
    }
    expect(await store.read("two")).toEqual([]);
    await store.close();
  });

  test("SQ1 closing waits for the disk once more, and resolves what was waiting for it", async () => {
    const { store, disk } = storeOnSlowDisk();
    const first = store.append(adds("one", 0, "a"));
    await disk.asked();
    const second = store.append(adds("two", 0, "a"));

    await store.close();
    await Promise.all([first, second]);
    disk.arrive();

    const again = sqliteStore(path);
    expect((await again.list()).map(({ id }) => id).toSorted()).toEqual(["one", "two"]);
    await again.close();
  });

  test("SQ2 of many openings at once those that are under way go on before the last has begun", async () => {
    const store = sqliteStore(path);
    const order: string[] = [];
    const opened = Array.from({ length: 1_000 }, async (_, index) => {
      await store.append(adds(`d-${index}`, 0, "a"));
      order.push(`opened ${index}`);
      const lease = await store.lease(`d-${index}`, 1_000);
      await store.append({ ...adds(`d-${index}`, 1, "b"), lease });
      order.push(`spoke ${index}`);
    });

    await Promise.all(opened);

    expect(order.indexOf("spoke 0")).toBeLessThan(order.indexOf("opened 999"));
    const numbers = order.filter((what) => what.startsWith("spoke"));
    expect(numbers).toEqual(opened.map((_, index) => `spoke ${index}`));
    await store.close();
  });

  test("SL1 a lease that was let go is free for another connection with the next turn of the event loop", async () => {
    const here = sqliteStore(path);
    const there = sqliteStore(path);
    await here.release(await here.lease("one", 60_000));
    await new Promise(setImmediate);

    await expect(there.lease("one", 1_000)).resolves.toBeDefined();
    await here.close();
    await there.close();
  });

  test("SQ2 all appends and leases of one turn of the event loop are one transaction", async () => {
    const store = sqliteStore(path);
    await store.append(adds("first", 0, "a"));
    const before = commits();

    await Promise.all([
      ...Array.from({ length: 50 }, (_, index) => store.append(adds(`d-${index}`, 0, "a", "b"))),
      store.lease("first", 1_000),
      store.putBlob("h", "text"),
    ]);
    const together = commits() - before;
    for (let sequence = 1; sequence <= 5; sequence++) {
      await store.append(adds("first", sequence, "b"));
    }
    const apart = commits() - before - together;

    expect({ together, apart }).toEqual({ together: 1, apart: 5 });
    await store.close();
  });

  test("SQ2 SQ3 one append of a group that may not be made does not take the others with it", async () => {
    const store = sqliteStore(path);

    const results = await Promise.allSettled([
      store.append(adds("one", 0, "a")),
      store.append(adds("two", 7, "x")),
      store.append({ ...adds("three", 0, "x"), lease: { debate: "three", token: "stolen" } }),
      store.append(adds("four", 0, "b")),
    ]);

    expect(results.map((result) => result.status === "rejected" && result.reason.code)).toEqual([
      false,
      "store-conflict",
      "store-lease-lost",
      false,
    ]);
    expect((await store.list()).map(({ id }) => id)).toEqual(["one", "four"]);
    await store.close();
  });

  test("KJ3 K12 on a full disk the append fails in one line, what was committed stays, and nothing follows the gap", async () => {
    const database = openSqliteDatabase(path);
    const store = createStoreOnDatabase(database, fakeClock());
    const pages = (database.prepare("PRAGMA page_count").get() as { page_count: number })
      .page_count;
    database.exec(`PRAGMA max_page_count = ${pages + 1}`);
    const script = rounds(votes("A", "A", "A"));

    const failure = await holdJudges(script, { store }).catch((error: unknown) => error);
    const again = await holdJudges(script, { store }).catch((error: unknown) => error);

    for (const error of [failure, again]) {
      expect(error).toMatchObject({ code: "store-unavailable" });
      expect((error as Error).message).toMatch(/^The journal cannot be written: .*full\.$/);
    }
    await store.close();
    const roomy = sqliteStore(path);
    const [kept] = await roomy.list();
    const lines = await roomy.read(kept!.id);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.map(({ sequence }) => sequence)).toEqual(lines.map((_, index) => index));
    const { outcome, app, id } = await holdJudges(script, { store: roomy });
    expect(outcome?.label).toBe("CONSENSUS");
    expect(await verified(app, id)).toMatchObject({ ok: true });
    await app.run({ debate: kept!.id });
    expect(await verified(app, kept!.id)).toMatchObject({ ok: true });
    await roomy.close();
  });
});

describe("sqlite: several connections to one file", () => {
  let here: Store;
  let there: Store;
  beforeEach(() => {
    here = sqliteStore(path, systemClock);
    there = sqliteStore(path, systemClock);
  });
  afterEach(async () => {
    await here.close();
    await there.close();
  });

  test("K13 a watcher sees what another process adds", async () => {
    const stop = new AbortController();
    const lines = here.watch("one", 0, stop.signal)[Symbol.asyncIterator]();
    const first = lines.next();
    await there.append(adds("one", 0, "a"));
    expect(await first).toEqual({ done: false, value: { sequence: 0, line: "a" } });
    const second = lines.next();
    await there.append(adds("other", 0, "x"));
    await there.append(adds("one", 1, "b"));

    expect(await second).toEqual({ done: false, value: { sequence: 1, line: "b" } });
    stop.abort();
    expect(await lines.next()).toEqual({ done: true, value: undefined });
  });

  test("K13 a watcher ends when its store is closed", async () => {
    const never = new AbortController().signal;
    const lines = here.watch("one", 0, never)[Symbol.asyncIterator]();
    const next = lines.next();

    await here.close();

    expect(await next).toEqual({ done: true, value: undefined });
  });

  test("SQ3 two processes never both write one place, nor both hold one debate", async () => {
    const writes = await Promise.allSettled([
      here.append(adds("one", 0, "a")),
      there.append(adds("one", 0, "b")),
    ]);
    const leases = await Promise.allSettled([here.lease("one", 9_000), there.lease("one", 9_000)]);

    for (const results of [writes, leases]) {
      expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    }
    expect(await here.read("one")).toEqual(await there.read("one"));
    expect(await here.read("one")).toHaveLength(1);
  });
});

describe("sqlite: the file", () => {
  test("K17 only its owner may read it, its log included", async () => {
    const store = sqliteStore(path);
    await store.append(adds("one", 0, "a"));

    for (const file of [path, `${path}-wal`, `${path}-shm`]) {
      expect(statSync(file).mode & 0o777, file).toBe(0o600);
    }
    await store.close();
  });

  test("a file of a newer Dissent is refused, and left as it is and unlocked", async () => {
    const newer = openSqliteDatabase(path);
    newer.exec("PRAGMA user_version = 99");

    expect(() => sqliteStore(path)).toThrowError(
      expect.objectContaining({
        code: "store-corrupt",
        message: "The database was written by a newer Dissent (format 99).",
        hint: "Update Dissent, or use another directory.",
      }),
    );

    newer.exec(`BEGIN IMMEDIATE; PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`);
    newer.close();
    await sqliteStore(path).close();
  });

  test("a file of version 1 is brought up to date: what came of its debates is found, unreadable ones stay", async () => {
    const store = sqliteStore(path);
    const { id } = await holdJudges(rounds(votes("A", "A", "A")), { store });
    await store.append(adds("broken", 0, "not an event"));
    const now = await store.list();
    await store.close();
    const old = openSqliteDatabase(path);
    old.exec(`
      DROP TABLE debate_words; DROP INDEX debates_unindexed;
      ALTER TABLE debates DROP COLUMN gist; ALTER TABLE debates DROP COLUMN indexed;
      UPDATE debates SET summary = json_remove(summary, '$.brief', '$.options', '$.decidedMs', '$.gist');
      CREATE VIRTUAL TABLE debate_words USING fts5 (id, question, content = 'debates', content_rowid = 'rowid');
      INSERT INTO debate_words (rowid, id, question) SELECT rowid, id, question FROM debates;
      DROP TABLE signatures; DROP TABLE figures;
      PRAGMA user_version = 1;
    `);
    old.close();

    const again = sqliteStore(path);

    expect(await again.list()).toEqual(now);
    expect(now.find((one) => one.id === id)?.gist).toContain("Online only");
    expect((await again.list({ search: "online only" })).map((one) => one.id)).toEqual([id]);
    await again.close();
  });

  test("SQ5 figures last as long as their journal and their rules stay the same", async () => {
    const store = sqliteStore(path);
    await store.append(adds("one", 0, "a", "b"));
    await store.append(adds("two", 0, "a"));
    await store.figures?.keep("rules 1", [
      { debate: "one", events: 2, text: "first" },
      { debate: "two", events: 1, text: "second" },
    ]);
    await store.close();

    const again = sqliteStore(path);
    expect(await again.figures?.read("rules 2")).toEqual(new Map());
    await again.append(adds("two", 1, "b"));
    expect(await again.figures?.read("rules 1")).toEqual(new Map([["one", "first"]]));

    await again.figures?.keep("rules 2", [{ debate: "one", events: 2, text: "newer" }]);
    expect(await again.figures?.read("rules 2")).toEqual(new Map([["one", "newer"]]));
    await again.close();
  });

  test("a file of version 3 keeps figures once it is opened", async () => {
    await sqliteStore(path).close();
    const old = openSqliteDatabase(path);
    old.exec("DROP TABLE figures; PRAGMA user_version = 3;");
    old.close();

    const store = sqliteStore(path);
    await store.append(adds("one", 0, "a"));
    await store.figures?.keep("rules", [{ debate: "one", events: 1, text: "kept" }]);

    expect(await store.figures?.read("rules")).toEqual(new Map([["one", "kept"]]));
    await store.close();
  });

  test("a file that is no database is said to be so in one line", () => {
    const bad = join(directory, "dissent.db");
    writeFileSync(
      bad,
      "this was a database once, and it is long enough to be looked at ".repeat(40),
    );

    expect(() => sqliteStore(bad)).toThrowError(
      expect.objectContaining({
        code: "store-corrupt",
        message: `The journal ${bad} cannot be opened: file is not a database.`,
      }),
    );
  });

  test.each(["", "{", "null", '{"id":"x"}', '{"question":7}'])(
    "a summary that reads %j is worked out again from the journal, and kept",
    async (damaged) => {
      const store = sqliteStore(path);
      const { id } = await holdJudges(rounds(votes("A", "A", "A")), { store });
      const [before] = await store.list();
      await store.close();
      const kept = (): unknown => {
        const database = new DatabaseSync(path);
        try {
          return database.prepare("SELECT summary FROM debates").get()?.["summary"];
        } finally {
          database.close();
        }
      };
      const whole = kept();
      const database = new DatabaseSync(path);
      database.prepare("UPDATE debates SET summary = ?").run(damaged);
      database.close();

      const again = sqliteStore(path);
      const left: string[] = [];
      expect(await again.list({ onUnreadable: (debate) => left.push(debate) })).toEqual([before]);
      await again.close();
      expect(left).toEqual([]);
      expect(kept()).toBe(whole);
      expect(before?.id).toBe(id);
    },
  );

  test("a debate of which neither summary nor journal can be read is named and left out", async () => {
    const store = sqliteStore(path);
    const { id } = await holdJudges(rounds(votes("A", "A", "A")), { store });
    await store.append(adds("other", 0, "x"));
    await store.close();
    const database = new DatabaseSync(path);
    database.exec(`UPDATE debates SET summary = '' WHERE id = 'other'`);
    database.close();

    const again = sqliteStore(path);
    const left: [string, string][] = [];
    const listed = await again.list({ onUnreadable: (debate, why) => left.push([debate, why]) });
    const silent = await again.list();
    await again.close();

    expect(listed.map((one) => one.id)).toEqual([id]);
    expect(left).toEqual([["other", "event 0 is not JSON"]]);
    expect(silent).toEqual(listed);
  });

  test("a file that was damaged in the middle is said to be so when it is read", async () => {
    const store = sqliteStore(path);
    const long = "x".repeat(20_000);
    await store.append(adds("one", 0, long, long, long, long));
    await store.close();
    const bytes = readFileSync(path);
    bytes.fill(0xff, 4096);
    writeFileSync(path, bytes);

    const failure = await (async () => {
      const damaged = sqliteStore(path);
      try {
        return await damaged.read("one");
      } finally {
        await damaged.close();
      }
    })().catch((error: unknown) => error);

    expect(failure).toMatchObject({ name: "StoreError", code: "store-corrupt" });
    expect((failure as Error).message).toMatch(/^The journal.* cannot be (opened|read): [^\n]+$/);
  });

  test("a place that cannot be written is said to be so in one line", () => {
    writeFileSync(join(directory, "file"), "");
    const inside = join(directory, "file", "dissent.db");

    expect(() => sqliteStore(inside)).toThrowError(
      expect.objectContaining({
        code: "store-unavailable",
        message: expect.stringMatching(/^The journal .*dissent\.db cannot be opened: [^\n]+$/),
        hint: expect.stringContaining("writable directory"),
      }),
    );
  });

  test("a store that was closed says so instead of breaking", async () => {
    const store = sqliteStore(path);
    await store.close();

    const results = await Promise.allSettled([
      store.append(adds("one", 0, "a")),
      store.putBlob("h", "t"),
      store.read("one"),
      store.blob("h"),
      store.list(),
      store.lease("one", 1),
    ]);

    for (const result of results) {
      expect(result).toMatchObject({ status: "rejected", reason: { code: "store-unavailable" } });
    }
    await store.close();
  });
});
