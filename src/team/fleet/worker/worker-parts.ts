/** The parts of a worker: what runs debates, what makes calls, and what both use. */
import type { Clock } from "../../../clock.ts";
import { SetupError } from "../../../errors.ts";
import { createInlineEngine } from "../../../kernel/inline-engine.ts";
import { NO_TRAFFIC_LIMITS } from "../../../models/endpoint.ts";
import type { Protocol } from "../../../protocol.ts";
import { listenForNotifications, sendNotification } from "../../postgres/notifications.ts";
import { type Assignments, createAssignments } from "../assignments.ts";
import { enqueueAssignment } from "../fleet-client.ts";
import type { FleetDatabase } from "../fleet-database.ts";
import { type QueueLimits, computeCallQueueLimits } from "../fleet-queues.ts";
import { createLiveSender } from "../live-messages.ts";
import { createOrderTexts } from "../order-texts.ts";
import { type WorkflowClient, createResultPoller } from "../workflow/workflow-client.ts";
import { type CallRunner, type RemoteCallResult, createCallRunner } from "./call-runner.ts";
import { type DebateRunner, createDebateRunner } from "./debate-runner.ts";
import { createFleetTraffic, createRateLimitLeases } from "./rate-limit-leases.ts";
import { createRemoteCall } from "./remote-call.ts";
import { type WorkerCounters, createWorkerCounters } from "./worker-metrics.ts";
import type { WorkerSetting } from "./worker.ts";

export interface WorkerParts {
  readonly debateRunner: DebateRunner;
  readonly callRunner: CallRunner;
  readonly holdings: Assignments;
  readonly counts: WorkerCounters;
  /** Aborted when the worker hands its debates over. */
  readonly leave: AbortController;
  readStopRequests(): Promise<void>;
  close(): Promise<void>;
}

interface WorkerContext {
  readonly id: string;
  readonly clock: Clock;
  readonly database: FleetDatabase;
  readonly engine: WorkflowClient;
  /** Somebody wishes that workers end. */
  readonly onDrain: () => void;
}

export function createWorkerParts(setting: WorkerSetting, around: WorkerContext): WorkerParts {
  const { id, clock, database, engine, onDrain } = around;
  const { redact, store, protocols } = setting;
  const leave = new AbortController();
  const counts = createWorkerCounters();
  const holdings = createAssignments(database);
  const texts = createOrderTexts(database, () => clock.nowMs());
  const results = createResultPoller((ids) => engine.listFinished(ids), clock);
  const live = createLiveSender({ database, clock });
  const modelFor = setting.modelsWith(createFleetTraffic(createRateLimitLeases(database), clock));
  const say = (words: string): void => void sendNotification(database, database.channel, words);

  const calls = createCallRunner({
    modelFor,
    texts,
    clock,
    redact,
    live,
    ensureConnected: () => ensureWorkerAlive(database, id),
    onCall: (provider, end) => countFinishedCall(counts, provider, end),
  });
  const termsFor = (provider: string): QueueLimits =>
    computeCallQueueLimits(setting.providers[provider] ?? NO_TRAFFIC_LIMITS, setting.mostCalls);
  const onDrop = (call: string): void => say(`drop ${call}`);
  const isDropped = (debate: string): boolean => drives.isDropped(debate);
  const dropping = { leave: leave.signal, isDropped, onDrop };
  const hear = createRemoteCall({ engine, results, texts, termsFor, ...dropping });
  const findProtocolById = (name: string): Protocol => findWorkerProtocol(protocols, name);
  const drives = createDebateRunner({
    worker: id,
    holdings,
    clock,
    redact,
    leave: leave.signal,
    engine: createInlineEngine({
      store,
      clock,
      findProtocolById,
      modelFor,
      callModel: hear,
      leave: leave.signal,
    }),
    onNext: (debate, sent) => enqueueAssignment(engine, debate, sent),
    onEnd: (debate, { status }) => {
      counts.add(`debates-${status}`);
      say(`ended ${debate}`);
    },
  });
  const wishes = createStopRequestReader({
    id,
    clock,
    database,
    engine,
    holdings,
    drives,
    calls,
    onDrain,
  });

  return {
    debateRunner: drives,
    callRunner: calls,
    holdings,
    counts,
    leave,
    readStopRequests: () => wishes.read(),
    async close() {
      results.close();
      await Promise.all([live.close(), wishes.close()]);
    },
  };
}

/** Others make the calls of a worker that was declared dead, so it starts none. */
async function ensureWorkerAlive({ read, schema }: FleetDatabase, worker: string): Promise<void> {
  const [row] = await read<{ state: string }>(`SELECT state FROM ${schema}.workers WHERE id = $1`, [
    worker,
  ]);
  if (row?.state === "dead") throw new Error("This worker was declared dead.");
}

/** What others wish of this worker, by message and by its beat. */
function createStopRequestReader(
  setting: WorkerContext & {
    readonly holdings: Assignments;
    readonly drives: DebateRunner;
    readonly calls: CallRunner;
  },
): { read(): Promise<void>; close(): Promise<void> } {
  const { id, database, engine, clock, holdings, drives, calls, onDrain } = setting;
  const read = async (): Promise<void> => {
    for (const { debate, wish } of await holdings.wishesFor(id)) drives.requestStop(debate, wish);
    const making = calls.listActiveIds();
    if (making.length === 0) return;
    for (const over of await engine.listFinished(making)) if (over.cancelled) calls.drop(over.id);
  };
  const post = listenForNotifications({
    connections: database,
    clock,
    channel: database.channel,
    onListening: () => void read().catch(() => {}),
    onMessage(payload) {
      const [what, name = ""] = payload.split(" ");
      if (what === "wish") read().catch(() => {});
      if (what === "drop") calls.drop(name);
      if (what === "drain") onDrain();
    },
  });
  return { read, close: () => post.close() };
}

/** FW1 */
function findWorkerProtocol(protocols: readonly Protocol[], name: string): Protocol {
  const found = protocols.find(({ id }) => id === name);
  if (found) return found;
  throw new SetupError("unknown-protocol", `This worker has no protocol "${name}".`);
}

function countFinishedCall(counts: WorkerCounters, provider: string, end: RemoteCallResult): void {
  if ("dropped" in end) counts.add("calls-dropped", 1, provider);
  else if ("refused" in end) counts.add("calls-refused", 1, provider);
  else {
    counts.add(end.heard.answered ? "calls-answered" : "calls-absent", 1, provider);
    counts.spend(provider, end.heard.usage);
  }
}
