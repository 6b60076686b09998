/** FB1-FB3 on a real PostgreSQL: the workers' clock is the test's, the database's is shifted by its rows. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

import { systemClock } from "../../src/clock.ts";
import { openFleetDatabase, type FleetDatabase } from "../../src/team/fleet/fleet-database.ts";
import {
  DEFAULT_HEARTBEAT_TIMING,
  startWorkerHeartbeat,
  type WorkerHeartbeatOptions,
} from "../../src/team/fleet/worker/heartbeat.ts";
import {
  requeueWorkOfDeadWorkers,
  requeueUnknownWork,
} from "../../src/team/fleet/worker/requeue.ts";
import { migrateWorkflowEngine } from "../../src/team/fleet/workflow/migrate-workflow-engine.ts";
import { NO_POSTGRES, postgres, createTestSchema } from "../support/fleet/postgres.ts";
import { fakeClock } from "../support/time/fake-clock.ts";

describe.skipIf(NO_POSTGRES !== undefined)(NO_POSTGRES ?? "the pulse", () => {
  let database: FleetDatabase;
  beforeAll(async () => {
    database = await openFleetDatabase(createTestSchema(await postgres()), systemClock);
  });
  const sql = <Row>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> =>
    database.transaction((run) => run<Row>(text, values));

  const beats: { stop(): Promise<void> }[] = [];

  async function beating(worker: string, changes: Partial<WorkerHeartbeatOptions> = {}) {
    const clock = fakeClock();
    const seen: string[] = [];
    const one = await startWorkerHeartbeat({
      database,
      clock,
      worker,
      version: "1",
      rules: ["talk@1"],
      load: () => ({ holding: 2, calling: 3 }),
      async requeue({ workers }) {
        seen.push(`put back ${workers.filter((id) => id.startsWith("p-")).join(" ")}`);
        return workers.length;
      },
      onBeat: async () => void seen.push("beat"),
      onReaped: (_, pieces) => seen.push(`reaped ${pieces}`),
      onDrain: () => seen.push("drain"),
      onDeclaredDead: () => seen.push("declared dead"),
      onTrouble: (line) => seen.push(line),
      ...changes,
    });
    beats.push(one);
    const beat = async (afterMs: number): Promise<void> => {
      const before = seen.filter((what) => what === "beat").length;
      await vi.waitUntil(() => clock.waiting() > 0, { timeout: 10_000, interval: 1 });
      clock.advance(afterMs);
      await vi.waitUntil(() => seen.filter((what) => what === "beat").length > before, {
        timeout: 10_000,
        interval: 1,
      });
      await vi.waitUntil(() => clock.waiting() > 0, { timeout: 10_000, interval: 1 });
    };
    return { one, clock, seen, beat };
  }
  const readWorkerState = async (worker: string): Promise<string | undefined> => {
    const [row] = await sql<{ state: string }>(
      `SELECT state FROM ${database.schema}.workers WHERE id = $1`,
      [worker],
    );
    return row?.state;
  };
  /** A worker whose last beat is so long ago. */
  const silentFor = async (worker: string, ms: number): Promise<void> => {
    const { schema } = database;
    await sql(
      `INSERT INTO ${schema}.workers (id, host, pid, version, rules, state, started_ms, beat_ms)
       VALUES ($1, 'h', 1, '1', '{}', 'live', 0, ${schema}.now_ms() - $2::bigint)
       ON CONFLICT (id) DO UPDATE SET beat_ms = excluded.beat_ms`,
      [worker, ms],
    );
  };
  afterAll(async () => {
    await Promise.all(beats.map((one) => one.stop()));
    await database?.close();
  });

  test("FB1 who was silent too long is declared dead, and what it had taken is put back", async () => {
    await silentFor("p-silent", DEFAULT_HEARTBEAT_TIMING.silentMs + 1_000);
    await silentFor("p-slow", DEFAULT_HEARTBEAT_TIMING.silentMs - 5_000);
    const { seen, beat } = await beating("p-1");
    for (let beats = 0; beats < 4; beats++) await beat(DEFAULT_HEARTBEAT_TIMING.everyMs);

    expect(seen).toContain("put back p-silent");
    expect(await readWorkerState("p-silent")).toBe("dead");
    expect(await readWorkerState("p-slow")).toBe("live");
    expect(await readWorkerState("p-1")).toBe("live");
    await sql(`DELETE FROM ${database.schema}.workers WHERE id LIKE 'p-s%'`);
  });

  test("FB3 a worker that has just come, or was silent itself, declares nobody dead", async () => {
    await silentFor("p-silent", DEFAULT_HEARTBEAT_TIMING.silentMs + 1_000);
    const { seen, beat } = await beating("p-2");
    await beat(DEFAULT_HEARTBEAT_TIMING.everyMs);
    await beat(DEFAULT_HEARTBEAT_TIMING.everyMs);
    // the database did not answer for a while
    await beat(DEFAULT_HEARTBEAT_TIMING.silentMs);
    await beat(DEFAULT_HEARTBEAT_TIMING.everyMs);
    await beat(DEFAULT_HEARTBEAT_TIMING.everyMs);
    expect(await readWorkerState("p-silent")).toBe("live");
    await beat(DEFAULT_HEARTBEAT_TIMING.everyMs);

    expect(await readWorkerState("p-silent")).toBe("dead");
    expect(seen).toContain("put back p-silent");
  });

  test("FB3 a clock that is set back costs a moment, and no more", async () => {
    await sql(`DELETE FROM ${database.schema}.workers WHERE id LIKE 'p-s%'`);
    const { clock, beat, seen } = await beating("p-3");
    await beat(DEFAULT_HEARTBEAT_TIMING.everyMs);
    const hourMs = 3_600_000;
    const now = clock.nowMs.bind(clock);
    clock.nowMs = () => now() - hourMs;
    await silentFor("p-silent", DEFAULT_HEARTBEAT_TIMING.silentMs + 1_000);
    for (let beats = 0; beats < 5; beats++) await beat(DEFAULT_HEARTBEAT_TIMING.everyMs);

    expect(seen).toContain("put back p-silent");
    await sql(`DELETE FROM ${database.schema}.workers WHERE id LIKE 'p-s%'`);
  });

  test("FB2 who is declared dead learns it with its next beat, and beats no more", async () => {
    const { clock, seen } = await beating("p-4");
    await vi.waitUntil(() => clock.waiting() > 0, { timeout: 10_000 });
    await sql(`UPDATE ${database.schema}.workers SET state = 'dead' WHERE id = 'p-4'`);
    clock.advance(DEFAULT_HEARTBEAT_TIMING.everyMs);
    await vi.waitUntil(() => seen.includes("declared dead"), { timeout: 10_000 });

    expect(clock.waiting()).toBe(0);
    expect(await readWorkerState("p-4")).toBe("dead");
    await sql(`DELETE FROM ${database.schema}.workers WHERE id = 'p-4'`);
  });

  test("a wish that it ends is seen with the next beat, or at once by who looks", async () => {
    const { one, seen, clock } = await beating("p-5");
    await vi.waitUntil(() => clock.waiting() > 0, { timeout: 10_000 });
    await sql(`UPDATE ${database.schema}.workers SET state = 'draining' WHERE id = 'p-5'`);
    one.beatNow();
    await vi.waitUntil(() => seen.includes("drain"), { timeout: 10_000 });
    await one.stop();

    expect(await readWorkerState("p-5")).toBeUndefined();
  });

  test("trouble on one beat does not end the next", async () => {
    let troubles = 1;
    const { seen, beat, clock } = await beating("p-6", {
      onBeat: async () => {
        if (troubles-- > 0) throw new Error("the database is away");
        seen.push("beat");
      },
    });
    await vi.waitUntil(() => clock.waiting() > 0, { timeout: 10_000 });
    await beat(DEFAULT_HEARTBEAT_TIMING.everyMs);

    expect(seen.slice(0, 2)).toEqual(["the database is away", "beat"]);
  });

  describe("work of those who will not do it", () => {
    const table = (): string => `"${database.engineSchema}".workflow_status`;
    // workers that start together on a new database all do it
    beforeAll(() => Promise.all(Array.from({ length: 4 }, () => migrateWorkflowEngine(database))));
    beforeEach(() => sql(`DELETE FROM ${table()}`));

    /** Taken by a worker so long ago. */
    async function taken(name: string, worker: string, how: { ms: number; status?: string }) {
      await sql(
        `INSERT INTO ${table()} (workflow_uuid, status, executor_id, queue_name, owner_xid,
           created_at, updated_at, started_at_epoch_ms)
         VALUES ($1, $2, $3, 'call:x', 'owner', 1, 1, ${database.schema}.now_ms() - $4::bigint)`,
        [name, how.status ?? "PENDING", worker, how.ms],
      );
    }
    async function statuses(): Promise<Record<string, string>> {
      const rows = await sql<{ name: string; status: string }>(
        `SELECT workflow_uuid AS name, status FROM ${table()}`,
      );
      return Object.fromEntries(rows.map(({ name, status }) => [name, status]));
    }

    test("FO1 only what the dead had under way goes back, and only once", async () => {
      const { one } = await beating("p-living");
      await taken("of the dead", "p-dead", { ms: 10 });
      await taken("of the living", "p-living", { ms: 60_000 });
      await taken("of nobody, long ago", "p-unlisted", { ms: 20_000 });
      await taken("of nobody, just now", "p-unlisted", { ms: 10 });
      await taken("over", "p-dead", { ms: 60_000, status: "SUCCESS" });
      await taken("dropped", "p-dead", { ms: 60_000, status: "CANCELLED" });
      const dead = { workers: ["p-dead"], silentMs: DEFAULT_HEARTBEAT_TIMING.silentMs };
      const pieces = await Promise.all([
        requeueWorkOfDeadWorkers(database, dead),
        requeueWorkOfDeadWorkers(database, dead),
      ]);

      expect(pieces.toSorted()).toEqual([0, 2]);
      expect(await statuses()).toEqual({
        "of the dead": "ENQUEUED",
        "of the living": "PENDING",
        "of nobody, long ago": "ENQUEUED",
        "of nobody, just now": "PENDING",
        over: "SUCCESS",
        dropped: "CANCELLED",
      });
      await one.stop();
    });

    test("FO2 what a worker took and knows nothing of goes back, but for what it has just taken", async () => {
      await taken("known", "p-me", { ms: 60_000 });
      await taken("unknown", "p-me", { ms: 60_000 });
      await taken("just taken", "p-me", { ms: 10 });
      await taken("another's", "p-you", { ms: 60_000 });
      const own = { worker: "p-me", known: ["known"], olderMs: 10_000 };

      expect(await requeueUnknownWork(database, own)).toBe(1);
      expect(await statuses()).toEqual({
        known: "PENDING",
        unknown: "ENQUEUED",
        "just taken": "PENDING",
        "another's": "PENDING",
      });
      expect(await requeueUnknownWork(database, { worker: "p-me", known: [], olderMs: 0 })).toBe(2);
    });
  });
});
