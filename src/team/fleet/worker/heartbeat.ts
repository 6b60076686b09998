/**
 * The heartbeat of a worker, and the recovery of dead workers' tasks.
 *
 * FB1. A worker that was silent for 15 seconds, by the database's clock, is declared dead by another, and its tasks
 *      go back to the queues. With a heartbeat every 5 seconds that takes at most 30 seconds.
 * FB2. A worker that was wrongly declared dead notices at its next heartbeat and shuts down.
 * FB3. Only a worker whose own heartbeats succeeded all that time may declare another dead: after a database failure
 *      everybody was silent.
 */
import { hostname } from "node:os";

import { type Clock, sleepUnlessAborted } from "../../../clock.ts";
import type { FleetDatabase } from "../fleet-database.ts";
import type { DeadWorkers } from "./requeue.ts";

export interface WorkerHeartbeatOptions {
  readonly database: FleetDatabase;
  readonly clock: Clock;
  readonly worker: string;
  readonly version: string;
  readonly rules: readonly string[];
  readonly beat?: HeartbeatTiming;
  readonly load: () => { readonly holding: number; readonly calling: number };
  /** Puts back what these had taken; how many pieces of work. */
  readonly requeue: (dead: DeadWorkers) => Promise<number>;
  /** Done with each beat, by every worker. */
  readonly onBeat: () => Promise<void>;
  readonly onReaped: (workers: readonly string[], pieces: number) => void;
  readonly onDrain: () => void;
  /** FB2 */
  readonly onDeclaredDead: () => void;
  readonly onTrouble: (line: string) => void;
}

export interface WorkerHeartbeat {
  /** Milliseconds since the last beat that came through. */
  silentMs(): number;
  /** Beats now, to see what is wished. */
  beatNow(): void;
  /** Takes the worker off the list. */
  stop(): Promise<void>;
}

/** How often a worker beats, and after how long a silence others take it for dead. */
export interface HeartbeatTiming {
  readonly everyMs: number;
  readonly silentMs: number;
}

export const DEFAULT_HEARTBEAT_TIMING: HeartbeatTiming = { everyMs: 5_000, silentMs: 15_000 };

export async function startWorkerHeartbeat(
  setting: WorkerHeartbeatOptions,
): Promise<WorkerHeartbeat> {
  const { database, clock, worker, beat: pace = DEFAULT_HEARTBEAT_TIMING } = setting;
  const { schema } = database;
  const stopping = new AbortController();
  let hasten = (): void => {};
  let lastMs = clock.nowMs();
  let steadySinceMs = lastMs;

  await registerWorker(setting);

  async function beat(): Promise<void> {
    const { holding, calling } = setting.load();
    const [row] = await database.transaction((run) =>
      run<{ state: string }>(
        `UPDATE ${schema}.workers
         SET beat_ms = ${schema}.now_ms(), holding = $2, calling = $3, rss_bytes = $4
         WHERE id = $1 AND state <> 'dead' RETURNING state`,
        [worker, holding, calling, process.memoryUsage.rss()],
      ),
    );
    const nowMs = clock.nowMs();
    const silentMs = nowMs - lastMs;
    // less than nothing: the clock was set back
    if (silentMs < 0 || silentMs > pace.silentMs / 2) steadySinceMs = nowMs;
    lastMs = nowMs;
    if (!row) {
      stopping.abort();
      setting.onDeclaredDead();
      return;
    }
    if (row.state === "draining") setting.onDrain();
    await setting.onBeat();
    if (nowMs - steadySinceMs >= pace.silentMs) await reapDeadWorkers(setting);
  }

  async function go(): Promise<void> {
    while (!stopping.signal.aborted) {
      await beat().catch((error: unknown) => {
        setting.onTrouble(error instanceof Error ? error.message : String(error));
      });
      const woken = new AbortController();
      hasten = () => woken.abort();
      await sleepUnlessAborted(
        clock,
        pace.everyMs,
        AbortSignal.any([stopping.signal, woken.signal]),
      );
    }
  }

  const going = go();
  return {
    silentMs: () => clock.nowMs() - lastMs,
    beatNow: () => hasten(),
    async stop() {
      stopping.abort();
      await going;
      await database
        .transaction((run) =>
          run(`DELETE FROM ${schema}.workers WHERE id = $1 AND state <> 'dead'`, [worker]),
        )
        .catch(() => {});
    },
  };
}

async function registerWorker({
  database,
  worker,
  version,
  rules,
}: WorkerHeartbeatOptions): Promise<void> {
  const { schema } = database;
  await database.transaction((run) =>
    run(
      `INSERT INTO ${schema}.workers
         (id, host, pid, version, rules, state, started_ms, beat_ms, rss_bytes)
       VALUES ($1, $2, $3, $4, $5, 'live', ${schema}.now_ms(), ${schema}.now_ms(), $6)
       ON CONFLICT DO NOTHING`,
      [worker, hostname(), process.pid, version, rules, process.memoryUsage.rss()],
    ),
  );
}

/** FB1 */
async function reapDeadWorkers({
  database,
  beat = DEFAULT_HEARTBEAT_TIMING,
  requeue: putBack,
  onReaped,
}: WorkerHeartbeatOptions): Promise<void> {
  const { schema } = database;
  const dead = await database.transaction(async (run) => {
    await run(
      `UPDATE ${schema}.workers SET state = 'dead'
       WHERE state <> 'dead' AND beat_ms < ${schema}.now_ms() - $1::bigint`,
      [beat.silentMs],
    );
    return run<{ id: string }>(`SELECT id FROM ${schema}.workers WHERE state = 'dead'`);
  });
  const workers = dead.map(({ id }) => id);
  const pieces = await putBack({ workers, silentMs: beat.silentMs });
  if (pieces > 0) onReaped(workers, pieces);
}
