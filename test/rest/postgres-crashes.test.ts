/** PostgreSQL and processes that die: no gap, no line twice, and nothing lost that was confirmed. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

import { systemClock } from "../../src/clock.ts";
import type { Store } from "../../src/store.ts";
import { postgresStore } from "../../src/stores/postgres.ts";
import { adds } from "../conformance/store-lines.ts";
import { type CuttingProxy, cuttingProxy } from "../support/fleet/cutting-proxy.ts";
import {
  asked,
  NO_POSTGRES,
  type PostgresServer,
  schemaIn,
  createTestSchema,
  startPostgres,
} from "../support/fleet/postgres.ts";
import { verified } from "../support/journals/forge-journal.ts";
import { holdJudges, rounds, votes } from "../support/protocols/judges.ts";

const PROGRAMS = join(import.meta.dirname, "../programs");

// a server of its own even where DATABASE_URL is set: that one may not be restarted
const WITHOUT = NO_POSTGRES ?? (process.platform === "win32" ? "no signals on Windows" : undefined);

describe.skipIf(WITHOUT !== undefined)(WITHOUT ?? "postgres", () => {
  let server: PostgresServer;
  let url: string;
  let store: Store;
  beforeAll(async () => {
    server = await startPostgres();
  });
  beforeEach(() => {
    url = createTestSchema(server.url);
    store = postgresStore(url);
  });
  afterEach(() => store.close());

  describe("the server", () => {
    test("PG1 PL2 restarted in the middle of appends and watches: each line once, in order, none lost", async () => {
      const debates = ["one", "two", "three"];
      const LINES = 60;
      const stop = new AbortController();
      const seen = new Map(debates.map((debate) => [debate, [] as string[]]));
      const watching = debates.map(async (debate) => {
        for await (const { line } of store.watch(debate, 0, stop.signal)) {
          seen.get(debate)?.push(line);
        }
      });
      let confirmed = 0;
      const appending = debates.map(async (debate) => {
        for (let at = 0; at < LINES; at++) {
          await store.append(adds(debate, at, `${debate}-${at}`));
          confirmed += 1;
        }
      });
      for (const after of [20, 70]) {
        await vi.waitUntil(() => confirmed >= after, { timeout: 60_000, interval: 1 });
        await server.restart();
      }
      await Promise.all(appending);

      for (const debate of debates) {
        const lines = Array.from({ length: LINES }, (_, at) => `${debate}-${at}`);
        expect((await store.read(debate)).map(({ line }) => line)).toEqual(lines);
        await vi.waitUntil(() => seen.get(debate)?.length === LINES, { timeout: 20_000 });
        expect(seen.get(debate)).toEqual(lines);
      }
      stop.abort();
      await Promise.all(watching);
    });

    test("PC2 a debate that is held while the server restarts goes on and verifies", async () => {
      const script = rounds(votes("A", "B", "C"), votes("A", "A", "B"));
      await store.list();
      const holding = holdJudges(script, { store });
      await server.restart();

      const { app, id } = await holding;

      expect(await verified(app, id)).toMatchObject({ ok: true });
    });

    test("PC2 one that stays away is given up in one line, and what was confirmed is there when it is back", async () => {
      let nowMs = 0;
      // patience is spent at once
      const hasty = postgresStore(url, { ...systemClock, nowMs: () => (nowMs += 20_000) });
      await hasty.append(adds("one", 0, "a"));
      const restarting = server.restart();

      const failure = await vi.waitFor(
        async () => {
          const error = await hasty.append(adds("one", 9, "x")).catch((thrown: unknown) => thrown);
          expect(error).toMatchObject({ code: "store-unavailable" });
          return error;
        },
        { timeout: 10_000, interval: 5 },
      );
      await restarting;

      expect((failure as Error).message).toMatch(
        /^The database 127\.0\.0\.1:\d+\/postgres cannot be written: [^\n]+\.$/,
      );
      expect((await store.read("one")).map(({ line }) => line)).toEqual(["a"]);
      await hasty.close();
    });
  });

  describe("a commit that nobody heard of", () => {
    let proxy: CuttingProxy;
    let far: Store;
    beforeEach(async () => {
      proxy = await cuttingProxy(url);
      far = postgresStore(proxy.url);
      await far.list();
    });
    afterEach(async () => {
      await far.close();
      await proxy.close();
    });

    test("PW2 appends are found done, and not made twice", async () => {
      proxy.cutNextCommit();
      await Promise.all([
        far.append({ ...adds("one", 0, "a", "b"), blobs: [{ sha256: "h", text: "t" }] }),
        far.append(adds("one", 2, "c")),
        far.append(adds("two", 0, "x")),
      ]);

      expect(proxy.cuts()).toBe(1);
      expect((await store.read("one")).map(({ line }) => line)).toEqual(["a", "b", "c"]);
      expect((await store.read("two")).map(({ line }) => line)).toEqual(["x"]);
      expect(await store.blob("h")).toBe("t");
    });

    test("PW2 a lease that was taken unheard is its taker's, and nobody else's", async () => {
      proxy.cutNextCommit();
      const lease = await far.lease("one", 9_000);
      proxy.cutNextCommit();
      await far.append({ ...adds("one", 0, "a"), lease });

      expect(proxy.cuts()).toBe(2);
      await expect(store.lease("one", 9_000)).rejects.toMatchObject({ code: "store-lease-held" });
      await far.release(lease);
      await expect(store.lease("one", 9_000)).resolves.toMatchObject({ debate: "one" });
    });

    test("PW2 somebody else's line at the same place is still a conflict", async () => {
      await store.append(adds("one", 0, "other"));
      proxy.cutNextCommit();
      const results = await Promise.allSettled([
        far.append(adds("one", 0, "mine")),
        far.append(adds("two", 0, "x")),
      ]);

      expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
      expect(results[0]).toMatchObject({ reason: { code: "store-conflict" } });
    });
  });

  describe("processes", () => {
    test("PG2 several at once on one debate: each place is written once", async () => {
      const LINES = 15;
      const printed = await Promise.all(
        ["0", "1", "2"].map((name) =>
          promisify(execFile)(process.execPath, [
            join(PROGRAMS, "append-to-postgres.ts"),
            url,
            name,
            String(LINES),
          ]),
        ),
      );

      const common = await store.read("common");
      const conflicts = printed.reduce((sum, { stdout }) => sum + Number(stdout), 0);
      expect(common.length + conflicts).toBe(3 * LINES);
      expect(common.every(({ line, sequence }) => line.endsWith(`-${sequence}`))).toBe(true);
      for (const name of ["0", "1", "2"])
        expect(await store.read(`own-${name}`)).toHaveLength(LINES);
    });

    test("PG3 one that is killed with a lease is taken over when the database's clock says so, and is fenced off", async () => {
      const child = spawn(
        process.execPath,
        [join(PROGRAMS, "hold-postgres-lease.ts"), url, "one", "60000"],
        { stdio: ["ignore", "pipe", "inherit"] },
      );
      const [said] = (await once(child.stdout, "data")) as [Buffer];
      child.kill("SIGKILL");
      await once(child, "exit");
      const dead = { debate: "one", token: said.toString().trim() };
      await expect(store.lease("one", 9_000)).rejects.toMatchObject({ code: "store-lease-held" });
      expect((await store.list())[0]).toMatchObject({ id: "one", held: true });

      // a minute passes for the database; for this process nothing does
      await asked(
        url,
        `CREATE OR REPLACE FUNCTION ${schemaIn(url)}.now_ms() RETURNS bigint LANGUAGE sql VOLATILE
         AS 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint + 60000'`,
      );
      expect((await store.list())[0]?.held).toBe(false);
      const live = await store.lease("one", 9_000);

      expect(live.token).not.toBe(dead.token);
      const late = store.append({ ...adds("one", 1, "late"), lease: dead });
      await expect(late).rejects.toMatchObject({ code: "store-lease-lost" });
      await expect(store.renew(dead, 9_000)).rejects.toMatchObject({ code: "store-lease-lost" });
      await store.append({ ...adds("one", 1, "after"), lease: live });
      expect((await store.read("one")).map(({ line }) => line)).toEqual(["before", "after"]);
    });
  });
});
