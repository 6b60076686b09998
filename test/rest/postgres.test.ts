/** The store for teams on a real PostgreSQL: the contract of every store, and what only a server can do. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import type { Clock } from "../../src/clock.ts";
import type { Store } from "../../src/store.ts";
import { postgresStore } from "../../src/stores/postgres.ts";
import { LOOK_AFTER_MS } from "../../src/team/postgres/postgres-journal-listener.ts";
import { adds } from "../conformance/store-lines.ts";
import { storeConformance } from "../conformance/store.ts";
import {
  asked,
  NO_POSTGRES,
  postgres,
  schemaIn,
  createTestSchema,
} from "../support/fleet/postgres.ts";
import { verified } from "../support/journals/forge-journal.ts";
import { holdJudges, rounds, votes } from "../support/protocols/judges.ts";
import { fakeClock } from "../support/time/fake-clock.ts";

/** Leases are counted by the database's clock: here it shows what the clock of the test shows. */
async function storeWithClock(url: string, clock: Clock): Promise<Store> {
  const store = postgresStore(url, clock);
  const schema = schemaIn(url);
  await store.list();
  await asked(
    url,
    `CREATE TABLE IF NOT EXISTS ${schema}.test_clock (ms bigint NOT NULL);
     CREATE OR REPLACE FUNCTION ${schema}.now_ms() RETURNS bigint LANGUAGE sql VOLATILE
       AS 'SELECT max(ms) FROM ${schema}.test_clock';`,
  );
  const set = (): Promise<unknown> =>
    asked(url, `INSERT INTO ${schema}.test_clock VALUES ($1)`, [clock.nowMs()]);
  await set();
  return {
    ...store,
    lease: async (debate, ttlMs) => {
      await set();
      return store.lease(debate, ttlMs);
    },
    renew: async (lease, ttlMs) => {
      await set();
      await store.renew(lease, ttlMs);
    },
    list: async (query) => {
      await set();
      return store.list(query);
    },
  };
}

describe.skipIf(NO_POSTGRES !== undefined)(NO_POSTGRES ?? "postgres", () => {
  let url: string;
  storeConformance("conformance", {
    async open(clock) {
      url = createTestSchema(await postgres());
      return storeWithClock(url, clock);
    },
    reopen: (clock) => storeWithClock(url, clock),
  });

  let here: Store;
  let there: Store;
  beforeEach(async () => {
    url = createTestSchema(await postgres());
    here = postgresStore(url);
    there = postgresStore(url);
  });
  afterEach(async () => {
    await here.close();
    await there.close();
  });

  describe("groups", () => {
    test("PG1 all appends, leases and texts of one turn of the event loop are one transaction", async () => {
      await here.append(adds("first", 0, "a"));

      await Promise.all([
        ...Array.from({ length: 50 }, (_, index) => here.append(adds(`d-${index}`, 0, "a", "b"))),
        here.lease("first", 1_000),
        here.putBlob("h", "text"),
      ]);

      const rows = await asked(
        url,
        `SELECT DISTINCT xmin::text FROM ${schemaIn(url)}.events WHERE debate LIKE 'd-%'
         UNION SELECT xmin::text FROM ${schemaIn(url)}.leases
         UNION SELECT xmin::text FROM ${schemaIn(url)}.blobs`,
      );
      expect(rows).toHaveLength(1);
    });

    test("PG2 one of a group that may not be made, or that the database refuses, does not take the others with it", async () => {
      const results = await Promise.allSettled([
        here.append(adds("one", 0, "a")),
        here.append(adds("two", 7, "x")),
        here.append({ ...adds("three", 0, "x"), lease: { debate: "three", token: "stolen" } }),
        here.lease("five", Number.NaN),
        here.append(adds("four", 0, "b")),
      ]);

      expect(results.map((result) => result.status === "rejected" && result.reason.code)).toEqual([
        false,
        "store-conflict",
        "store-lease-lost",
        "store-unavailable",
        false,
      ]);
      expect((await here.list()).map(({ id }) => id)).toEqual(["one", "four"]);
    });

    test("a whole debate is held in it, and verifies", async () => {
      const { outcome, app, id } = await holdJudges(rounds(votes("A", "A", "A")), { store: here });

      expect(outcome?.label).toBe("CONSENSUS");
      expect(await verified(app, id)).toMatchObject({ ok: true });
    });
  });

  describe("several connections", () => {
    test("PG2 two processes never both write one place, nor both hold one debate", async () => {
      await Promise.all([here.list(), there.list()]);
      const writes = await Promise.allSettled([
        here.append(adds("one", 0, "a")),
        there.append(adds("one", 0, "b")),
      ]);
      const leases = await Promise.allSettled([
        here.lease("one", 9_000),
        there.lease("one", 9_000),
      ]);

      for (const results of [writes, leases]) {
        expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      }
      expect(await here.read("one")).toHaveLength(1);
    });

    test("groups that touch the same debates crosswise do not wait in a circle", async () => {
      const names = Array.from({ length: 20 }, (_, index) => `d-${index}`);
      const texts = names.map((name) => ({ sha256: name, text: name }));
      const add = (store: Store, order: readonly string[], at: number): Promise<unknown> =>
        Promise.allSettled(
          order.map((name) => store.append({ ...adds(name, at, "x"), blobs: texts })),
        );

      for (let at = 0; at < 5; at++) {
        await Promise.all([add(here, names, at), add(there, names.toReversed(), at)]);
      }

      for (const name of names) expect(await here.read(name)).toHaveLength(5);
    });

    test("a store that is opened for the first time by many at once is made once", async () => {
      const many = Array.from({ length: 8 }, () => postgresStore(url));

      await Promise.all(many.map((store, index) => store.append(adds(`d-${index}`, 0, "a"))));

      expect(await here.list()).toHaveLength(8);
      for (const store of many) await store.close();
    });

    test("K13 a watcher sees what another process adds, by notification alone", async () => {
      const clock = fakeClock();
      const watching = postgresStore(url, clock);
      const stop = new AbortController();
      const lines = watching.watch("one", 0, stop.signal)[Symbol.asyncIterator]();
      const first = lines.next();
      await listens(url);
      await there.append(adds("one", 0, "a"));
      expect(await first).toEqual({ done: false, value: { sequence: 0, line: "a" } });
      const second = lines.next();
      await there.append(adds("other", 0, "x"));
      await there.append(adds("one", 1, "b"));

      expect(await second).toEqual({ done: false, value: { sequence: 1, line: "b" } });
      stop.abort();
      expect(await lines.next()).toEqual({ done: true, value: undefined });
      await watching.close();
    });

    test("PL2 a line whose notification was lost is found at the next look", async () => {
      const clock = fakeClock();
      const watching = postgresStore(url, clock);
      const lines = watching.watch("one", 0, new AbortController().signal)[Symbol.asyncIterator]();
      const next = lines.next();
      await listens(url);
      await there.append(adds("one", 0, "a"));
      await next;
      const second = lines.next();
      await asked(url, `INSERT INTO ${schemaIn(url)}.events VALUES ('one', 1, 'b')`);
      await vi.waitFor(() => {
        expect(clock.waiting()).toBeGreaterThan(0);
      });
      clock.advance(LOOK_AFTER_MS);

      expect(await second).toEqual({ done: false, value: { sequence: 1, line: "b" } });
      await watching.close();
    });

    test("PL2 a watcher whose connection is cut misses nothing and sees nothing twice", async () => {
      const stop = new AbortController();
      const seen: string[] = [];
      const watching = (async () => {
        for await (const { line } of here.watch("one", 0, stop.signal)) {
          seen.push(line);
          if (seen.length === 40) stop.abort();
        }
      })();
      for (let at = 0; at < 40; at++) {
        if (at % 10 === 5) {
          await listens(url);
          await asked(
            url,
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = $1`,
            [`LISTEN dissent_${schemaIn(url)}`],
          );
        }
        await there.append(adds("one", at, `${at}`));
      }
      await watching;

      expect(seen).toEqual(Array.from({ length: 40 }, (_, at) => `${at}`));
    });

    test("K13 a watcher ends when its store is closed", async () => {
      const lines = here.watch("one", 0, new AbortController().signal)[Symbol.asyncIterator]();
      const next = lines.next();
      await listens(url);

      await here.close();

      expect(await next).toEqual({ done: true, value: undefined });
    });
  });
});

/** Resolves when somebody listens for the lines of a schema. */
async function listens(url: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const rows = await asked(url, "SELECT pid FROM pg_stat_activity WHERE query = $1", [
        `LISTEN dissent_${schemaIn(url)}`,
      ]);
      expect(rows).toHaveLength(1);
    },
    { timeout: 20_000, interval: 20 },
  );
}
