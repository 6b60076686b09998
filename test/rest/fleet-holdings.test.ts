/** The tables of a fleet on a real PostgreSQL: who holds what, and what is kept. */
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { systemClock } from "../../src/clock.ts";
import {
  type Assignments,
  type QueuedAssignment,
  createAssignments,
} from "../../src/team/fleet/assignments.ts";
import { type FleetDatabase, openFleetDatabase } from "../../src/team/fleet/fleet-database.ts";
import { createOrderTexts, packOrder } from "../../src/team/fleet/order-texts.ts";
import { pruneFinishedWork } from "../../src/team/fleet/prune-finished-work.ts";
import type { WorkflowClient } from "../../src/team/fleet/workflow/workflow-client.ts";
import { NO_POSTGRES, postgres, createTestSchema } from "../support/fleet/postgres.ts";

describe.skipIf(NO_POSTGRES !== undefined)(NO_POSTGRES ?? "the tables of a fleet", () => {
  let database: FleetDatabase;
  let second: FleetDatabase;
  beforeAll(async () => {
    const url = createTestSchema(await postgres());
    database = await openFleetDatabase(url, systemClock);
    second = await openFleetDatabase(url, systemClock);
  });
  afterAll(async () => {
    await database?.close();
    await second?.close();
  });

  let counted = 0;
  const fresh = (): string => `deb-${++counted}`;
  const sql = <Row>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> =>
    database.transaction((run) => run<Row>(text, values));

  describe("holdings", () => {
    let holdings: Assignments;
    beforeAll(() => {
      holdings = createAssignments(database);
    });
    const WAITING = { status: "waiting", detail: "Ann" } as const;

    test("FH1 sent twice before anyone took it, it is held once", async () => {
      const debate = fresh();
      const sent = [
        await holdings.send(debate, "talk@1", null),
        await holdings.send(debate, "talk@1", { calls: 5 }),
      ];

      expect(sent).toEqual([
        { number: 1, rules: "talk@1" },
        { number: 1, rules: "talk@1" },
      ]);
      expect(await holdings.take(debate, 1, "w1")).toEqual({ limits: { calls: 5 }, wish: null });
      const own = { debate, number: 1, worker: "w1" };
      expect(await holdings.end(own, WAITING, null)).toBeNull();
      expect(await holdings.last(debate)).toMatchObject({ state: "ended", ending: WAITING });
    });

    test("FH1 an answer that comes at the last moment is not slept through", async () => {
      const debate = fresh();
      await holdings.send(debate, "talk@1", null);
      await holdings.take(debate, 1, "w1");
      // the holder has read the journal and found nothing; now the answer comes
      expect(await holdings.send(debate, "talk@1", null)).toMatchObject({ number: 1 });

      const own = { debate, number: 1, worker: "w1" };
      expect(await holdings.end(own, WAITING, null)).toEqual({ number: 2, rules: "talk@1" });
      expect(await holdings.last(debate)).toMatchObject({ number: 2, state: "queued" });
      await holdings.take(debate, 2, "w2");
      expect(await holdings.end({ debate, number: 2, worker: "w2" }, WAITING, null)).toBeNull();
    });

    test("FH1 sent by many at once, there is one", async () => {
      const debate = fresh();
      const other = createAssignments(second);
      const sent = await Promise.all(
        Array.from({ length: 12 }, (_, number) =>
          (number % 2 === 0 ? holdings : other).send(debate, "talk@1", null),
        ),
      );

      expect(new Set(sent.map(({ number }) => number))).toEqual(new Set([1]));
      const rows = await sql(`SELECT 1 FROM ${database.schema}.holdings WHERE debate = $1`, [
        debate,
      ]);
      expect(rows).toHaveLength(1);
    });

    test("FH2 whoever it was taken from can neither end it nor believe that it has it", async () => {
      const debate = fresh();
      await holdings.send(debate, "talk@1", null);
      await holdings.take(debate, 1, "dead");
      await holdings.take(debate, 1, "live");

      expect(await holdings.isAssignedTo(debate, 1, "dead")).toBe(false);
      const late = { debate, number: 1, worker: "dead" };
      expect(await holdings.end(late, { status: "failed" }, "late words")).toBeNull();
      expect(await holdings.last(debate)).toMatchObject({
        state: "held",
        worker: "live",
        trouble: null,
      });
      const own = { debate, number: 1, worker: "live" };
      await holdings.end(own, { status: "settled" }, null);
      expect(await holdings.end(own, { status: "failed" }, "twice")).toBeNull();
      expect(await holdings.take(debate, 1, "dead")).toBeNull();
      expect(await holdings.last(debate)).toMatchObject({ ending: { status: "settled" } });
    });

    test("FD3 what is handed over follows at once, with its limits and with what was wished of it", async () => {
      const debate = fresh();
      await holdings.send(debate, "talk@1", { usd: 2 });
      await holdings.take(debate, 1, "w1");
      await holdings.wish(debate, "pause");
      const own = { debate, number: 1, worker: "w1" };

      expect(await holdings.end(own, { status: "handed-over" }, null)).toMatchObject({ number: 2 });
      expect(await holdings.take(debate, 2, "w2")).toEqual({ limits: { usd: 2 }, wish: "pause" });
    });

    test("a wish is read by who holds it, outlives nothing, and is taken back by sending", async () => {
      const debate = fresh();
      await holdings.wish(debate, "pause");
      await holdings.send(debate, "talk@1", null);
      await holdings.wish(debate, "drop");
      await holdings.send(debate, "talk@1", null);
      expect(await holdings.take(debate, 1, "w9")).toEqual({ limits: null, wish: null });
      await holdings.wish(debate, "pause");
      expect(await holdings.wishesFor("w9")).toEqual([{ debate, wish: "pause" }]);
      expect(await holdings.wishesFor("w8")).toEqual([]);

      // who resumes while it is pausing wants it to go on after that
      await holdings.send(debate, "talk@1", null);
      const own = { debate, number: 1, worker: "w9" };
      expect(await holdings.end(own, WAITING, null)).toMatchObject({ number: 2 });
      expect(await holdings.take(debate, 2, "w9")).toMatchObject({ wish: null });
      await holdings.end({ debate, number: 2, worker: "w9" }, WAITING, null);
      expect(await holdings.wishesFor("w9")).toEqual([]);
    });

    test("who pauses and drops at once has dropped, whichever arrives first", async () => {
      for (const wishes of [["pause", "drop"] as const, ["drop", "pause"] as const]) {
        const debate = fresh();
        await holdings.send(debate, "talk@1", null);
        for (const wish of wishes) await holdings.wish(debate, wish);
        expect(await holdings.take(debate, 1, "w1")).toMatchObject({ wish: "drop" });
      }
    });

    test("FH1 FH2 in any order of events there is one holding, and what was sent last is looked at after it", async () => {
      const worker = fc.constantFrom("w1", "w2");
      const act = fc.oneof(
        fc.record({ act: fc.constant("send" as const) }),
        fc.record({ act: fc.constant("take" as const), worker }),
        fc.record({
          act: fc.constant("end" as const),
          worker,
          status: fc.constantFrom("waiting" as const, "handed-over" as const),
        }),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(act, { maxLength: 14 }), async (acts) => {
          const debate = fresh();
          let number = 0;
          let owed = false;
          const seen = (sent: QueuedAssignment | null): void => {
            if (sent) number = sent.number;
          };
          for (const one of acts) {
            if (one.act === "send") {
              seen(await holdings.send(debate, "talk@1", null));
              owed = true;
            } else if (one.act === "take") {
              if (await holdings.take(debate, number, one.worker)) owed = false;
            } else {
              const own = { debate, number, worker: one.worker };
              seen(await holdings.end(own, { status: one.status }, null));
            }
            const rows = await sql<{ state: string; again: boolean }>(
              `SELECT state, again FROM ${database.schema}.holdings
               WHERE debate = $1 AND state <> 'ended'`,
              [debate],
            );
            expect(rows.length).toBeLessThanOrEqual(1);
            if (owed)
              expect(rows.some(({ state, again }) => state === "queued" || again)).toBe(true);
          }
        }),
        { numRuns: 40 },
      );
    });
  });

  describe("texts", () => {
    const asked: number[] = [];
    const ENGINE = {
      async prune(beforeMs: number) {
        asked.push(beforeMs);
        return 0;
      },
    } as Partial<WorkflowClient> as WorkflowClient;
    const startMs = Date.now();
    const nowMs = (): number => startMs;

    test("FK1 any text comes back to the character, by whichever worker", async () => {
      const odd = ["\u0000", "\ud800", "\udc00x", "żółć 🦉", "\u0000text:", "x".repeat(1_000_000)];
      const value = { all: odd.map((text) => text.padEnd(3_000, "·")), odd };
      const pack = packOrder(value);
      await createOrderTexts(database, nowMs).put(pack);
      await createOrderTexts(second, nowMs).put(pack);

      expect(await createOrderTexts(second, nowMs).unpack(pack.body)).toEqual(value);
    });

    test("finished work is dropped after its time; texts of orders under way never are", async () => {
      const texts = createOrderTexts(database, nowMs);
      const pack = packOrder({ text: "a document ".repeat(1_000) });
      await texts.put(pack);
      await pruneFinishedWork(database, ENGINE, 0);
      // a process that has put it within the hour does not put it again
      await texts.put(pack);

      await expect(createOrderTexts(second, nowMs).unpack(pack.body)).resolves.toEqual({
        text: "a document ".repeat(1_000),
      });
      await sql(`UPDATE ${database.schema}.texts SET used_ms = 0`);
      const pruned = await pruneFinishedWork(database, ENGINE, 0);
      expect(pruned.texts).toBeGreaterThan(0);
      // nor ends of calls that somebody may be about to look at
      expect(Math.max(...asked)).toBeLessThan(startMs - 23 * 3_600_000);
    });

    test("FH1 of a debate's holdings the last is kept, so that no number comes twice", async () => {
      const debate = fresh();
      const holdings = createAssignments(database);
      for (const number of [1, 2]) {
        await holdings.send(debate, "talk@1", null);
        await holdings.take(debate, number, "w1");
        await holdings.end({ debate, number, worker: "w1" }, { status: "settled" }, null);
      }
      await sql(`UPDATE ${database.schema}.holdings SET ended_ms = 0 WHERE debate = $1`, [debate]);
      await pruneFinishedWork(database, ENGINE, 0);

      const rows = await sql<{ number: number }>(
        `SELECT number FROM ${database.schema}.holdings WHERE debate = $1`,
        [debate],
      );
      expect(rows).toEqual([{ number: 2 }]);
      expect(await holdings.send(debate, "talk@1", null)).toMatchObject({ number: 3 });
    });
  });
});
