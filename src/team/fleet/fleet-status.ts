/** The status of a fleet, read from its tables alone. */
import type { FleetDatabase } from "./fleet-database.ts";
import { DEFAULT_HEARTBEAT_TIMING } from "./worker/heartbeat.ts";

export interface FleetStatus {
  readonly workers: readonly WorkerStatus[];
  readonly queues: readonly QueueStatus[];
  readonly debates: {
    readonly queued: number;
    readonly held: number;
    readonly waiting: number;
    readonly paused: number;
    readonly settled: number;
  };
  /** Debates that a worker had to release, and why; the newest first. */
  readonly troubles: readonly {
    readonly debate: string;
    readonly trouble: string;
    readonly atMs: number;
  }[];
}

export interface WorkerStatus {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly state: "live" | "draining" | "dead";
  /** Since its last beat. */
  readonly beatMs: number;
  readonly startedMs: number;
  readonly holding: number;
  readonly calling: number;
  readonly rssBytes: number;
  readonly version: string;
  /** The rules it has, as `protocol@version`. */
  readonly protocols: readonly string[];
}

export interface QueueStatus {
  readonly name: string;
  readonly waiting: number;
  readonly running: number;
  /** How long the first has waited. */
  readonly oldestMs: number | null;
  readonly concurrency: number | null;
  /** Whether a live worker serves it. */
  readonly served: boolean;
}

export async function readFleetStatus(database: FleetDatabase): Promise<FleetStatus> {
  const [workers, queues, debates, troubles] = await Promise.all([
    readWorkerStatuses(database),
    readQueueStatuses(database),
    countFleetDebates(database),
    readFleetTroubles(database),
  ]);
  const rules = new Set(workers.filter(isLiveWorker).flatMap(({ protocols }) => protocols));
  const anyone = workers.some(isLiveWorker);
  return {
    workers,
    queues: queues.map((queue) => ({
      ...queue,
      served: queue.name.startsWith("hold:") ? rules.has(queue.name.slice(5)) : anyone,
    })),
    debates,
    troubles,
  };
}

function isLiveWorker({ state }: WorkerStatus): boolean {
  return state === "live";
}

async function readWorkerStatuses({ read, schema }: FleetDatabase): Promise<WorkerStatus[]> {
  const rows = await read<Omit<WorkerStatus, "protocols"> & { rules: string[] }>(
    // where nobody lives, nobody declares anyone dead
    `SELECT id, host, pid, version, rules, holding, calling,
       CASE WHEN ${schema}.now_ms() - beat_ms > $1::bigint THEN 'dead' ELSE state END AS state,
       rss_bytes::float8 AS "rssBytes", started_ms::float8 AS "startedMs",
       (${schema}.now_ms() - beat_ms)::float8 AS "beatMs"
     FROM ${schema}.workers ORDER BY state DESC, started_ms`,
    [DEFAULT_HEARTBEAT_TIMING.silentMs],
  );
  return rows.map(({ rules, ...row }) => ({ ...row, protocols: rules }));
}

async function readQueueStatuses({
  read,
  schema,
  engineSchema,
}: FleetDatabase): Promise<Omit<QueueStatus, "served">[]> {
  return [
    ...(await read<Omit<QueueStatus, "served">>(
      `SELECT q.name, q.concurrency,
         count(*) FILTER (WHERE w.status = 'ENQUEUED')::int AS waiting,
         count(*) FILTER (WHERE w.status = 'PENDING')::int AS running,
         (${schema}.now_ms() - min(w.created_at) FILTER (WHERE w.status = 'ENQUEUED'))::float8
           AS "oldestMs"
       FROM "${engineSchema}".queues AS q
       LEFT JOIN "${engineSchema}".workflow_status AS w
         ON w.queue_name = q.name AND w.status IN ('ENQUEUED', 'PENDING')
       GROUP BY q.name, q.concurrency ORDER BY q.name`,
    )),
  ];
}

async function countFleetDebates({
  read,
  schema,
  address,
}: FleetDatabase): Promise<FleetStatus["debates"]> {
  const [held] = await read<{ queued: number; held: number }>(
    `SELECT count(*) FILTER (WHERE state = 'queued')::int AS queued,
       count(*) FILTER (WHERE state = 'held')::int AS held
     FROM ${schema}.holdings WHERE state <> 'ended'`,
  );
  const [all] = await read<{ waiting: number; paused: number; settled: number }>(
    `SELECT count(*) FILTER (WHERE status = 'waiting')::int AS waiting,
       count(*) FILTER (WHERE status = 'paused')::int AS paused,
       count(*) FILTER (WHERE status = 'settled')::int AS settled
     FROM ${address.schema}.debates`,
  );
  return {
    queued: held?.queued ?? 0,
    held: held?.held ?? 0,
    waiting: all?.waiting ?? 0,
    paused: all?.paused ?? 0,
    settled: all?.settled ?? 0,
  };
}

async function readFleetTroubles({
  read,
  schema,
}: FleetDatabase): Promise<FleetStatus["troubles"]> {
  return read(
    `SELECT debate, trouble, ended_ms::float8 AS "atMs" FROM ${schema}.holdings AS one
     WHERE trouble IS NOT NULL
       AND number = (SELECT max(number) FROM ${schema}.holdings WHERE debate = one.debate)
     ORDER BY ended_ms DESC LIMIT 20`,
  );
}
