/**
 * A worker: takes debates and calls from the fleet's queues, and watches the other workers.
 *
 * FW1. It listens to the queues of its rules and of every provider; work it does not know stays where it is.
 * FW2. On shutdown it takes no new work, hands its debates over, and lets its calls finish.
 */
import { randomBytes } from "node:crypto";
import { hostname } from "node:os";

import { type Clock, systemClock } from "../../../clock.ts";
import type { Model } from "../../../model.ts";
import type { TrafficLimits } from "../../../models/endpoint.ts";
import type { TrafficSource } from "../../../models/traffic-source.ts";
import type { Protocol } from "../../../protocol.ts";
import type { Store } from "../../../store.ts";
import { enqueueAssignment } from "../fleet-client.ts";
import { openFleetDatabase, type FleetDatabase } from "../fleet-database.ts";
import { formatAssignmentId, formatProtocolVersion } from "../fleet-queues.ts";
import { pruneFinishedWork } from "../prune-finished-work.ts";
import { migrateWorkflowEngine } from "../workflow/migrate-workflow-engine.ts";
import { type WorkflowClient, createWorkflowClient } from "../workflow/workflow-client.ts";
import { launchWorkflowEngine } from "../workflow/workflow-engine.ts";
import { type HeartbeatTiming, startWorkerHeartbeat } from "./heartbeat.ts";
import { requeueWorkOfDeadWorkers, requeueUnknownWork } from "./requeue.ts";
import type { WorkerCounters } from "./worker-metrics.ts";
import { type WorkerParts, createWorkerParts } from "./worker-parts.ts";

export interface WorkerSetting {
  readonly url: string;
  readonly store: Store;
  readonly protocols: readonly Protocol[];
  /** Models under limits that the whole fleet shares. */
  readonly modelsWith: (traffic: TrafficSource) => (reference: string) => Promise<Model>;
  /** Every provider by name, with its limits. */
  readonly providers: Readonly<Record<string, TrafficLimits>>;
  readonly redact: (text: string) => string;
  readonly version: string;
  readonly clock?: Clock;
  readonly beat?: HeartbeatTiming;
  /** The maximum number of calls in flight. */
  readonly mostCalls?: number;
  /** How long finished work is kept. */
  readonly keepMs?: number;
  /** What went wrong, and what others should know of. */
  readonly onNotice?: (line: string) => void;
}

export interface Worker {
  readonly id: string;
  readonly counts: WorkerCounters;
  /** Resolves when it has ended, by itself or on request; true if it ended as it should. */
  readonly ended: Promise<boolean>;
  isDraining(): boolean;
  load(): { readonly holding: number; readonly calling: number };
  /** Milliseconds since its last beat came through. */
  silentMs(): number;
  /** Hands its debates over and lets its calls land, no longer than so many milliseconds. */
  drain(withinMs: number): Promise<void>;
}

const DEFAULT_KEEP_MS = 7 * 24 * 3_600_000;
const STALE_MS = 10_000;
const PRUNE_EVERY_MS = 600_000;
const LONGEST_DRAIN_MS = 600_000;

export async function startWorker(setting: WorkerSetting): Promise<Worker> {
  const { clock = systemClock, onNotice = () => {} } = setting;
  const id = `${hostname()}-${process.pid}-${randomBytes(3).toString("hex")}`;
  const database = await openFleetDatabase(setting.url, clock);
  await migrateWorkflowEngine(database);
  const engine = await createWorkflowClient(database, onNotice);
  const parts = createWorkerParts(setting, {
    id,
    clock,
    database,
    engine,
    onDrain: () => beating?.beatNow(),
  });
  const rules = setting.protocols.map(formatSupportedRules);
  const launched = await launchWorkflowEngine(setting, { id, clock, database, rules, parts });
  const ended = Promise.withResolvers<boolean>();
  let draining: Promise<void> | undefined;
  let beating: Awaited<ReturnType<typeof startWorkerHeartbeat>> | undefined;

  const end = (withinMs: number, well: boolean): Promise<void> =>
    (draining ??= (async () => {
      parts.leave.abort();
      await launched.shutdown(withinMs);
      // what did not land in time is for the others
      for (const call of parts.callRunner.listActiveIds()) parts.callRunner.drop(call);
      await requeueUnknownWork(database, { worker: id, known: [], olderMs: 0 }).catch(() => {});
      await beating?.stop();
      await Promise.all([parts.close(), engine.close()]);
      await database.close();
      ended.resolve(well);
    })());
  const drain = (withinMs: number): Promise<void> => end(withinMs, true);

  const load = (): ReturnType<Worker["load"]> => ({
    holding: parts.debateRunner.activeCount,
    calling: parts.callRunner.activeCount,
  });
  beating = await startWorkerHeartbeat({
    database,
    clock,
    worker: id,
    version: setting.version,
    rules,
    load,
    ...(setting.beat && { beat: setting.beat }),
    requeue: (dead) => requeueWorkOfDeadWorkers(database, dead),
    onBeat: createMaintenanceTask(setting, {
      id,
      clock,
      database,
      engine,
      parts,
      known: () => launched.known(),
    }),
    onReaped: (workers, pieces) => {
      parts.counts.add("reaped", pieces);
      onNotice(`took over ${pieces} pieces of work from ${workers.length} dead workers`);
    },
    onDrain: () => void drain(LONGEST_DRAIN_MS),
    onDeclaredDead: () => {
      onNotice("was silent for too long and has been declared dead; it ends");
      void end(0, false);
    },
    onTrouble: onNotice,
  });

  return {
    id,
    counts: parts.counts,
    ended: ended.promise,
    isDraining: () => draining !== undefined,
    load,
    silentMs: () => beating?.silentMs() ?? 0,
    drain,
  };
}

function formatSupportedRules({ id, version }: Protocol): string {
  return formatProtocolVersion({ protocol: id, protocolVersion: version });
}

/** What is done with each beat, and now and then. */
function createMaintenanceTask(
  { keepMs = DEFAULT_KEEP_MS }: WorkerSetting,
  around: {
    readonly id: string;
    readonly clock: Clock;
    readonly database: FleetDatabase;
    readonly engine: WorkflowClient;
    readonly parts: WorkerParts;
    readonly known: () => readonly string[];
  },
): () => Promise<void> {
  const { id, clock, database, engine, parts } = around;
  let prunedMs = clock.nowMs();
  return async () => {
    await parts.readStopRequests();
    for (const { debate, wasTaken, ...sent } of await parts.holdings.stale(STALE_MS)) {
      if (wasTaken) await engine.forget(formatAssignmentId(debate, sent.number));
      await enqueueAssignment(engine, debate, sent);
    }
    await requeueUnknownWork(database, { worker: id, known: around.known(), olderMs: STALE_MS });
    if (clock.nowMs() - prunedMs < PRUNE_EVERY_MS) return;
    prunedMs = clock.nowMs();
    await pruneFinishedWork(database, engine, keepMs);
  };
}
